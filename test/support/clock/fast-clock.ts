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

const hour = String(60 * 60_000);

/** Settings of a gateway with this clock: other processes can slow a request down by many leaps. */
export const fastClockLimits: Readonly<Record<string, string>> = {
  BREAKER_SLOW_MS: hour,
  CALL_TIMEOUT_MS: hour,
  CONNECT_TIMEOUT_MS: hour,
  FIRST_BYTE_TIMEOUT_MS: hour,
  RECEIVE_TIMEOUT_MS: hour,
  REQUEST_DEADLINE_MS: hour,
  STREAM_IDLE_TIMEOUT_MS: hour,
  WEBSOCKET_IDLE_TIMEOUT_MS: hour,
  WEBSOCKET_PING_MS: hour,
};
