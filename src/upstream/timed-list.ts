/** Checks regularly whether things are over: one timer for all, because there are so many. */

/** Something that ends at some time. */
export abstract class Timed {
  /** Instant in ms of `performance.now()` from which `expire` is called. */
  abstract endAt: number;
  /** Its neighbours in the list; set by `TimedList` alone. */
  next: Timed | undefined = undefined;
  previous: Timed | undefined = undefined;

  /** Called at each check until it deletes the entry, or sets a later `endAt`. */
  abstract expire(): void;

  /** Called regularly. @param now in ms of `performance.now()` */
  check(now: number): void {
    if (now >= this.endAt) this.expire();
  }
}

/**
 * Entries that have not ended. They are linked to each other: the tables that a `Set` or `Map` of
 * the process discards while entries come and go would keep old entries, and all that these refer
 * to, in memory until the next full garbage collection.
 */
export class TimedList {
  readonly #checkMs: number;
  #first: Timed | undefined;
  /** The entry that the running check comes to next. */
  #nextToCheck: Timed | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param checkMs milliseconds between two checks */
  constructor(checkMs: number) {
    this.#checkMs = checkMs;
  }

  /** Has no effect for an entry that is in the list. */
  add(entry: Timed): void {
    if (entry.next || entry.previous || this.#first === entry) return;
    entry.next = this.#first;
    if (this.#first) this.#first.previous = entry;
    this.#first = entry;
    this.#timer ??= setInterval(() => this.#check(), this.#checkMs).unref();
  }

  /** Has no effect for an entry that is not in the list. */
  delete(entry: Timed): void {
    const { next, previous } = entry;
    if (this.#nextToCheck === entry) this.#nextToCheck = next;
    if (next) next.previous = previous;
    if (previous) previous.next = next;
    else if (this.#first === entry) this.#first = next;
    entry.next = undefined;
    entry.previous = undefined;
  }

  #check(): void {
    const now = performance.now();
    for (let entry = this.#first; entry !== undefined; entry = this.#nextToCheck) {
      this.#nextToCheck = entry.next;
      entry.check(now);
    }
    if (this.#first !== undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
