/** Cases in the form of the REST API. */
import { DateTime } from 'luxon';
import type { Occurrence } from './expectation.ts';
import { placesOf } from './places.ts';
import { type Rule, type SeriesCase, usualFields } from './series-case.ts';
import { instantOf } from './wall-clock.ts';

/** `20260329T080000`, without the separators of ISO 8601. */
const compact = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');

const compactDate = (ms: number): string => compact(ms).slice(0, 8);

/** A start or an end, with the offset of its time zone. */
export const timeOf = ({ isAllDay, zone }: Pick<SeriesCase, 'isAllDay' | 'zone'>, ms: number) =>
  isAllDay
    ? { date: new Date(ms).toISOString().slice(0, 10) }
    : { dateTime: DateTime.fromMillis(ms, { zone }).toISO({ suppressMilliseconds: true })! };

/** The times of an event, each with the name of its time zone. */
export const timesOf = (series: SeriesCase, { start, end }: { start: number; end: number }) => {
  const zone = series.isAllDay ? {} : { timeZone: series.zone };
  return {
    start: { ...timeOf(series, start), ...zone },
    end: { ...timeOf(series, end), ...zone },
  };
};

/** The id of an occurrence, which its place determines. */
export function occurrenceId(series: SeriesCase, seriesId: string, index: number): string {
  const place = placesOf(series.rule, series.start, Infinity)[index]!;
  const text = series.isAllDay ? compactDate(place) : `${compact(instantOf(place, series.zone))}Z`;
  return `${seriesId}_${text}`;
}

/** The lines of `recurrence`. */
export function recurrenceOf({ rule, start, zone, isAllDay, excluded }: SeriesCase): string[] {
  const places = placesOf(rule, start, Infinity);
  const dates = excluded.map((index) => places[index]!);
  const names = isAllDay ? ';VALUE=DATE' : `;TZID=${zone}`;
  return [
    `RRULE:${partsOf(rule, (until) =>
      isAllDay ? compactDate(until) : `${compact(instantOf(until, zone))}Z`,
    ).join(';')}`,
    ...dates.map((each) => `EXDATE${names}:${isAllDay ? compactDate(each) : compact(each)}`),
  ];
}

const partsOf = (rule: Rule, untilText: (until: number) => string): string[] => [
  `FREQ=${rule.frequency}`,
  ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
  ...(rule.byDay ? [`BYDAY=${rule.byDay.join()}`] : []),
  ...(rule.byMonthDay ? [`BYMONTHDAY=${rule.byMonthDay}`] : []),
  ...(rule.byHour ? [`BYHOUR=${rule.byHour.join()}`] : []),
  ...(rule.count ? [`COUNT=${rule.count}`] : []),
  ...(rule.until === undefined ? [] : [`UNTIL=${untilText(rule.until)}`]),
];

/** The body with which the series is made. */
export const seriesBody = (series: SeriesCase, id: string) => {
  const start = instantOf(series.start, series.zone);
  const times = timesOf(series, { start, end: start + series.duration });
  return { id, ...times, ...usualFields, recurrence: recurrenceOf(series) };
};

/** An occurrence of a list of the REST API. */
export function occurrenceIn(event: any): Occurrence {
  const { start, end, summary = null, location = null, description = null, colorId = null } = event;
  const [from, to] = [start, end].map(({ date, dateTime }) => Date.parse(date ?? dateTime));
  return { start: from!, end: to!, fields: { summary, location, description, colorId } };
}
