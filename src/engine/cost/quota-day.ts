/** The day of a quota: the services count units from midnight to midnight, Pacific time. */
import { Temporal } from 'temporal-polyfill';

interface Day {
  /** `2027-03-14`. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** The end as RFC 3339. */
  readonly resetAt: string;
}

let last: Day | undefined;

/** @param now milliseconds since 1970 */
export function dayAt(now: number): Day {
  if (last && now >= last.start && now < last.end) return last;
  const zoned =
    Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('America/Los_Angeles');
  const start = zoned.startOfDay();
  const { epochMilliseconds: end } = start.add({ days: 1 });
  const name = start.toPlainDate().toString();
  last = { name, start: start.epochMilliseconds, end, resetAt: new Date(end).toISOString() };
  return last;
}
