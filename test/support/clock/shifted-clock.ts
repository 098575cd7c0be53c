/** The computer's clock, ahead by as much as a test wants. */
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';

export class ShiftedClock implements Clock {
  #aheadMs = 0;

  readonly now = (): number => systemClock.now() + this.#aheadMs;
  readonly wallTime = (): number => systemClock.wallTime() + this.#aheadMs;
  readonly sleep = systemClock.sleep.bind(systemClock);
  readonly after = systemClock.after.bind(systemClock);

  /** What sleeps or waits is not woken. */
  shift(ms: number): void {
    this.#aheadMs += ms;
  }
}
