/**
 * The daily quotas of callers. The units of an operation are reserved in the store before its calls
 * are sent, so that concurrent requests cannot overspend a budget; unspent units are given back. A
 * bucket that a service reports as exhausted gets no call until its day ends.
 */
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import { errorReasonOf } from '../../upstream/error-reason.ts';
import { type AnyOperation, type Bucket, meteredBuckets } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import { storeFailure } from '../store/store-failure.ts';
import { unlessUnavailable } from '../store/store-unavailable.ts';
import type { Store } from '../store/store.ts';
import { bucketsOf, type CostEstimate } from './estimate.ts';
import { dayAt } from './quota-day.ts';

/** Units of a caller for a day, by bucket; a bucket without an entry has no limit. */
export type Budget = Readonly<Partial<Record<Bucket, number>>>;

interface QuotaSettings {
  readonly store: Store;
  readonly budget: Budget;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called for each operation or call that a budget does not admit. */
  readonly onShortage?: ((bucket: Bucket) => void) | undefined;
}

/** The settings with their defaults. */
type ResolvedQuotaSettings = Required<Omit<QuotaSettings, 'onShortage'>> &
  Pick<QuotaSettings, 'onShortage'>;

/** A bucket that has fewer units left than are needed. */
export interface Shortage {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
}

/** The state of one of a caller's buckets; `limit` and `spent` are undefined without a budget. */
export interface Balance {
  readonly bucket: Bucket;
  readonly limit?: number | undefined;
  readonly spent?: number | undefined;
  /** Whether the service has rejected a call because its own quota of the day is exhausted. */
  readonly exhausted: boolean;
  readonly resetAt: string;
}

/** The quotas of all callers. */
export class Quotas {
  readonly #settings: ResolvedQuotaSettings;

  constructor({ now = Date.now, ...settings }: QuotaSettings) {
    this.#settings = { ...settings, now };
  }

  /** @returns the quota of the caller, for one execution */
  of(identity: Identity): Quota {
    return new Quota(this.#settings, callerKey(identity));
  }
}

/** The units of one bucket in one execution. */
interface Account {
  /** The key of the caller's units of the day in the store. */
  readonly key: string;
  readonly ttlMs: number;
  /** Units that the execution has added to the store. */
  reserved: number;
  /** Units of the calls that were admitted. */
  admitted: number;
  /** Units of the requests that were sent, retries included. */
  spent: number;
}

/** How long after midnight an execution can still settle the day before. */
const GRACE_MS = 3_600_000;

export class Quota {
  readonly #settings: ResolvedQuotaSettings;
  readonly #caller: string;
  /** Of buckets with a budget. */
  #accounts: Map<Bucket, Account> | undefined;
  /** Exhausted buckets, with the end of their day. */
  #exhausted: Map<Bucket, string> | undefined;
  #isSettled = false;

  constructor(settings: ResolvedQuotaSettings, caller: string) {
    this.#settings = settings;
    this.#caller = caller;
  }

  /**
   * Reserves the units of an estimate in all of its buckets, or in none.
   * @returns the first shortage; a promise only if the store has to be asked for a budget, or does
   * not have its answer at hand
   */
  reserve(estimate: CostEstimate): Promise<Shortage | undefined> | undefined {
    const buckets = bucketsOf(estimate);
    const { budget } = this.#settings;
    const lookups: Promise<boolean>[] = [];
    let hasBudget = false;
    for (const bucket of buckets) {
      const lookup = this.#readExhausted(bucket);
      if (lookup instanceof Promise) lookups.push(lookup);
      hasBudget ||= budget[bucket] !== undefined;
    }
    if (!hasBudget && lookups.length === 0) return undefined;
    return this.#reserve(buckets, estimate, lookups);
  }

  /** @param lookups each of them remembers whether its bucket is exhausted */
  async #reserve(
    buckets: readonly Bucket[],
    cost: CostEstimate,
    lookups: readonly unknown[],
  ): Promise<Shortage | undefined> {
    let isReserved = false;
    try {
      await Promise.all(lookups);
      for (const bucket of buckets) {
        const shortage = await this.#take(bucket, cost.units[bucket]!);
        if (shortage) return shortage;
      }
      isReserved = true;
      return undefined;
    } finally {
      if (!isReserved) this.settle();
    }
  }

