/** A wait that can be ended early. */
import type { Clock } from '../caller/clock.ts';

/** Sleeps until an instant or the next ring. One sleep at a time. */
export class Alarm {
  readonly #clock: Clock;
  #sleep = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param instant in ms; @returns resolves then, or at the next `ring` */
  sleepUntil(instant: number): Promise<void> {
    this.#sleep = new AbortController();
    return this.#clock.sleep(instant - this.#clock.now(), this.#sleep.signal);
  }

  /** Ends the current sleep, if there is one. */
  ring(): void {
    // Without a reason it would make an error, and thousands of subscribers can ring.
    this.#sleep.abort(null);
  }
}
