/**
 * What a caller may spend and has spent today. A budget is taken before anything is sent, so that requests at the same
 * time cannot overspend it together, and what was not needed is given back. A bucket that upstream has called spent is
 * left alone until its day is over.
 */
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import { errorReasonOf } from '../../upstream/error-reason.ts';
import { type AnyOperation, type Bucket, meteredBuckets } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import { dayAt } from './quota-day.ts';
import { bucketsOf, type CostEstimate } from './estimate.ts';
import type { Store } from '../store/store.ts';

/** Units a caller and day. Buckets that it doesn't name are not limited. */
export type Budget = Readonly<Partial<Record<Bucket, number>>>;

export interface QuotaSettings {
  readonly store: Store;
  readonly budget: Budget;
  /** In ms since 1970. */
  readonly now?: () => number;
}

/** What is asked for is more than is left. */
export interface Shortage {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
}

/** How one of a caller's buckets stands. */
export interface Balance {
  readonly bucket: Bucket;
  /** Undefined: the gateway sets none, and doesn't count. */
  readonly limit?: number | undefined;
  readonly spent?: number | undefined;
  /** Whether upstream has refused a call because its own quota is spent. */
  readonly exhausted: boolean;
  readonly resetAt: string;
}

/** What the process has one of. */
export class Quotas {
  readonly #settings: Required<QuotaSettings>;

  constructor({ now = Date.now, ...settings }: QuotaSettings) {
    this.#settings = { ...settings, now };
  }

  /** For one execution, or another piece of work in the caller's name. */
  of(identity: Identity): Quota {
    return new Quota(this.#settings, identity);
  }
}

/** What one execution does with one bucket. */
interface Account {
  /** Where the caller's day is counted. */
  readonly key: string;
  readonly ttlMs: number;
  /** Units that are counted there at present. */
  held: number;
  /** Units of calls that were let through. */
  claimed: number;
  /** Units of requests that went out. */
  spent: number;
}

export class Quota {
  readonly #settings: Required<QuotaSettings>;
  readonly #identity: Identity;
  readonly #accounts = new Map<Bucket, Account>();
  /** Buckets that upstream calls spent, and until when. */
  readonly #exhausted = new Map<Bucket, string>();
  #settled = false;

  constructor(settings: Required<QuotaSettings>, identity: Identity) {
    this.#settings = settings;
    this.#identity = identity;
  }

  /**
   * Takes what a price says, of all buckets or of none.
   * @returns what is missing; a promise only where something can be
   */
  reserve(price: CostEstimate): Promise<Shortage | undefined> | undefined {
    const buckets = bucketsOf(price);
    return buckets.length === 0 ? undefined : this.#reserve(buckets, price);
  }

  async #reserve(
    buckets: readonly Bucket[],
    { units }: CostEstimate,
  ): Promise<Shortage | undefined> {
    await Promise.all(buckets.map((bucket) => this.#look(bucket)));
    let whole = false;
    try {
      for (const bucket of buckets) {
        const shortage = await this.#take(bucket, units[bucket]!);
        if (shortage) return shortage;
      }
      whole = true;
      return undefined;
    } finally {
      // What was taken before the store failed, too: nothing will be executed.
      if (!whole) this.settle();
    }
  }

  async #look(bucket: Bucket): Promise<void> {
    const until = await this.#exhaustedUntil(bucket);
    if (until !== undefined) this.#exhausted.set(bucket, until);
  }

  async #exhaustedUntil(bucket: Bucket): Promise<string | undefined> {
    const until = await this.#settings.store.get(this.#exhaustedKey(bucket));
    return until !== undefined && Date.parse(until) > this.#settings.now() ? until : undefined;
  }

