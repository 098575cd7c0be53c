/** The day by which the services count their quotas: it begins at midnight Pacific time, summer or winter. */

export interface Day {
  /** `2027-03-14`. */
  readonly name: string;
  /** When the next one begins, in ms since 1970. */
  readonly end: number;
}

const hour = 3_600_000;
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
const nameAt = (instant: number): string => calendar.format(instant);

let last: Day | undefined;

export function dayAt(now: number): Day {
  if (last && now < last.end && now >= last.end - 23 * hour) return last;
  const name = nameAt(now);
  // The clock is seven or eight hours behind; it is set at two, so that there is one midnight every day.
  const noon = Date.parse(`${name}T12:00:00Z`);
  const midnights = [7, 8].map((behind) => noon + (12 + behind) * hour);
  last = { name, end: midnights.find((instant) => nameAt(instant) !== name)! };
  return last;
}
