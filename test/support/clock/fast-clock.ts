/** A clock for tests with a page, which waits for what really happens, but not for intervals. */
import { type Clock, systemClock } from '../../../src/engine/execution/clock.ts';

let skippedMs = 0;

/** Sleeps for a 20th of each time, and advances by all of it. */
export const fastClock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + skippedMs,
  async sleep(ms, signal) {
    const end = fastClock.now() + ms;
    await systemClock.sleep(ms / 20, signal);
    if (signal?.aborted !== true) skippedMs += Math.max(0, end - fastClock.now());
  },
};
