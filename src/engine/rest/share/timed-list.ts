/** Checks regularly whether things are over: one timer for all, because there are so many. */
import { type Clock, systemClock, type Timer } from '../../caller/clock.ts';

/** Something that ends at some time. */
export abstract class Timed {
  /** Instant of the list's clock from which `expire` is called. */
  abstract endAt: number;
  /** Its neighbours in the list; set by `TimedList` alone. */
  next: Timed | undefined = undefined;
  previous: Timed | undefined = undefined;

  /** Called at each check until it deletes the entry, or sets a later `endAt`. */
  abstract expire(): void;

  /** Called regularly. @param now of the list's clock */
  check(now: number): void {
    if (now >= this.endAt) this.expire();
  }
}

/** Maximum time between two checks in which this process counts as running. */
const maxStepMs = 100;

/**
 * Entries that end in one turn of the event loop: what follows from the end of a call takes about a
 * millisecond, hundreds can end at the same time, and an operation of another service needs
 * several turns.
 */
const maxEndsPerTurn = 1;

/**
 * Time in ms for which an entry waits for those before it. All that are later end in one turn: an
 * execution that has not ended a second after its deadline is cut off.
 */
const maxLateMs = 500;

/**
 * Entries that have not ended. They are linked to each other: the tables that a `Set` or `Map` of
 * the process discards while entries come and go would keep old entries, and all that these refer
 * to, in memory until the next full garbage collection.
 */
export class TimedList {
  readonly #checkMs: number;
  readonly #clock: Clock;
  #first: Timed | undefined;
  /** The entry that the running check comes to next. */
  #nextToCheck: Timed | undefined;
  #timer: Timer | undefined;
  #checkedAt = 0;
  /** Number of entries that have ended in this turn of the running check. */
  #ended = 0;
  /** Whether the running check goes on in the next turn. */
  #goesOn = false;
  /** Whether the next check has come meanwhile, which begins with the first entry again. */
  #isDue = false;
  /**
   * Milliseconds in which this process has run while the list had entries, as of the last check:
   * the time between two checks counts as at most `maxStepMs`. An entry that compares it with an
   * earlier value learns for how long it has waited for others.
   */
  runningMs = 0;

  /** @param checkMs milliseconds between two checks */
  constructor(checkMs: number, clock: Clock = systemClock) {
    this.#checkMs = checkMs;
    this.#clock = clock;
  }

  /** Has no effect for an entry that is in the list. */
  add(entry: Timed): void {
    if (entry.next || entry.previous || this.#first === entry) return;
    entry.next = this.#first;
    if (this.#first) this.#first.previous = entry;
    this.#first = entry;
    if (this.#timer !== undefined) return;
    this.#checkedAt = this.#clock.now();
    this.#startTimer();
  }

  /** Has no effect for an entry that is not in the list. */
  delete(entry: Timed): void {
    const { next, previous } = entry;
    if (!next && !previous && this.#first !== entry) return;
    this.#ended += 1;
    if (this.#nextToCheck === entry) this.#nextToCheck = next;
    if (next) next.previous = previous;
    if (previous) previous.next = next;
    else if (this.#first === entry) this.#first = next;
    entry.next = undefined;
    entry.previous = undefined;
  }

  /** Called when an entry ends that stays in the list: others wait for the next turn. */
  countEnd(): void {
    this.#ended += 1;
  }

  #startTimer(): void {
    this.#timer = this.#clock.after(this.#checkMs, this.#check);
  }

  readonly #check = (): void => {
    const now = this.#clock.now();
    this.runningMs += Math.min(now - this.#checkedAt, maxStepMs);
    this.#checkedAt = now;
    // Before the walk, which can throw: later entries have to be checked nevertheless.
    this.#startTimer();
    this.#isDue = this.#goesOn;
    if (this.#goesOn) return;
    this.#nextToCheck = this.#first;
    this.#walk();
    if (this.#first !== undefined) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  };

  /** Checks the entries from `#nextToCheck` on. */
  #walk(): void {
    const now = this.#clock.now();
    this.#ended = 0;
    for (let entry = this.#nextToCheck; entry !== undefined; entry = this.#nextToCheck) {
      this.#goesOn = this.#ended >= maxEndsPerTurn && now < entry.endAt + maxLateMs;
      if (this.#goesOn) return this.#walkLater();
      this.#nextToCheck = entry.next;
      entry.check(now);
    }
    this.#goesOn = this.#isDue;
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#nextToCheck = this.#first;
    this.#walkLater();
  }

  #walkLater(): void {
    // Not `unref`: while nothing else happens, the loop would wait for the next timer.
    setImmediate(() => this.#walk());
  }
}
