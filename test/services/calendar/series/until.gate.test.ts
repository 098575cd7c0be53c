/**
 * Rules whose `UNTIL` is a date, of all-day events and of events with times: it allows the whole
 * day, by the clock of the series.
 */
import { describe, expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { type EventTimeJson, Move } from '../../../../src/services/calendar/series/clock.ts';
import { SeriesRule } from '../../../../src/services/calendar/series/rule.ts';
import { checkRecurrenceOf } from '../../../../src/services/calendar/event/write/recurrence-input.ts';
import { start as startOfSandbox } from '../../../support/gateway/sandbox.ts';
import {
  inEachForm,
  occurrenceIdAt,
  seriesId,
  useSeries,
} from '../../../support/scenario/series.ts';

const firstDay = Temporal.PlainDate.from('2026-03-27');

/** A daily series: `time` is local, and without one it is all-day. */
interface Daily {
  readonly zone: string;
  readonly time?: string;
}

const series: readonly Daily[] = [
  // Clocks change in each of these zones within the first days.
  ...['Europe/Stockholm', 'Pacific/Auckland'].flatMap((zone) =>
    ['00:30', '09:00', '23:30'].map((time) => ({ zone, time })),
  ),
  { zone: 'America/Los_Angeles', time: '20:00' },
  { zone: 'UTC', time: '23:30' },
  { zone: 'UTC' },
];

/** The start on a day, counted from the first one. */
function timeOn({ zone, time }: Daily, days: number): EventTimeJson {
  const date = firstDay.add({ days });
  if (time === undefined) return { date: date.toString() };
  const local = date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone);
  return { dateTime: local.toString({ timeZoneName: 'never' }), timeZone: zone };
}

const instantOn = (daily: Daily, days: number): number => {
  const { date, dateTime } = timeOn(daily, days);
  return Date.parse(date ?? dateTime!);
};

const dayText = (days: number): string => firstDay.add({ days }).toString().replaceAll('-', '');

const ruleOf = (start: EventTimeJson, recurrence: readonly string[]): SeriesRule =>
  new SeriesRule({ start, recurrence, timeZone: 'UTC' });

const from = -1;
const to = 12;
const allDays = Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The days, counted from the first one, on which a series has an occurrence. */
const daysOf = (rule: SeriesRule, daily: Daily): number[] =>
  allDays.filter((days) => rule.hasOccurrence(instantOn(daily, days)));

const between = (first: number, last: number): number[] =>
  allDays.filter((days) => first <= days && days <= last);

const moves: Readonly<Record<string, (daily: Daily) => Daily & { readonly days: number }>> = {
  'to the next day': (daily) => ({ ...daily, days: 1 }),
  'to the day before': (daily) => ({ ...daily, days: -1 }),
  'to the evening': ({ zone }) => ({ zone, time: '22:15', days: 0 }),
  'to the early morning': ({ zone }) => ({ zone, time: '00:10', days: 0 }),
  'to another zone': () => ({ zone: 'Asia/Tokyo', time: '09:00', days: 0 }),
  'to the whole day': ({ zone }) => ({ zone, days: 0 }),
};

describe.each(series)('a rule with a date as UNTIL: %j', (daily) => {
  const first = timeOn(daily, 0);
  const recurrence = (last: number): string[] => [`RRULE:FREQ=DAILY;UNTIL=${dayText(last)}`];

  it.each(between(0, 9))('has its last occurrence on that day: %i', (last) => {
    const rule = ruleOf(first, recurrence(last));
    expect(daysOf(rule, daily)).toEqual(between(0, last));
    expect(rule.count()).toBe(last + 1);
    for (const days of allDays)
      expect(rule.hasOccurrenceBefore(instantOn(daily, days), new Set())).toBe(days > 0);
  });
  it.each(between(1, 9))('is divided before each of its occurrences: %i', (last) => {
    const rule = ruleOf(first, recurrence(last));
    for (const days of between(1, last)) {
      const { before, after } = rule.splitAt(instantOn(daily, days));
      expect(daysOf(ruleOf(first, before), daily)).toEqual(between(0, days - 1));
      expect(daysOf(ruleOf(timeOn(daily, days), after), daily)).toEqual(between(days, last));
    }
    expect(() => rule.splitAt(instantOn(daily, last + 1))).toThrow('does not follow');
  });
  it.each(Object.keys(moves))('moves with its series %s', (name) => {
    const next = moves[name]!(daily);
    for (const last of between(0, 9)) {
      const rule = ruleOf(first, recurrence(last));
      for (const days of new Set([0, last])) {
        const instant = instantOn(daily, days);
        const start = timeOn(next, days + next.days);
        const move = new Move({ clock: rule.clock, instant }, start, daily.zone);
        const moved = ruleOf(timeOn(next, next.days), rule.movedBy(move));
        expect(daysOf(moved, next)).toEqual(between(next.days, last + next.days));
        expect(moved.count()).toBe(last + 1);
      }
    }
  });
  it.each(between(0, 9))('is accepted from the day of the start on: %i', (days) => {
    const check = (last: number) => () =>
      checkRecurrenceOf({ start: timeOn(daily, days), recurrence: recurrence(last) });
    expect(check(days - 1)).toThrow('before the start');
    for (const last of [days, days + 1]) expect(check(last)).not.toThrow();
  });
});

