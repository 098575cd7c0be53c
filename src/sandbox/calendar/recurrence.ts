/** Series: the occurrences that recurrence rules stand for, and the events they are when shown one by one. */
import { day } from '../time.ts';
import type { Event, StoredCalendar } from './state.ts';
import { type EventTime, instantAt, instantOf, offsetAt } from './zone.ts';

type Parts = Readonly<Record<string, string>>;

const compact = (ms: number): string =>
  `${new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/** `20260310`, `20260310T080000` or `20260310T080000Z` in ms, as if it were UTC. */
const stamp = (text: string): number =>
  Date.parse(
    text.replace(
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/,
      (_, y, m, d, h = '00', i = '00', s = '00') => `${y}-${m}-${d}T${h}:${i}:${s}Z`,
    ),
  );

const partsOf = (line: string): Parts =>
  Object.fromEntries(
    line
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=')),
  ) as Parts;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const sinceMonday = (wall: number): number => (new Date(wall).getUTCDay() + 6) % 7;

/** Whether the rules are ones that the sandbox can expand. */
export const isRecurrence = (lines: readonly string[]): boolean =>
  lines.some((line) => line.startsWith('RRULE:')) &&
  lines.every(
    (line) =>
      /^EXDATE[;:]/.test(line) ||
      /^RRULE:(?=.*FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY))([A-Z]+=[^;=]+)(;[A-Z]+=[^;=]+)*$/.test(line),
  );

/** Wall-clock starts of a rule without end, in order: all weekdays of a week, or the same day of later months. */
function* walls(first: number, { FREQ, INTERVAL = '1', BYDAY }: Parts): Generator<number> {
  const every = Number(INTERVAL);
  const months = FREQ === 'MONTHLY' ? every : FREQ === 'YEARLY' ? 12 * every : 0;
  const days = BYDAY?.split(',')
    .map((name) => weekdays.indexOf(name))
    .toSorted((a, b) => a - b) ?? [sinceMonday(first)];
  const monday = first - sinceMonday(first) * day;
  for (let turn = 0; turn < 10_000; turn++) {
    if (FREQ === 'DAILY') yield first + turn * every * day;
    else if (FREQ === 'WEEKLY')
      yield* days
        .map((index) => monday + (turn * every * 7 + index) * day)
        .filter((wall) => wall >= first);
    else {
      const date = new Date(first);
      date.setUTCMonth(date.getUTCMonth() + turn * months);
      if (date.getUTCDate() === new Date(first).getUTCDate()) yield date.getTime();
    }
  }
}

/** Starts of a series' occurrences before an instant (ms), exceptions included, excluded dates left out. */
export function* occurrences(
  { start, recurrence = [] }: Event,
  { calendar }: StoredCalendar,
  before: number,
): Generator<EventTime> {
  const zone = start.timeZone ?? calendar.timeZone;
  const timed = start.dateTime !== undefined;
  const begin = instantOf(start, zone);
  const first = begin + offsetAt(zone, begin);
  const rule = partsOf(
    recurrence.find((line) => line.startsWith('RRULE:')) ?? 'RRULE:FREQ=DAILY;COUNT=1',
  );
  const until =
    rule['UNTIL'] === undefined
      ? Infinity
      : stamp(rule['UNTIL']) + (rule['UNTIL'].includes('T') ? 0 : day - 1);
  const excluded = new Set(
    recurrence.filter((line) => line.startsWith('EXDATE')).flatMap((line) => datesOf(line, zone)),
  );
  let left = Number(rule['COUNT'] ?? Infinity);
  for (const wall of walls(first, rule)) {
    const instant = instantAt(wall, zone);
    if (left-- <= 0 || instant > until || instant >= before) return;
    if (excluded.has(instant)) continue;
    yield timed
      ? { dateTime: new Date(instant).toISOString(), timeZone: zone }
      : { date: new Date(wall).toISOString().slice(0, 10) };
  }
}

function datesOf(line: string, zone: string): number[] {
  const [head, dates] = line.split(':') as [string, string];
  const own = /TZID=([^;:]+)/.exec(head)?.[1] ?? zone;
  return dates
    .split(',')
    .map((text) => (text.endsWith('Z') ? stamp(text) : instantAt(stamp(text), own)));
}

const instanceId = (series: string, { date, dateTime }: EventTime): string =>
  `${series}_${date === undefined ? compact(Date.parse(dateTime!)) : date.replaceAll('-', '')}`;

/** The event that one occurrence of a series is, as long as nobody has changed it. */
export function instanceOf(series: Event, shelf: StoredCalendar, at: EventTime): Event {
  const { recurrence: _, ...rest } = series;
  const zone = shelf.calendar.timeZone;
  const length = instantOf(series.end, zone) - instantOf(series.start, zone);
  const end =
    at.date === undefined
      ? { ...series.end, dateTime: new Date(Date.parse(at.dateTime!) + length).toISOString() }
      : {
          date: new Date(
            Date.parse(at.date) + Date.parse(series.end.date!) - Date.parse(series.start.date!),
          )
            .toISOString()
            .slice(0, 10),
        };
  return {
    ...rest,
    id: instanceId(series.id, at),
    start: at,
    end,
    recurringEventId: series.id,
    originalStartTime: at,
  };
}

/** A series' instances before an instant; those that were changed stand as they were changed. */
export function instances(series: Event, shelf: StoredCalendar, before: number): Event[] {
  return [...occurrences(series, shelf, before)].map((at) => {
    const instance = instanceOf(series, shelf, at);
    return shelf.events.get(instance.id) ?? instance;
  });
}

/** The event under an id, be it an instance that nobody has changed yet. */
export function eventOf(shelf: StoredCalendar, id: string): Event | undefined {
  const held = shelf.events.get(id);
  if (held) return held;
  const [, name, when] = /^(.+)_(\d{8}(?:T\d{6}Z)?)$/.exec(id) ?? [];
  const series = name === undefined ? undefined : shelf.events.get(name);
  if (series?.recurrence === undefined) return undefined;
  return instances(series, shelf, stamp(when!) + 2 * day).find((instance) => instance.id === id);
}
