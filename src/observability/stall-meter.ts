/**
 * Measures for how long the event loop is blocked. The p99 of `prom-client` hides a single stall
 * among the thousands of delays between two scrapes.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Interval in ms of the timer that measures. A stall is what its delay has beyond the interval. */
const intervalMs = 20;

interface StallMeter {
  /** @returns the longest stall in ms since the last call, except one that began with that call */
  take(): number;
}

/** Measures until the process ends. */
export function startStallMeter(): StallMeter {
  const delays = monitorEventLoopDelay({ resolution: intervalMs });
  delays.enable();
  return {
    take: () => {
      const ms = delays.max / 1e6;
      delays.reset();
      return Math.max(0, ms - intervalMs);
    },
  };
}