const tools = useSeries();
const { studio, makeSeries, occurrences, update, remove, seriesNow } = tools;

/** A weekly series with the ends of the ids of its occurrences, and their days. */
interface Weekly {
  readonly name: string;
  readonly times: (day: string, hours?: number) => Readonly<Record<'start' | 'end', object>>;
  readonly idOf: (day: string) => string;
}

const zoned = (dateTime: string, timeZone: string) => ({ dateTime, timeZone });

const weeklies: readonly Weekly[] = [
  {
    name: 'times whose day in UTC is the same',
    times: (day, hours = 9) => ({
      start: zoned(`${day}T${String(hours).padStart(2, '0')}:00:00`, 'Asia/Kolkata'),
      end: zoned(`${day}T${String(hours + 1).padStart(2, '0')}:00:00`, 'Asia/Kolkata'),
    }),
    idOf: (day) => `${day.replaceAll('-', '')}T033000Z`,
  },
  {
    name: 'times whose day in UTC is the next one',
    times: (day, hours = 9) => ({
      start: zoned(`${day}T${hours + 10}:00:00`, 'America/Phoenix'),
      end: zoned(`${day}T${hours + 11}:00:00`, 'America/Phoenix'),
    }),
    idOf: (day) =>
      `${Temporal.PlainDate.from(day).add({ days: 1 }).toString().replaceAll('-', '')}T020000Z`,
  },
  {
    name: 'whole days',
    times: (day) => ({
      start: { date: day },
      end: { date: Temporal.PlainDate.from(day).add({ days: 1 }).toString() },
    }),
    idOf: (day) => day.replaceAll('-', ''),
  },
];

const third = '2026-03-25';

const writes: Readonly<Record<string, (weekly: Weekly, id: string) => Promise<any>>> = {
  'an update FOLLOWING': (_, id) => update(id, { scope: 'FOLLOWING', location: 'Room 2' }),
  'an update FOLLOWING with other times': ({ times }, id) =>
    update(id, { scope: 'FOLLOWING', ...times(third, 11) }),
  'an update ALL with other times': ({ times }, id) =>
    update(id, { scope: 'ALL', ...times(third, 11) }),
  'an update ALL with another day': ({ times }, id) =>
    update(id, { scope: 'ALL', ...times('2026-03-27') }),
  'a deletion FOLLOWING': (_, id) => remove(id, { scope: 'FOLLOWING' }),
};

const cases = weeklies.flatMap((weekly) =>
  Object.keys(writes).map((write) => ({ name: weekly.name, weekly, write })),
);

inEachForm('a series whose UNTIL is a date', () => {
  it.each(cases)(
    'has the occurrences of one with a COUNT after $write: $name',
    async ({ weekly, write }) => {
      const outcome = async (end: string) => {
        studio.sandbox.reset(startOfSandbox);
        const times = weekly.times('2026-03-11');
        await makeSeries({ ...times, places: [], moved: times }, end);
        const before = await occurrences(seriesId);
        const { errors } = await writes[write]!(weekly, occurrenceIdAt(weekly.idOf(third)));
        return { before, errors, after: await occurrences(...seriesNow()) };
      };
      const expected = await outcome('COUNT=5');
      expect(expected.errors).toEqual([]);
      expect(await outcome('UNTIL=20260408')).toEqual(expected);
      // The days after the last occurrence have none.
      expect(await outcome('UNTIL=20260414')).toEqual(expected);
    },
  );
});
