/** The places of a series, expanded by the package `rrule`: local starts, without a time zone. */
// oxlint-disable-next-line import/default -- Node loads its CommonJS build.
import rrule from 'rrule';
import type { Rule } from './series-case.ts';

const { RRule } = rrule;

const weekdayOf = (text: string) => {
  const [, nth, name] = /^(-?\d+)?(\w\w)$/.exec(text)!;
  const weekday = RRule[name as 'MO'];
  return nth === undefined ? weekday : weekday.nth(Number(nth));
};

/** No series of a case has more places than this in its window. */
const maxPlaces = 400;

/**
 * The local starts of all occurrences of a rule, also of the excluded ones.
 * @param before exclusive, for rules without an end
 */
export function placesOf(
  { frequency, interval, byDay, byMonthDay, byHour, count, until }: Rule,
  start: number,
  before: number,
): number[] {
  const rule = new RRule({
    freq: RRule[frequency],
    dtstart: new Date(start),
    interval,
    byweekday: byDay?.map(weekdayOf) ?? null,
    bymonthday: byMonthDay ?? null,
    byhour: byHour ? [...byHour] : null,
    count: count ?? null,
    until: until === undefined ? null : new Date(until),
  });
  return rule
    .all((date, index) => index < maxPlaces && date.getTime() < before)
    .map((date) => date.getTime());
}
