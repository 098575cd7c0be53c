/**
 * A queue in which callers take turns, by start-time fair queueing: each entry costs its caller
 * something, and the next turn is that of the caller who has spent least. So a caller with
 * thousands of entries delays another one with a single entry by one turn, and a caller whose
 * entries are expensive has fewer of them. All callers whose token no service has accepted are one
 * of the callers, and take turns among themselves: invented tokens gain nothing. `Shares` limits
 * how many wait.
 *
 * Entries are linked to each other, like those of `TimedList`: thousands can come and go in a
 * second.
 */
import type { IsAccepted } from './shares.ts';

/** Something that waits in a queue, one at a time. */
export interface QueueEntry<Entry> {
  readonly caller: string;
  /** Its neighbours and its caller in the queue; set by `CallerQueue` alone. */
  older: Entry | undefined;
  newer: Entry | undefined;
  waiter: Waiter<Entry> | undefined;
}

class Waiter<Entry> {
  readonly caller: string;
  readonly account: Account<Entry>;
  oldest: Entry | undefined;
  newest: Entry | undefined;

  constructor(caller: string, account: Account<Entry>) {
    this.caller = caller;
    this.account = account;
  }
}

/** An accepted caller, or all others together. */
interface Account<Entry> {
  /** The time of the queue at which its next turn can begin: the cost that it has spent. */
  spent: number;
  /** The callers with entries, that whose turn is next first. */
  readonly waiters: Map<string, Waiter<Entry>>;
  /** Whether a turn of it has begun since an account was last forgotten. */
  isRecent: boolean;
}

interface QueueOptions {
  /**
   * Entries of a turn. With several, callers end one after the other instead of all at the same
   * time. Default: 1.
   */
  readonly turnSize?: number;
  /** The cost of an entry. Default: 1. Left to `charge`: 0. */
  readonly cost?: number;
  /** By so much a caller may be ahead without waiting for others. Default: 0. */
  readonly tolerance?: number;
}

/** Accounts that are remembered without entries. */
const maxIdle = 1_000;

/** The most that a caller can be ahead of others: nobody is kept waiting for what is long past. */
const maxAhead = 500;