  /**
   * Reserves one call outside of a query.
   * @throws UpstreamError QUOTA_EXCEEDED, or UPSTREAM_UNAVAILABLE if the store fails
   */
  async reserveCall(operation: AnyOperation): Promise<void> {
    const { bucket, units } = operation;
    const cost = { requests: 1, units: { [bucket]: units ?? 0 } };
    const lookups = [this.#readExhausted(bucket)];
    const shortage = await this.#reserve([bucket], cost, lookups).catch((error: unknown) => {
      throw storeFailure(operation, error);
    });
    if (shortage) throw upstreamError(operation, 'QUOTA_EXCEEDED', shortage);
  }

  /** Makes a call. @throws UpstreamError QUOTA_EXCEEDED, or the error of the call */
  async pass<T>(operation: AnyOperation, call: () => Promise<T>): Promise<T> {
    try {
      const admitted = this.admit(operation);
      if (admitted) await admitted;
      return await call();
    } catch (error) {
      throw await this.markExhausted(operation, error);
    }
  }

  /**
   * Admits a call.
   * @returns a promise only for a call that the reserved units do not cover
   * @throws UpstreamError QUOTA_EXCEEDED, or UPSTREAM_UNAVAILABLE if the store fails
   */
  admit(operation: AnyOperation): Promise<void> | undefined {
    const { bucket, units } = operation;
    const resetAt = this.#exhausted?.get(bucket);
    if (resetAt !== undefined)
      throw upstreamError(operation, 'QUOTA_EXCEEDED', { bucket, remaining: 0, resetAt });
    if (!units || this.#settings.budget[bucket] === undefined) return undefined;
    const account = this.#accountOf(bucket);
    account.admitted += units;
    if (account.admitted <= account.reserved) return undefined;
    const refuse = (error: unknown): never => {
      account.admitted -= units;
      throw error;
    };
    return this.#take(bucket, units).then(
      (shortage) => shortage && refuse(upstreamError(operation, 'QUOTA_EXCEEDED', shortage)),
      (error: unknown) => refuse(storeFailure(operation, error)),
    );
  }

  /** Counts a request that is sent, retries included. */
  spend({ bucket, units }: AnyOperation): void {
    const account = this.#accounts?.get(bucket);
    if (!account || !units) return;
    account.spent += units;
    if (this.#isSettled) this.#settleAccount(account);
  }

  /** Ends the execution: unspent units are given back, and units beyond the reserved are added. */
  settle(): void {
    this.#isSettled = true;
    if (!this.#accounts) return;
    for (const account of this.#accounts.values()) this.#settleAccount(account);
  }

  /** Marks the bucket if the error says that it is exhausted. @returns the error, with `resetAt` */
  async markExhausted({ bucket }: AnyOperation, error: unknown): Promise<unknown> {
    if (!(error instanceof UpstreamError) || !errorReasonOf(error.failure)?.exhaustsBucket)
      return error;
    const { store, now } = this.#settings;
    const { end, resetAt } = dayAt(now());
    this.#setExhausted(bucket, resetAt);
    await store.set('exhausted', this.#exhaustedKey(bucket), resetAt, end - now()).catch(() => {});
    return new UpstreamError({ ...error.failure, remaining: 0, resetAt }, error.cause);
  }

  /** The state of the caller's buckets. */
  balances(): Promise<readonly Balance[]> {
    const { store, budget, now } = this.#settings;
    const { resetAt } = dayAt(now());
    const balanceOf = async (bucket: Bucket): Promise<Balance> => {
      const exhausted = await this.#readExhausted(bucket);
      const limit = budget[bucket];
      if (limit === undefined) return { bucket, exhausted, resetAt };
      const spent = Number((await store.get('spent', this.#accountOf(bucket).key)) ?? 0);
      return { bucket, limit, spent, exhausted, resetAt };
    };
    return Promise.all(meteredBuckets.map(balanceOf));
  }

  /** Reads from the store whether the bucket is exhausted, and remembers it. */
  #readExhausted(bucket: Bucket): boolean | Promise<boolean> {
    const until = this.#settings.store.get('exhausted', this.#exhaustedKey(bucket));
    return until instanceof Promise
      ? until.then((end) => this.#rememberExhausted(bucket, end), unlessUnavailable(false))
      : this.#rememberExhausted(bucket, until);
  }

  /** @param until the end of the bucket's day, if it is marked as exhausted */
  #rememberExhausted(bucket: Bucket, until: string | undefined): boolean {
    if (until === undefined || Date.parse(until) <= this.#settings.now()) return false;
    this.#setExhausted(bucket, until);
    return true;
  }

  #setExhausted(bucket: Bucket, resetAt: string): void {
    this.#exhausted ??= new Map();
    this.#exhausted.set(bucket, resetAt);
  }

  #exhaustedKey(bucket: Bucket): string {
    return `${bucket} ${this.#caller}`;
  }

  /** Reserves units if the bucket has a budget. @returns the shortage if too few are left */
  async #take(bucket: Bucket, units: number): Promise<Shortage | undefined> {
    const { store, budget, now, onShortage } = this.#settings;
    const limit = budget[bucket];
    if (limit === undefined || units <= 0) return undefined;
    const account = this.#accountOf(bucket);
    const spent = await store.add('spent', account.key, units, account.ttlMs);
    if (spent <= limit) {
      account.reserved += units;
      return undefined;
    }
    await store.add('spent', account.key, -units, account.ttlMs);
    onShortage?.(bucket);
    const remaining = Math.max(0, limit - (spent - units));
    return { bucket, limit, remaining, resetAt: dayAt(now()).resetAt };
  }

  #accountOf(bucket: Bucket): Account {
    let account = this.#accounts?.get(bucket);
    if (!account) {
      const now = this.#settings.now();
      const { name, end } = dayAt(now);
      const key = `${name} ${bucket} ${this.#caller}`;
      account = { key, ttlMs: end - now + GRACE_MS, reserved: 0, admitted: 0, spent: 0 };
      this.#accounts ??= new Map();
      this.#accounts.set(bucket, account);
    }
    return account;
  }

  #settleAccount(account: Account): void {
    const { key, ttlMs, reserved, spent } = account;
    account.reserved = spent;
    // If the store fails, the caller has fewer units than the budget until the day ends.
    if (reserved !== spent)
      void this.#settings.store.add('spent', key, spent - reserved, ttlMs).catch(() => {});
  }
}
