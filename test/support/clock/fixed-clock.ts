/** A clock whose time tests set; its sleeps and timers are those of the computer. */
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';

/** Stands still at the instant that was set last. All instants are in the form of RFC 3339. */
export class FixedClock implements Clock {
  #now: number;
  readonly sleep = systemClock.sleep;
  readonly after = systemClock.after;

  constructor(instant: string) {
    this.#now = Date.parse(instant);
  }

  readonly now = (): number => this.#now;
  readonly wallTime = this.now;

  set(instant: string): void {
    this.#now = Date.parse(instant);
  }
}
