/**
 * Quota units that a caller may spend a day. A budget is taken before calls are sent, so that
 * concurrent requests cannot overspend it; units that were not needed are given back. No call is
 * sent to a bucket that a service has called exhausted, until its day is over.
 */
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import { errorReasonOf } from '../../upstream/error-reason.ts';
import { type AnyOperation, type Bucket, meteredBuckets } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import type { Store } from '../store/store.ts';
import { bucketsOf, type CostEstimate } from './estimate.ts';
import { dayAt } from './quota-day.ts';

/** Units of a caller for a day, by bucket; a bucket without an entry has no limit. */
export type Budget = Readonly<Partial<Record<Bucket, number>>>;

export interface QuotaSettings {
  readonly store: Store;
  readonly budget: Budget;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

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
  readonly #settings: Required<QuotaSettings>;

  constructor({ now = Date.now, ...settings }: QuotaSettings) {
    this.#settings = { ...settings, now };
  }

  /** For one execution, or another piece of work on behalf of the caller. */
  of(identity: Identity): Quota {
    return new Quota(this.#settings, callerKey(identity));
  }
}

/** What one execution does with one bucket: units counted in the store, admitted, and spent. */
interface Account {
  readonly key: string;
  readonly ttlMs: number;
  reserved: number;
  admitted: number;
  spent: number;
}

/** Units that are settled after midnight still find their day. */
const GRACE_MS = 3_600_000;

export class Quota {
  readonly #settings: Required<QuotaSettings>;
  readonly #caller: string;
  readonly #accounts = new Map<Bucket, Account>();
  /** Exhausted buckets, and until when. */
  readonly #exhausted = new Map<Bucket, string>();
  #isSettled = false;

  constructor(settings: Required<QuotaSettings>, caller: string) {
    this.#settings = settings;
    this.#caller = caller;
  }

  /**
   * Takes the units of an estimate from all its buckets, or from none.
   * @returns undefined at once if the operation makes no call
   */
  reserve(estimate: CostEstimate): Promise<Shortage | undefined> | undefined {
    const buckets = bucketsOf(estimate);
    return buckets.length === 0 ? undefined : this.#reserve(buckets, estimate);
  }

  async #reserve(
    buckets: readonly Bucket[],
    { units }: CostEstimate,
  ): Promise<Shortage | undefined> {
    let isReserved = false;
    try {
      await Promise.all(buckets.map((bucket) => this.#exhaustedUntil(bucket)));
      for (const bucket of buckets) {
        const shortage = await this.#take(bucket, units[bucket]!);
        if (shortage) return shortage;
      }
      isReserved = true;
      return undefined;
    } finally {
      // Otherwise nothing will be executed.
      if (!isReserved) this.settle();
    }
  }

  /** Reads whether a bucket is exhausted, and remembers it. */
  async #exhaustedUntil(bucket: Bucket): Promise<string | undefined> {
    const until = await this.#settings.store.get(this.#exhaustedKey(bucket));
    if (until === undefined || Date.parse(until) <= this.#settings.now()) return undefined;
    this.#exhausted.set(bucket, until);
    return until;
  }

  readonly #exhaustedKey = (bucket: Bucket): string => `exhausted ${bucket} ${this.#caller}`;

  async #take(bucket: Bucket, units: number): Promise<Shortage | undefined> {
    const { store, budget, now } = this.#settings;
    const limit = budget[bucket];
    if (limit === undefined || units <= 0) return undefined;
    const account = this.#accountOf(bucket);
    const spent = await store.add(account.key, units, account.ttlMs);
    if (spent <= limit) {
      account.reserved += units;
      return undefined;
    }
    await store.add(account.key, -units, account.ttlMs);
    const remaining = Math.max(0, limit - (spent - units));
    return { bucket, limit, remaining, resetAt: dayAt(now()).resetAt };
  }

  #accountOf(bucket: Bucket): Account {
    let account = this.#accounts.get(bucket);
    if (!account) {
      const { key, ttlMs } = this.#placeOf(bucket);
      account = { key, ttlMs, reserved: 0, admitted: 0, spent: 0 };
      this.#accounts.set(bucket, account);
    }
    return account;
  }

