/** The computer's clock with sleeps of a test. */
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';

/** @param sleep takes the place of `Clock.sleep` */
export const clockWithSleep = (sleep: Clock['sleep']): Clock => ({ ...systemClock, sleep });

/** Every sleep ends at once. @param waits receives the milliseconds of each */
export const clockWithoutSleep = (waits: number[] = []): Clock =>
  clockWithSleep((ms) => Promise.resolve(void waits.push(ms)));

/**
 * A clock that only sleeps advance, as those of feeds: what is checked all the time, such as the
 * end of calls, is checked by the computer's clock. A test that lets hours pass has no time for
 * each of these checks.
 */
export const withRealTimers = ({ now, wallTime, sleep }: Clock): Clock => ({
  now,
  wallTime,
  sleep,
  after: systemClock.after,
});
