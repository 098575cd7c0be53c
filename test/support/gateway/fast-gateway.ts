/** A gateway for tests with a page, which waits for what really happens, but not for intervals. */
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';
import { type GatewayOptions, type RunningGateway, startGateway } from './gateway.ts';

let skippedMs = 0;

/** Sleeps for a 20th of each time, and advances by all of it. */
const fastClock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + skippedMs,
  async sleep(ms, signal) {
    const end = fastClock.now() + ms;
    await systemClock.sleep(ms / 20, signal);
    if (signal?.aborted !== true) skippedMs += Math.max(0, end - fastClock.now());
  },
};

const hour = String(60 * 60_000);

/** Limits that compare two instants: the clock advances by many sleeps within a slow request. */
const limits: Readonly<Record<string, string>> = {
  BREAKER_SLOW_MS: hour,
  CALL_TIMEOUT_MS: hour,
  FIRST_BYTE_TIMEOUT_MS: hour,
  RECEIVE_TIMEOUT_MS: hour,
  REQUEST_DEADLINE_MS: hour,
  STREAM_IDLE_TIMEOUT_MS: hour,
};

/** Starts a gateway whose sleeps take a 20th of their time. */
export const startFastGateway = (options: Omit<GatewayOptions, 'clock'>): Promise<RunningGateway> =>
  startGateway({ ...options, clock: fastClock, env: { ...limits, ...options.env } });
