/** Ends the calls whose time is over. */

/** A call that ends at some time. */
export interface TimedCall {
  /** Instant in ms of `performance.now()` from which `expire` is called. */
  readonly endAt: number;
  /** Ends the call, or sets a later `endAt`. */
  expire(): void;
  /** Its neighbours among the open calls; set by `OpenCalls` alone. */
  nextOpen: TimedCall | undefined;
  previousOpen: TimedCall | undefined;
}

/** Milliseconds between two checks: one timer serves all calls, because there are so many. */
const checkMs = 20;

/**
 * The calls that have not ended. They are a linked list: the discarded tables of a `Set` would keep
 * ended calls in memory until the next full garbage collection.
 */
export class OpenCalls {
  #first: TimedCall | undefined;
  #timer: NodeJS.Timeout | undefined;

  add(call: TimedCall): void {
    call.nextOpen = this.#first;
    if (this.#first) this.#first.previousOpen = call;
    this.#first = call;
    this.#timer ??= setInterval(() => this.#check(), checkMs);
  }

  /** Has no effect for a call that was deleted before. */
  delete(call: TimedCall): void {
    const { nextOpen, previousOpen } = call;
    if (nextOpen) nextOpen.previousOpen = previousOpen;
    if (previousOpen) previousOpen.nextOpen = nextOpen;
    else if (this.#first === call) this.#first = nextOpen;
    call.nextOpen = undefined;
    call.previousOpen = undefined;
  }

  #check(): void {
    const now = performance.now();
    for (let call = this.#first; call !== undefined; ) {
      const { nextOpen } = call;
      if (now >= call.endAt) call.expire();
      call = nextOpen;
    }
    if (this.#first !== undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
