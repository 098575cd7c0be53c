/**
 * A queue in which callers take turns: one with thousands of entries delays another one with a
 * single entry by one turn. Callers whose token a service has accepted, and all others, have every
 * second turn, so that invented tokens gain nothing. `Shares` limits how many wait.
 */
import type { SharePolicy } from './shares.ts';

/** The entries of one caller, the oldest first. Callers are linked in a ring. */
class Waiter<Entry> {
  readonly caller: string;
  readonly entries = new Set<Entry>();
  next: Waiter<Entry> = this;
  previous: Waiter<Entry> = this;

  constructor(caller: string) {
    this.caller = caller;
  }
}

/** Callers that take turns. */
class Lane<Entry> {
  readonly #waiters = new Map<string, Waiter<Entry>>();
  /** Whose turn is next. */
  #first: Waiter<Entry> | undefined;

  add(caller: string, entry: Entry): void {
    let waiter = this.#waiters.get(caller);
    if (waiter === undefined) this.#waiters.set(caller, (waiter = this.#link(caller)));
    waiter.entries.add(entry);
  }

  take(): Entry | undefined {
    const waiter = this.#first;
    if (waiter === undefined) return undefined;
    this.#first = waiter.next;
    const entry = waiter.entries.values().next().value!;
    this.#remove(waiter, entry);
    return entry;
  }

  delete(caller: string, entry: Entry): void {
    const waiter = this.#waiters.get(caller);
    if (waiter) this.#remove(waiter, entry);
  }

  /** Adds a caller behind all others. */
  #link(caller: string): Waiter<Entry> {
    const waiter = new Waiter<Entry>(caller);
    const first = (this.#first ??= waiter);
    waiter.next = first;
    waiter.previous = first.previous;
    waiter.previous.next = waiter;
    first.previous = waiter;
    return waiter;
  }

  #remove(waiter: Waiter<Entry>, entry: Entry): void {
    if (!waiter.entries.delete(entry) || waiter.entries.size > 0) return;
    this.#waiters.delete(waiter.caller);
    const { next, previous } = waiter;
    previous.next = next;
    next.previous = previous;
    if (this.#first === waiter) this.#first = next === waiter ? undefined : next;
  }
}

/** Entries that wait. */
export class CallerQueue<Entry extends { readonly caller: string }> {
  readonly #isAccepted: SharePolicy['isAccepted'];
  readonly #accepted = new Lane<Entry>();
  readonly #others = new Lane<Entry>();
  /** Whether accepted callers had the last turn. */
  #wasAccepted = false;

  constructor(isAccepted: SharePolicy['isAccepted']) {
    this.#isAccepted = isAccepted;
  }

  add(entry: Entry): void {
    const lane = this.#isAccepted(entry.caller) ? this.#accepted : this.#others;
    lane.add(entry.caller, entry);
  }

  /** Removes the entry whose turn is next, and puts its caller behind the others. */
  take(): Entry | undefined {
    this.#wasAccepted = !this.#wasAccepted;
    return this.#wasAccepted
      ? (this.#accepted.take() ?? this.#others.take())
      : (this.#others.take() ?? this.#accepted.take());
  }

  /** Removes an entry; without effect if it is not in the queue. */
  delete(entry: Entry): void {
    // A caller who has been accepted meanwhile can have entries in both.
    this.#accepted.delete(entry.caller, entry);
    this.#others.delete(entry.caller, entry);
  }
}
