/**
 * Recurring events: the occurrences of a series, and its instances (their events).
 * Rules are RFC 5545 and expanded by rrule-temporal, in the time zone of the event.
 */
import { LRUCache } from 'lru-cache';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { day } from '../../time.ts';
import type { CalendarEntity, EventEntity } from '../state.ts';
import { type EventTime, instantOf, toZoned, zoneName } from '../time-zone.ts';
import { namedDays, occurrenceId } from './occurrence-id.ts';

/** `20260310`: the date format of iCalendar and of some instance ids. */
const compactDate = (date: string): string => date.replaceAll('-', '');

/** `20260310T080000Z`: the date-time format of iCalendar and of some instance ids. */
const compactInstant = (instant: number): string =>
  `${new Date(instant).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/** The first line of the rule: when and in which time zone the series starts. */
function dtStartOf(start: EventTime, calendarTimeZone: string): string {
  if (start.date !== undefined) return `DTSTART;VALUE=DATE:${compactDate(start.date)}`;
  const timeZone = start.timeZone ?? calendarTimeZone;
  const local = toZoned(instantOf(start, timeZone), timeZone).toPlainDateTime();
  const text = local.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
  return timeZone === 'UTC' ? `DTSTART:${text}Z` : `DTSTART;TZID=${zoneName(timeZone)}:${text}`;
}

/** A line whose time zone the library knows: it cannot read the colon of an offset. */
const withZoneName = (line: string): string =>
  line.replace(
    /;TZID="?((?:GMT|UTC)?[+-]\d{1,2}(?::?\d\d)?)"?:/,
    (_, zone: string) => `;TZID=${zoneName(zone)}:`,
  );

/**
 * The lines without what other programs have added for themselves. Google Calendar keeps it
 * (issue 81409 of home-assistant/core, 2022), and nobody else reads it (RFC 5545, section 3.2).
 */
const withoutExtensions = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !line.startsWith('X-'))
    .map((line) => line.replace(/^[^:]+/, (name) => name.replaceAll(/;X-[^;]*/g, '')));

/** @throws Error if a line cannot be parsed or contradicts the start */
const parseRule = (
  lines: readonly string[],
  start: EventTime,
  { resource }: CalendarEntity,
): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: [
      dtStartOf(start, resource.timeZone),
      ...withoutExtensions(lines).map(withZoneName),
    ].join('\n'),
    temporal: Temporal,
    cache: false,
  });

const datesLine = /^(EXDATE|RDATE)[;:].+/;
const ruleLine = /^RRULE:[A-Z]+=[^;=]+(;[A-Z]+=[^;=]+)*$/;
const supportedFrequency = /[:;]FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;|$)/;

/**
 * Whether the `recurrence` of an event is valid: one RRULE line, any EXDATE and RDATE lines. The
 * sandbox does not support EXRULE, which RFC 5545 deprecates.
 */
export function isRecurrence(
  lines: readonly string[],
  start: EventTime,
  calendar: CalendarEntity,
): boolean {
  const [rule, ...more] = withoutExtensions(lines).filter((line) => !datesLine.test(line));
  if (rule === undefined || more.length > 0) return false;
  if (!ruleLine.test(rule) || !supportedFrequency.test(rule)) return false;
  if (/[:;]COUNT=/.test(rule) && /[:;]UNTIL=/.test(rule)) return false;
  try {
    // The search throws if the rule never has an occurrence, such as every 30 February.
    parseRule(lines, start, calendar).next(new Date(0));
    return true;
  } catch {
    return false;
  }
}

/** The expansion of an endless series stops after this many occurrences. */
const maxOccurrences = 5_000;

/** An occurrence: when it starts, and the instant in milliseconds. */
type Occurrence = readonly [start: EventTime, instant: number];

/** The occurrences of a series before an instant, in ascending order. */
interface Expansion {
  readonly before: number;
  readonly occurrences: readonly Occurrence[];
}

/** By what the occurrences depend on: the same series are listed again and again. */
const expansions = new LRUCache<string, Expansion>({ max: 500 });

/** The start times of a series before an instant (milliseconds), without the excluded ones. */
export function occurrencesOf(
  { start, recurrence = [] }: EventEntity,
  calendar: CalendarEntity,
  before: number,
): EventTime[] {
  const timeZone = start.timeZone ?? calendar.resource.timeZone;
  const key = JSON.stringify([start, recurrence, timeZone]);
  let expansion = expansions.get(key);
  if (expansion === undefined || expansion.before < before) {
    const rule = parseRule(recurrence, start, calendar);
    const occurrences = (start.date === undefined ? timesOf : datesOf)(rule, timeZone, before);
    expansions.set(key, (expansion = { before, occurrences }));
  }
  const starts: EventTime[] = [];
  for (const [each, instant] of expansion.occurrences) {
    if (instant >= before) break;
    starts.push({ ...each });
  }
  return starts;
}

const timesOf = (rule: RRuleTemporal, timeZone: string, before: number): Occurrence[] =>
  rule
    .all((time, index) => index < maxOccurrences && time.epochMilliseconds < before)
    .map(({ epochMilliseconds }) => [
      { dateTime: new Date(epochMilliseconds).toISOString(), timeZone },
      epochMilliseconds,
    ]);

function datesOf(rule: RRuleTemporal, timeZone: string, before: number): Occurrence[] {
  // The library returns the dates of all-day series as midnight UTC.
  const midnight = (time: Temporal.ZonedDateTime): number =>
    time.toPlainDate().toZonedDateTime(zoneName(timeZone)).epochMilliseconds;
  return rule
    .all((time, index) => index < maxOccurrences && midnight(time) < before)
    .map((time) => [{ date: time.toPlainDate().toString() }, midnight(time)]);
}

function instanceId(
  { opaqueSeries }: CalendarEntity,
  seriesId: string,
  { date, dateTime }: EventTime,
): string {
  const place = date === undefined ? compactInstant(Date.parse(dateTime!)) : compactDate(date);
  return occurrenceId(opaqueSeries.has(seriesId) ? 'opaque' : 'start', seriesId, place);
}

/** The date `ms` milliseconds after another date. */
const laterDate = (date: string, ms: number): string =>
  new Date(Date.parse(date) + ms).toISOString().slice(0, 10);

/** The end of the instance that starts at `start`. */
function endOf({ start: first, end }: EventEntity, start: EventTime, timeZone: string): EventTime {
  if (start.date !== undefined)
    return { date: laterDate(start.date, Date.parse(end.date!) - Date.parse(first.date!)) };
  const duration = instantOf(end, timeZone) - instantOf(first, timeZone);
  const instant = Date.parse(start.dateTime!) + duration;
  return { ...end, dateTime: new Date(instant).toISOString() };
}

/** The event of one occurrence of a series, as long as it has not been changed individually. */
export function instanceOf(
  series: EventEntity,
  calendar: CalendarEntity,
  start: EventTime,
): EventEntity {
  const { recurrence: _, ...rest } = series;
  return {
    ...rest,
    id: instanceId(calendar, series.id, start),
    start,
    end: endOf(series, start, calendar.resource.timeZone),
    recurringEventId: series.id,
    originalStartTime: start,
  };
}

/** The instances of a series that originally start before an instant, with their changes. */
export const instancesOf = (
  series: EventEntity,
  calendar: CalendarEntity,
  before: number,
): EventEntity[] =>
  occurrencesOf(series, calendar, before).map((start) => {
    const instance = instanceOf(series, calendar, start);
    return calendar.events.get(instance.id) ?? instance;
  });

/** The stored instances of a series: those with individual changes, and the cancelled ones. */
export const exceptionsOf = ({ events }: CalendarEntity, { id }: EventEntity): EventEntity[] =>
  [...events.values()].filter(({ recurringEventId }) => recurringEventId === id);

/** The event with an id; also finds instances that have not been changed individually. */
export function findEvent(calendar: CalendarEntity, id: string): EventEntity | undefined {
  const event = calendar.events.get(id);
  if (event) return event;
  for (const { seriesId, day: named } of namedDays(calendar.events.keys(), id)) {
    const series = calendar.events.get(seriesId);
    if (series?.recurrence === undefined) continue;
    const before = Date.parse(named) + 3 * day;
    const found = instancesOf(series, calendar, before).find((instance) => instance.id === id);
    if (found) return found;
  }
  return undefined;
}
