/** The instants of spans: of one clock, so that the spans of a trace have the order of events. */
import { measuredNow, systemClock } from '../../engine/caller/clock.ts';

/** Difference in ms from the system's time from which that has been set, and is followed. */
const maxDriftMs = 1_000;

/** What `measuredNow()` counts from, in ms since 1970. */
let { timeOrigin } = performance;

/**
 * The SDK would take each span's instants from a clock of its own, which is off by the time for
 * which the process did not run while it read two.
 *
 * @param at an instant of `measuredNow()`; default: the present
 * @returns milliseconds since 1970
 */
export function instant(at = measuredNow()): number {
  const drift = systemClock.wallTime() - (timeOrigin + measuredNow());
  if (Math.abs(drift) > maxDriftMs) timeOrigin += drift;
  return timeOrigin + at;
}
