/** The day by which the services count quotas: it begins at midnight Pacific time. */

export interface Day {
  /** `2027-03-14`. */
  readonly name: string;
  /** When the next day begins, in milliseconds since 1970. */
  readonly end: number;
  /** The same, RFC 3339. */
  readonly resetAt: string;
}

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
let last: Day | undefined;

/** @param now milliseconds since 1970 */
export function dayAt(now: number): Day {
  const hour = 3_600_000;
  if (last && now < last.end && now >= last.end - 23 * hour) return last;
  const name = calendar.format(now);
  // Pacific time is seven or eight hours behind UTC; clocks change at two, so midnight is unique.
  const noon = Date.parse(`${name}T12:00:00Z`);
  const midnights = [7, 8].map((behind) => noon + (12 + behind) * hour);
  const end = midnights.find((instant) => calendar.format(instant) !== name)!;
  last = { name, end, resetAt: new Date(end).toISOString() };
  return last;
}
