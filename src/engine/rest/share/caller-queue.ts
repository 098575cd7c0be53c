/**
 * A queue in which callers take turns: one with thousands of entries delays another one with a
 * single entry by one turn. Callers whose token a service has accepted, and all others, have every
 * second turn, so that invented tokens gain nothing. A turn that was expensive counts as several
 * (`charge`). `Shares` limits how many wait.
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
  /** Turns that it leaves to other callers of its lane, because it has had them before. */
  debt = 0;

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
  /** Turns that it leaves to the other lane, because it has had them before. */
  debt: number;
}

/** Most turns that are left to others at once: expensive entries have their turns, too. */
const maxDebt = 100;

/** Entries that wait. */
export class CallerQueue<Entry extends QueueEntry<Entry>> {
  readonly #isAccepted: SharePolicy['isAccepted'];
  readonly #turnSize: number;
  readonly #accepted: Lane<Entry> = { waiters: new Map(), first: undefined, debt: 0 };
  readonly #others: Lane<Entry> = { waiters: new Map(), first: undefined, debt: 0 };
  /** The lane whose turn is next. */
  #lane = this.#accepted;
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

  /**
   * Makes a caller and its lane leave turns to others. Turns that nobody else waited for are free.
   * @param turns for how many its last one has counted, beyond itself
   */
  charge(caller: string, turns: number): void {
    const waiter = this.#find(caller);
    const lane = waiter?.lane ?? this.#laneOf(caller);
    if (waiter && waiter.next !== waiter) waiter.debt = Math.min(maxDebt, waiter.debt + turns);
    if (this.#otherThan(lane).first) lane.debt = Math.min(maxDebt, lane.debt + turns);
  }

  /** The next caller has its turn, and is put behind the others. */
  #startTurn(): void {
    const lane = this.#nextLane();
    let waiter = lane.first;
    while (waiter && pay(waiter) && waiter.next !== waiter) waiter = waiter.next;
    lane.first = waiter?.next;
    this.#current = waiter;
    this.#left = this.#turnSize;
  }

  /** The lane whose turn it is, unless it is empty or leaves its turn to the other one. */
  #nextLane(): Lane<Entry> {
    const lane = this.#lane;
    const other = this.#otherThan(lane);
    if (lane.first === undefined) {
      lane.debt = 0;
      pay(other);
      return other;
    }
    const leaves = pay(lane);
    if (other.first === undefined) {
      other.debt = 0;
      return lane;
    }
    if (!leaves) this.#lane = other;
    return leaves ? other : lane;
  }

  #laneOf(caller: string): Lane<Entry> {
    return this.#isAccepted(caller) ? this.#accepted : this.#others;
  }

  #otherThan(lane: Lane<Entry>): Lane<Entry> {
    return lane === this.#accepted ? this.#others : this.#accepted;
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
    const waiter = new Waiter(caller, this.#laneOf(caller));
    link(waiter);
    return waiter;
  }
}

/** Takes a turn away from what is owed. @returns false if nothing is owed */
function pay(debtor: { debt: number }): boolean {
  if (debtor.debt < 1) return false;
  debtor.debt -= 1;
  return true;
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