  async #take(bucket: Bucket, units: number): Promise<Shortage | undefined> {
    const { store, budget, now } = this.#settings;
    const limit = budget[bucket];
    if (limit === undefined || units <= 0) return undefined;
    const account = this.#accountOf(bucket);
    const { key, ttlMs } = account;
    const spent = await store.add(key, units, ttlMs);
    if (spent <= limit) {
      account.held += units;
      return undefined;
    }
    await store.add(key, -units, ttlMs);
    return {
      bucket,
      limit,
      remaining: Math.max(0, limit - (spent - units)),
      resetAt: new Date(dayAt(now()).end).toISOString(),
    };
  }

  #accountOf(bucket: Bucket): Account {
    let account = this.#accounts.get(bucket);
    if (!account)
      this.#accounts.set(
        bucket,
        (account = { ...this.#place(bucket), held: 0, claimed: 0, spent: 0 }),
      );
    return account;
  }

  #place(bucket: Bucket): { readonly key: string; readonly ttlMs: number } {
    const now = this.#settings.now();
    const { name, end } = dayAt(now);
    return {
      key: `spent ${name} ${bucket} ${callerKey(this.#identity)}`,
      ttlMs: end - now + graceMs,
    };
  }
  readonly #exhaustedKey = (bucket: Bucket): string =>
    `exhausted ${bucket} ${callerKey(this.#identity)}`;

  /** A call, as far as the caller's quota lets it through. @throws UpstreamError QUOTA_EXCEEDED where nothing is left */
  async pass<T>(operation: AnyOperation, call: () => Promise<T>): Promise<T> {
    try {
      const admitted = this.admit(operation);
      if (admitted) await admitted;
      return await call();
    } catch (error) {
      throw await this.refused(operation, error);
    }
  }

  /**
   * Before a call: waits only where the call was not foreseen, and has to take its units by itself.
   * @throws UpstreamError QUOTA_EXCEEDED where nothing is left
   */
  admit(operation: AnyOperation): Promise<void> | undefined {
    const { bucket, units } = operation;
    const until = this.#exhausted.get(bucket);
    if (until !== undefined)
      throw upstreamError(operation, 'QUOTA_EXCEEDED', { bucket, remaining: 0, resetAt: until });
    if (!units || this.#settings.budget[bucket] === undefined) return undefined;
    const account = this.#accountOf(bucket);
    account.claimed += units;
    return account.claimed <= account.held ? undefined : this.#admitLate(operation, account, units);
  }

  async #admitLate(operation: AnyOperation, account: Account, units: number): Promise<void> {
    const shortage = await this.#take(operation.bucket, units);
    if (!shortage) return;
    account.claimed -= units;
    throw upstreamError(operation, 'QUOTA_EXCEEDED', shortage);
  }

  /**
   * A call by itself, outside of an execution: its units are taken, and given back where it was not sent.
   * @throws UpstreamError QUOTA_EXCEEDED where nothing is left
   */
  async once<T>(
    operation: AnyOperation,
    call: (onSend: (sent: AnyOperation) => void) => Promise<T>,
  ): Promise<T> {
    try {
      await this.#look(operation.bucket);
      return await this.pass(operation, () => call((sent) => this.spend(sent)));
    } finally {
      this.settle();
    }
  }

  /** A request goes out, the first time or again. */
  spend({ bucket, units }: AnyOperation): void {
    const account = this.#accounts.get(bucket);
    if (!account || !units) return;
    account.spent += units;
    if (this.#settled) this.#balanceOut(account);
  }

  /** What was taken and not spent is given back; repeats that nobody foresaw are counted. */
  settle(): void {
    this.#settled = true;
    for (const account of this.#accounts.values()) this.#balanceOut(account);
  }

  #balanceOut(account: Account): void {
    const { key, ttlMs, held, spent } = account;
    account.held = spent;
    // Where the store fails here the caller has less than is theirs, until the next day begins.
    if (held !== spent) void this.#settings.store.add(key, spent - held, ttlMs).catch(() => {});
  }

  /** A call was refused: where upstream's quota of the day is spent, the bucket is marked, and the failure says until when. */
  async refused(operation: AnyOperation, error: unknown): Promise<unknown> {
    if (!(error instanceof UpstreamError) || !errorReasonOf(error.failure)?.exhaustsBucket)
      return error;
    const { store, now } = this.#settings;
    const { bucket } = operation;
    const { end } = dayAt(now());
    const resetAt = new Date(end).toISOString();
    this.#exhausted.set(bucket, resetAt);
    await store.set(this.#exhaustedKey(bucket), resetAt, end - now()).catch(() => {});
    return new UpstreamError({ ...error.failure, remaining: 0, resetAt }, error.cause);
  }

  /** How the caller's buckets stand. */
  balances(): Promise<readonly Balance[]> {
    return Promise.all(meteredBuckets.map((bucket) => this.#balance(bucket)));
  }

  async #balance(bucket: Bucket): Promise<Balance> {
    const { store, budget, now } = this.#settings;
    const limit = budget[bucket];
    const spent =
      limit === undefined ? undefined : Number((await store.get(this.#place(bucket).key)) ?? 0);
    const exhausted = (await this.#exhaustedUntil(bucket)) !== undefined;
    return { bucket, limit, spent, exhausted, resetAt: new Date(dayAt(now()).end).toISOString() };
  }
}

/** What is settled after midnight still finds its day. */
const graceMs = 3_600_000;
