/**
 * A queue in which callers take turns: one with thousands of entries delays another one with a
 * single entry by one turn. Callers whose token a service has accepted, and all others, have every
 * second turn, so that invented tokens gain nothing. `Shares` limits how many wait.
 */
import type { SharePolicy } from './shares.ts';

/** By caller, the one whose turn is next first: its entries, the oldest first. */
type Lane<Entry> = Map<string, Set<Entry>>;

/** Entries that wait. */
export class CallerQueue<Entry extends { readonly caller: string }> {
  readonly #isAccepted: SharePolicy['isAccepted'];
  readonly #accepted: Lane<Entry> = new Map();
  readonly #others: Lane<Entry> = new Map();
  /** Whether accepted callers had the last turn. */
  #wasAccepted = false;

  constructor(isAccepted: SharePolicy['isAccepted']) {
    this.#isAccepted = isAccepted;
  }

  add(entry: Entry): void {
    const lane = this.#isAccepted(entry.caller) ? this.#accepted : this.#others;
    const entries = lane.get(entry.caller);
    if (entries) entries.add(entry);
    else lane.set(entry.caller, new Set([entry]));
  }

  /** Removes the entry whose turn is next, and puts its caller behind the others. */
  take(): Entry | undefined {
    this.#wasAccepted = !this.#wasAccepted;
    return this.#wasAccepted
      ? (takeFrom(this.#accepted) ?? takeFrom(this.#others))
      : (takeFrom(this.#others) ?? takeFrom(this.#accepted));
  }

  /** Removes an entry; without effect if it is not in the queue. */
  delete(entry: Entry): void {
    // A caller who has been accepted meanwhile can have entries in both.
    for (const lane of [this.#accepted, this.#others]) {
      const entries = lane.get(entry.caller);
      if (entries?.delete(entry) && entries.size === 0) lane.delete(entry.caller);
    }
  }
}

function takeFrom<Entry>(lane: Lane<Entry>): Entry | undefined {
  for (const [caller, entries] of lane) {
    const [entry] = entries;
    lane.delete(caller);
    entries.delete(entry!);
    if (entries.size > 0) lane.set(caller, entries);
    return entry;
  }
  return undefined;
}