export class CallerQueue<Entry extends QueueEntry<Entry>> {
  readonly #isAccepted: IsAccepted;
  readonly #turnSize: number;
  readonly #cost: number;
  readonly #tolerance: number;
  readonly #strangers: Account<Entry> = {
    spent: 0,
    waiters: new Map(),
    isRecent: true,
  };
  /** Of accepted callers. */
  readonly #accounts = new Map<string, Account<Entry>>();
  /** The one of them that was looked for last: each piece of work does it several times. */
  #foundCaller: string | undefined;
  #found: Account<Entry> | undefined;
  /** Those with entries, without that of strangers; that whose turn was last at the end. */
  readonly #waiting = new Set<Account<Entry>>();
  /** `spent` of the last caller whose turn has begun: nobody can have saved up more. */
  #now = 0;
  /** The caller whose turn it is, and the number of entries that are left of it. */
  #current: Waiter<Entry> | undefined;
  #left = 0;

  constructor(
    isAccepted: IsAccepted,
    { turnSize = 1, cost = 1, tolerance = 0 }: QueueOptions = {},
  ) {
    this.#isAccepted = isAccepted;
    this.#turnSize = turnSize;
    this.#cost = cost;
    this.#tolerance = tolerance;
  }

  add(entry: Entry): void {
    const waiter = this.#find(entry.caller) ?? this.#newWaiter(entry.caller);
    entry.waiter = waiter;
    entry.older = waiter.newest;
    if (waiter.newest) waiter.newest.newer = entry;
    else waiter.oldest = entry;
    waiter.newest = entry;
  }

  /** Removes the entry whose turn is next. @param onlyAccepted whether strangers come later */
  take(onlyAccepted = false): Entry | undefined {
    if (this.#left === 0 || this.#current?.oldest === undefined) this.#startTurn(onlyAccepted);
    const entry = this.#current?.oldest;
    if (entry === undefined) return undefined;
    this.#left -= 1;
    this.#current!.account.spent += this.#cost;
    this.delete(entry);
    return entry;
  }

  /** Counts an entry of a caller that did not have to wait. */
  pass(caller: string): void {
    const account = this.#knownAccountOf(caller);
    this.#begin(account);
    account.spent += this.#cost;
  }

  /** Adds what entries of a caller have cost beside `cost`. */
  charge(caller: string, cost: number): void {
    const account = this.#knownAccountOf(caller);
    // Nobody saves up what was left unused.
    account.spent = Math.min(Math.max(account.spent, this.#now) + cost, this.#now + maxAhead);
  }

  /** The next caller has its turn, and is put behind the others of its account. */
  #startTurn(onlyAccepted: boolean): void {
    const account = this.#nextAccount(onlyAccepted);
    const waiter = account?.waiters.values().next().value;
    this.#current = waiter;
    if (!account || !waiter) return;
    this.#left = this.#turnSize;
    if (account.waiters.size > 1) {
      account.waiters.delete(waiter.caller);
      account.waiters.set(waiter.caller, waiter);
    }
    this.#begin(account);
  }

  #begin(account: Account<Entry>): void {
    this.#now = Math.max(this.#now, account.spent);
    if (this.#waiting.size > 1 && this.#waiting.delete(account)) this.#waiting.add(account);
    account.isRecent = true;
  }

  /** That which has spent least, of those with entries; of equal ones, that which waits longest. */
  #nextAccount(onlyAccepted: boolean): Account<Entry> | undefined {
    let next: Account<Entry> | undefined;
    for (const account of this.#waiting)
      if (!next || this.#lead(account) < this.#lead(next)) next = account;
    const strangers = this.#strangers;
    if (onlyAccepted || strangers.waiters.size === 0) return next;
    return next && this.#lead(next) <= this.#lead(strangers) ? next : strangers;
  }

  #lead({ spent }: Account<Entry>): number {
    return Math.max(this.#now, spent - this.#tolerance);
  }

  /** Without asking again whether a caller is accepted whose account is remembered. */
  #knownAccountOf(caller: string): Account<Entry> {
    if (this.#foundCaller === caller) return this.#found!;
    const account = this.#accounts.get(caller);
    if (account === undefined) return this.#accountOf(caller);
    this.#foundCaller = caller;
    this.#found = account;
    return account;
  }

  #accountOf(caller: string): Account<Entry> {
    if (!this.#isAccepted(caller)) return this.#strangers;
    let account = this.#accounts.get(caller);
    if (account === undefined) {
      if (this.#accounts.size >= maxIdle) this.#forgetIdle();
      account = { spent: this.#now, waiters: new Map(), isRecent: true };
      this.#accounts.set(caller, account);
    }
    return account;
  }

  /** Forgets one without entries that has had no turn since it was last looked at. */
  #forgetIdle(): void {
    this.#foundCaller = undefined;
    for (const [caller, account] of this.#accounts) {
      if (account.waiters.size > 0) continue;
      this.#accounts.delete(caller);
      if (!account.isRecent) return;
      account.isRecent = false;
      this.#accounts.set(caller, account);
    }
  }

  /** Removes an entry; without effect if it is not in the queue. */
  delete(entry: Entry): void {
    const { waiter, older, newer } = entry;
    if (waiter === undefined) return;
    if (older) older.newer = newer;
    else waiter.oldest = newer;
    if (newer) newer.older = older;
    else waiter.newest = older;
    entry.older = undefined;
    entry.newer = undefined;
    entry.waiter = undefined;
    if (waiter.oldest !== undefined) return;
    waiter.account.waiters.delete(waiter.caller);
    if (waiter.account.waiters.size === 0) this.#waiting.delete(waiter.account);
  }

  newestOf(caller: string): Entry | undefined {
    return this.#find(caller)?.newest;
  }

  /** A caller who is accepted while it waits keeps its place among the others. */
  #find(caller: string): Waiter<Entry> | undefined {
    return this.#strangers.waiters.get(caller) ?? this.#accounts.get(caller)?.waiters.get(caller);
  }

  /**
   * An account that has entries again. Where each entry costs the same, it comes behind the others,
   * and does not pay for earlier entries: the next call of a caller would wait for what the one
   * before it has cost.
   */
  #join(account: Account<Entry>): void {
    if (this.#cost === 0) return;
    const { waiters, spent } = this.#strangers;
    let last = Math.max(this.#now, waiters.size > 0 ? spent : 0);
    for (const other of this.#waiting) last = Math.max(last, other.spent);
    account.spent = last;
  }

  #newWaiter(caller: string): Waiter<Entry> {
    const account = this.#accountOf(caller);
    if (account.waiters.size === 0) this.#join(account);
    const waiter = new Waiter(caller, account);
    account.waiters.set(caller, waiter);
    if (account !== this.#strangers) this.#waiting.add(account);
    return waiter;
  }
}
