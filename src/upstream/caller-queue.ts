/**
 * A queue in which callers take turns: one with thousands of entries delays another one with a
 * single entry by one turn. Callers whose token a service has accepted, and all others, have every
 * second turn, so that invented tokens gain nothing. `Shares` limits how many wait.
 *
 * Entries are linked to each other, like those of `TimedList`: thousands can come and go in a
 * second.
 */
import type { SharePolicy } from './shares.ts';

/** Something that waits in a queue, one at a time. */
export interface QueueEntry<Entry> {
  readonly caller: string;
  /** Its neighbours and its caller in the queue; set by `CallerQueue` alone. */
  older: Entry | undefined;
  newer: Entry | undefined;
  waiter: Waiter<Entry> | undefined;
}

/** A caller with its entries. Callers are linked in a ring. */
class Waiter<Entry> {
  readonly caller: string;
  readonly lane: Lane<Entry>;
  oldest: Entry | undefined;
  newest: Entry | undefined;
  next: Waiter<Entry> = this;
  previous: Waiter<Entry> = this;

  constructor(caller: string, lane: Lane<Entry>) {
    this.caller = caller;
    this.lane = lane;
  }
}

/** Callers that take turns. */
interface Lane<Entry> {
  readonly waiters: Map<string, Waiter<Entry>>;
  /** Whose turn is next. */
  first: Waiter<Entry> | undefined;
}

/** Entries that wait. */
export class CallerQueue<Entry extends QueueEntry<Entry>> {
  readonly #isAccepted: SharePolicy['isAccepted'];
  readonly #turnSize: number;
  readonly #accepted: Lane<Entry> = { waiters: new Map(), first: undefined };
  readonly #others: Lane<Entry> = { waiters: new Map(), first: undefined };
  /** Whether accepted callers had the last turn. */
  #wasAccepted = false;
  /** Whose turn it is, and how many entries the turn still has. */
  #current: Waiter<Entry> | undefined;
  #left = 0;

  /**
   * @param turnSize entries of a turn. With several, callers end one after the other instead of all
   * at the same time
   */
  constructor(isAccepted: SharePolicy['isAccepted'], turnSize = 1) {
    this.#isAccepted = isAccepted;
    this.#turnSize = turnSize;
  }

  add(entry: Entry): void {
    const waiter = this.#find(entry.caller) ?? this.#newWaiter(entry.caller);
    entry.waiter = waiter;
    entry.older = waiter.newest;
    if (waiter.newest) waiter.newest.newer = entry;
    else waiter.oldest = entry;
    waiter.newest = entry;
  }

  /** Removes the entry whose turn is next. */
  take(): Entry | undefined {
    if (this.#left === 0 || this.#current?.oldest === undefined) this.#startTurn();
    const entry = this.#current?.oldest;
    if (entry === undefined) return undefined;
    this.#left -= 1;
    this.delete(entry);
    return entry;
  }

  /** The next caller has its turn, and is put behind the others. */
  #startTurn(): void {
    this.#wasAccepted = !this.#wasAccepted;
    const [accepted, others] = [this.#accepted.first, this.#others.first];
    this.#current = this.#wasAccepted ? (accepted ?? others) : (others ?? accepted);
    this.#left = this.#turnSize;
    if (this.#current) this.#current.lane.first = this.#current.next;
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
    if (waiter.oldest === undefined) unlink(waiter);
  }

  /** The newest entry of a caller. */
  newestOf(caller: string): Entry | undefined {
    return this.#find(caller)?.newest;
  }

  /** A caller who is accepted while it waits keeps its place among the others. */
  #find(caller: string): Waiter<Entry> | undefined {
    return this.#accepted.waiters.get(caller) ?? this.#others.waiters.get(caller);
  }

  #newWaiter(caller: string): Waiter<Entry> {
    const waiter = new Waiter(caller, this.#isAccepted(caller) ? this.#accepted : this.#others);
    link(waiter);
    return waiter;
  }
}

/** Adds a caller behind all others. */
function link<Entry>(waiter: Waiter<Entry>): void {
  const { lane } = waiter;
  lane.waiters.set(waiter.caller, waiter);
  const first = (lane.first ??= waiter);
  waiter.next = first;
  waiter.previous = first.previous;
  waiter.previous.next = waiter;
  first.previous = waiter;
}

function unlink<Entry>(waiter: Waiter<Entry>): void {
  const { lane, next, previous } = waiter;
  lane.waiters.delete(waiter.caller);
  previous.next = next;
  next.previous = previous;
  if (lane.first === waiter) lane.first = next === waiter ? undefined : next;
}