  /** Where the store counts the caller's units of today. */
  #placeOf(bucket: Bucket): { readonly key: string; readonly ttlMs: number } {
    const now = this.#settings.now();
    const { name, end } = dayAt(now);
    return { key: `spent ${name} ${bucket} ${this.#caller}`, ttlMs: end - now + GRACE_MS };
  }

  /** Makes a call if the quota admits it. @throws UpstreamError QUOTA_EXCEEDED */
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
   * Admits a call; it waits only for units that were not reserved.
   * @throws UpstreamError QUOTA_EXCEEDED
   */
  admit(operation: AnyOperation): Promise<void> | undefined {
    const { bucket, units } = operation;
    const resetAt = this.#exhausted.get(bucket);
    if (resetAt !== undefined)
      throw upstreamError(operation, 'QUOTA_EXCEEDED', { bucket, remaining: 0, resetAt });
    if (!units || this.#settings.budget[bucket] === undefined) return undefined;
    const account = this.#accountOf(bucket);
    account.admitted += units;
    return account.admitted <= account.reserved
      ? undefined
      : this.#takeLate(operation, account, units);
  }

  async #takeLate(operation: AnyOperation, account: Account, units: number): Promise<void> {
    const shortage = await this.#take(operation.bucket, units);
    if (!shortage) return;
    account.admitted -= units;
    throw upstreamError(operation, 'QUOTA_EXCEEDED', shortage);
  }

  /** Makes one call outside of an execution. @throws UpstreamError QUOTA_EXCEEDED */
  async once<T>(
    operation: AnyOperation,
    call: (onSend: (sent: AnyOperation) => void) => Promise<T>,
  ): Promise<T> {
    try {
      await this.#exhaustedUntil(operation.bucket);
      return await this.pass(operation, () => call((sent) => this.spend(sent)));
    } finally {
      this.settle();
    }
  }

  /** Counts a request that is sent, retries included. */
  spend({ bucket, units }: AnyOperation): void {
    const account = this.#accounts.get(bucket);
    if (!account || !units) return;
    account.spent += units;
    if (this.#isSettled) this.#balanceOut(account);
  }

  /** Gives back what was reserved and not spent; retries, which no estimate has, are counted. */
  settle(): void {
    this.#isSettled = true;
    for (const account of this.#accounts.values()) this.#balanceOut(account);
  }

  #balanceOut(account: Account): void {
    const { key, ttlMs, reserved, spent } = account;
    account.reserved = spent;
    // If the store fails here, the caller has fewer units than is right until the next day.
    if (reserved !== spent)
      void this.#settings.store.add(key, spent - reserved, ttlMs).catch(() => {});
  }

  /** Marks the bucket if a service says that it is exhausted. @returns the error, with `resetAt` */
  async markExhausted({ bucket }: AnyOperation, error: unknown): Promise<unknown> {
    if (!(error instanceof UpstreamError) || !errorReasonOf(error.failure)?.exhaustsBucket)
      return error;
    const { store, now } = this.#settings;
    const { end, resetAt } = dayAt(now());
    this.#exhausted.set(bucket, resetAt);
    await store.set(this.#exhaustedKey(bucket), resetAt, end - now()).catch(() => {});
    return new UpstreamError({ ...error.failure, remaining: 0, resetAt }, error.cause);
  }

  /** The state of the caller's buckets. */
  balances(): Promise<readonly Balance[]> {
    const { store, budget, now } = this.#settings;
    const { resetAt } = dayAt(now());
    const balanceOf = async (bucket: Bucket): Promise<Balance> => {
      const limit = budget[bucket];
      const stored = limit === undefined ? undefined : await store.get(this.#placeOf(bucket).key);
      const spent = limit === undefined ? undefined : Number(stored ?? 0);
      const exhausted = (await this.#exhaustedUntil(bucket)) !== undefined;
      return { bucket, limit, spent, exhausted, resetAt };
    };
    return Promise.all(meteredBuckets.map(balanceOf));
  }
}
