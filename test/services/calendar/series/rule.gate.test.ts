/** The division and the move of series, for random rules. */
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  type EventTimeJson,
  UnsupportedSeries,
  Move,
} from '../../../../src/services/calendar/series/clock.ts';
import { SeriesRule } from '../../../../src/services/calendar/series/rule.ts';
import { seedOf } from '../../../support/random/repeatable-seed.ts';
import { promised } from '../../../support/report/promised-size.ts';

interface Series {
  readonly start: EventTimeJson;
  readonly recurrence: readonly string[];
  readonly timeZone: string;
}

/** How often a law is tried with another series. */
const often = (full: number, quick: number) => ({
  seed: seedOf(process.env),
  numRuns: promised(full, quick),
});

const day = 86_400_000;
const horizon = Date.parse('2027-09-01T00:00:00Z');
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** `20260310T080000`. */
const compact = (iso: string): string => iso.replace(/[-:]/g, '').slice(0, 15);

/** The local time of an instant. */
const local = (instant: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

const dtStart = ({ date, dateTime, timeZone }: EventTimeJson): string =>
  date == null
    ? `DTSTART;TZID=${timeZone!}:${compact(local(Date.parse(dateTime!), timeZone!))}`
    : `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`;

/** All occurrences before the horizon, as the service has them. */
const expand = ({ start, recurrence }: Series): number[] =>
  new RRuleTemporal({
    rruleString: [dtStart(start), ...recurrence].join('\n'),
    temporal: Temporal,
    cache: false,
  })
    .all(({ epochMilliseconds }) => epochMilliseconds < horizon)
    .map(({ epochMilliseconds }) => epochMilliseconds)
    .filter((instant) => instant < horizon);

/** The series without the dates that are excluded or added. */
const ruleOf = (series: Series): Series => ({
  ...series,
  recurrence: series.recurrence.filter((line) => line.startsWith('RRULE')),
});

const timeAt = (instant: number, { date, timeZone }: EventTimeJson): EventTimeJson =>
  date == null
    ? { dateTime: new Date(instant).toISOString(), timeZone: timeZone! }
    : { date: new Date(instant).toISOString().slice(0, 10) };

const days = fc.subarray(weekdays, { minLength: 1 }).map((list) => `;BYDAY=${list.join()}`);
const none = fc.constant('');
const interval = fc.constantFrom('', ';INTERVAL=2', ';INTERVAL=3');
const week = fc.constantFrom('', ';WKST=SU', ';WKST=WE');

/** Rules that a move to another day turns. */
const weekly = fc.oneof(
  fc.tuple(fc.constant('FREQ=DAILY'), fc.constantFrom('', ';INTERVAL=2'), none, none),
  fc.tuple(fc.constant('FREQ=DAILY'), none, days, none),
  fc.tuple(fc.constant('FREQ=WEEKLY'), interval, fc.oneof(none, days), week),
);

const monthly = fc.oneof(
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    interval,
    fc.oneof(
      none,
      fc.constantFrom(';BYMONTHDAY=31', ';BYMONTHDAY=-1', ';BYMONTHDAY=5,20'),
      fc.constantFrom(';BYDAY=2TU', ';BYDAY=-1FR', ';BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'),
    ),
    none,
  ),
  fc.tuple(
    fc.constant('FREQ=YEARLY'),
    none,
    fc.constantFrom('', ';BYMONTH=3,10', ';BYMONTH=4;BYDAY=1SU'),
    none,
  ),
);

const zones = ['Europe/Lisbon', 'America/New_York', 'Asia/Tokyo', 'UTC', undefined];

/** A series that starts with an occurrence of its rule; all-day without a time zone. */
const seriesOf = (rules: typeof weekly, hours: readonly number[]): fc.Arbitrary<Series> =>
  fc
    .record({
      rule: rules.map((parts) => parts.join('')),
      zone: fc.constantFrom(...zones),
      startDay: fc.integer({ min: 0, max: 300 }),
      hour: fc.constantFrom(...hours),
      end: fc.oneof(
        none,
        fc.integer({ min: 1, max: 25 }).map((count) => `COUNT=${count}`),
        fc.integer({ min: 0, max: 60 }).map((last) => `UNTIL ${last}`),
      ),
      excluded: fc.array(fc.nat(30), { maxLength: 4 }),
      added: fc.array(fc.nat(300), { maxLength: 2 }),
    })
    .map(({ rule, zone, startDay, hour, end, excluded, added }) => {
      const from = Date.parse('2026-01-01T00:30:00Z') + startDay * day + hour * 3_600_000;
      const seed: EventTimeJson =
        zone === undefined
          ? { date: new Date(from).toISOString().slice(0, 10) }
          : { dateTime: new Date(from).toISOString(), timeZone: zone };
      const plain = (recurrence: readonly string[], start: EventTimeJson): Series => ({
        start,
        recurrence,
        timeZone: 'Asia/Tokyo',
      });
      const [first] = expand(plain([`RRULE:${rule};COUNT=1`], seed));
      const start = timeAt(first!, seed);
      const all = expand(plain([`RRULE:${rule}`], start));
      const utc = (instant: number): string => `${compact(new Date(instant).toISOString())}Z`;
      const dates = (name: string, instants: readonly number[]): string[] => {
        const texts = instants.map((instant) =>
          zone === undefined ? utc(instant).slice(0, 8) : compact(local(instant, zone)),
        );
        if (texts.length === 0) return [];
        const parameter = zone === undefined ? 'VALUE=DATE' : `TZID=${zone}`;
        return [`${name};${parameter}:${texts.join()}`];
      };
      const until = (place: number): string => {
        const text = utc(all[Math.min(place, all.length - 1)]!);
        return `UNTIL=${zone === undefined ? text.slice(0, 8) : text}`;
      };
      const last = end.replace(/UNTIL (\d+)/, (_, place: string) => until(Number(place)));
      return plain(
        [
          `RRULE:${rule}${last && `;${last}`}`,
          ...dates('EXDATE', [...new Set(excluded.flatMap((place) => all[place] ?? []))]),
          // A day later and some hours: no occurrence of the rule.
          ...dates(
            'RDATE',
            [...new Set(added)].map((offset) => first! + (zone ? 7_200_000 : 0) + offset * day),
          ),
        ],
        start,
      );
    });

const anyHour = [0, 1, 2, 5, 13, 23];

/** Local times that no change of daylight saving time skips, also after a move by two hours. */
const safeHours = [13, 15];

describe('splitAt', () => {
  it('divides the occurrences: both parts together have those of the series', {
    tags: ['fullSize'],
  }, () => {
    fc.assert(
      fc.property(
        seriesOf(fc.oneof(weekly, monthly) as typeof weekly, anyHour),
        fc.nat(40),
        (series, place) => {
          const candidates = expand(ruleOf(series));
          const at = candidates[place % candidates.length]!;
          const { before, after } = new SeriesRule(series).splitAt(at);
          const all = expand(series);
          const head = expand({ ...series, recurrence: before });
          const tail = expand({ ...series, start: timeAt(at, series.start), recurrence: after });
          expect(head).toEqual(all.filter((instant) => instant < at));
          expect(tail).toEqual(all.filter((instant) => instant >= at));
        },
      ),
      often(100, 40),
    );
  });
  it('rejects an occurrence that the rule does not have', () => {
    const series = new SeriesRule({
      start: { date: '2026-03-02' },
      recurrence: ['RRULE:FREQ=WEEKLY', 'RDATE;VALUE=DATE:20260311'],
      timeZone: 'UTC',
    });
    expect(() => series.splitAt(Date.parse('2026-03-11'))).toThrow(UnsupportedSeries);
  });
  it.each([
    [[]],
    [['RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY']],
    [['RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY']],
    [['RRULE:FREQ=DAILY', 'RDATE;VALUE=PERIOD:20260311T080000Z/PT1H']],
    [['RRULE:FREQ=NEVER']],
    [['FREQ=DAILY']],
  ])('does not support %j', (recurrence) => {
    const start = { dateTime: '2026-03-02T08:00:00Z', timeZone: 'UTC' };
    expect(() => new SeriesRule({ start, recurrence, timeZone: 'UTC' })).toThrow(UnsupportedSeries);
  });
});

describe('hasOccurrenceBefore', () => {
  it('finds an occurrence that is neither excluded nor cancelled', { tags: ['fullSize'] }, () => {
    fc.assert(
      fc.property(
        seriesOf(weekly, anyHour),
        fc.nat(8),
        fc.array(fc.nat(8), { maxLength: 8 }),
        (series, place, cancelled) => {
          const all = expand(ruleOf(series));
          const at = all[place % all.length]!;
          const gone = new Set(cancelled.flatMap((each) => all[each] ?? []));
          const expected = expand(series).some((instant) => instant < at && !gone.has(instant));
          expect(new SeriesRule(series).hasOccurrenceBefore(at, gone)).toBe(expected);
        },
      ),
      often(50, 25),
    );
  });
});

describe('movedBy', () => {
  const moved = (series: Series, place: number, ms: number) => {
    const rule = new SeriesRule(series);
    const all = expand(ruleOf(series));
    const instant = all[place % all.length]!;
    const next = timeAt(instant + ms, series.start);
    const move = new Move({ clock: rule.clock, instant }, next, series.timeZone);
    const [first] = all;
    const start = timeAt(move.instantOf(first!), series.start);
    return { move, result: () => ({ ...series, start, recurrence: rule.movedBy(move) }) };
  };
  /** The occurrences after the move, and those before it, each moved. */
  const compared = ({ move, result }: ReturnType<typeof moved>, series: Series) => {
    const limit = horizon - 60 * day;
    const expected = expand(series).map((instant) => move.instantOf(instant));
    const early = (instants: readonly number[]) => instants.filter((instant) => instant < limit);
    return [early(expand(result())), early(expected)] as const;
  };

  it('keeps the distances of all occurrences within a day', { tags: ['fullSize'] }, () => {
    fc.assert(
      fc.property(
        seriesOf(fc.oneof(weekly, monthly) as typeof weekly, safeHours),
        fc.nat(20),
        fc.constantFrom(-2, -1, 1, 2),
        (series, place, hours) => {
          if (series.start.date != null) return;
          const sameDay = moved(series, place, hours * 3_600_000);
          if (sameDay.move.days !== 0) return;
          const [actual, expected] = compared(sameDay, series);
          expect(actual).toEqual(expected);
        },
      ),
      often(100, 40),
    );
  });
  it('turns the weekdays of a rule, and its weeks with them', { tags: ['fullSize'] }, () => {
    fc.assert(
      fc.property(
        seriesOf(weekly, safeHours),
        fc.nat(20),
        fc.integer({ min: -9, max: 9 }),
        (series, place, distance) => {
          const [actual, expected] = compared(moved(series, place, distance * day), series);
          expect(actual).toEqual(expected);
        },
      ),
      often(60, 25),
    );
  });
  it.each([
    ['2027-01-31', 1, 'FREQ=MONTHLY'],
    ['2027-01-30', 1, 'FREQ=MONTHLY'],
    ['2027-01-28', 1, 'FREQ=MONTHLY'],
    ['2027-01-01', -1, 'FREQ=MONTHLY'],
    ['2027-01-29', -1, 'FREQ=MONTHLY'],
    ['2027-03-01', -1, 'FREQ=YEARLY'],
    ['2027-02-28', 1, 'FREQ=YEARLY'],
    ['2024-02-29', 1, 'FREQ=YEARLY'],
    ['2026-03-05', 1, 'FREQ=MONTHLY;BYMONTHDAY=5'],
    ['2026-03-10', 7, 'FREQ=MONTHLY;BYDAY=2TU'],
  ])('refuses days that depend on their month: %s by %i, %s', (date, days, rule) => {
    for (const time of [{ date }, { dateTime: `${date}T10:00:00Z`, timeZone: 'Europe/Lisbon' }]) {
      const series = { start: time, recurrence: [`RRULE:${rule}`], timeZone: 'UTC' };
      const refused = () => moved(series, 0, days * day).result();
      expect(refused).toThrow(UnsupportedSeries);
      expect(refused).toThrow(/give `recurrence` as well/);
    }
  });
  it.each([
    ['FREQ=DAILY;BYHOUR=10', 3600],
    ['FREQ=DAILY;BYHOUR=10,15;COUNT=1', 3600],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=10,15', -3600],
    ['FREQ=DAILY;BYMINUTE=0', 60],
    ['FREQ=DAILY;BYSECOND=0', 1],
  ])('refuses times of day that the rule names: %s by %i seconds', (rule, seconds) => {
    const start = { dateTime: '2027-01-04T10:00:00Z', timeZone: 'UTC' };
    const series = { start, recurrence: [`RRULE:${rule}`], timeZone: 'UTC' };
    expect(() => moved(series, 0, seconds * 1000).result()).toThrow(UnsupportedSeries);
  });
  it.each([
    ['2027-01-05', 3, 'FREQ=MONTHLY'],
    ['2027-01-05', -4, 'FREQ=YEARLY'],
    // Three months have such days, in a leap year.
    ['2024-01-28', 1, 'FREQ=MONTHLY;COUNT=3'],
    ['2024-02-29', 0, 'FREQ=YEARLY'],
    ['2027-01-31', 0, 'FREQ=MONTHLY;BYMONTHDAY=31'],
    ['2027-01-29', 0, 'FREQ=MONTHLY;BYDAY=-1FR'],
  ])('moves what every month has, and times of a day: %s by %i, %s', (date, days, rule) => {
    const start = { dateTime: `${date}T10:00:00Z`, timeZone: 'America/New_York' };
    const recurrence = [`RRULE:${rule}`];
    const move = moved({ start, recurrence, timeZone: 'UTC' }, 0, days * day + 1_800_000);
    expect(move.result().recurrence).toEqual(recurrence);
  });
  it('moves a rule exactly or not at all, between any two clocks', { tags: ['fullSize'] }, () => {
    let moves = 0;
    fc.assert(
      fc.property(
        seriesOf(fc.oneof(weekly, monthly) as typeof weekly, safeHours),
        fc.nat(20),
        fc.constantFrom(...zones),
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(10, 15, 22),
        (timed, place, zone, days, hour) => {
          // Two dates of one day would be one in an all-day series.
          const isRdate = (line: string): boolean => line.startsWith('RDATE');
          const series = {
            ...timed,
            recurrence: timed.recurrence.filter((line) => !isRdate(line)),
          };
          const rule = new SeriesRule(series);
          const all = expand(ruleOf(series));
          const instant = all[place % all.length]!;
          const date = local(instant + days * day, 'UTC').slice(0, 10);
          const next: EventTimeJson = zone
            ? {
                dateTime: new Date(Date.parse(date) + hour * 3_600_000).toISOString(),
                timeZone: zone,
              }
            : { date };
          const move = new Move({ clock: rule.clock, instant }, next, series.timeZone);
          const start = timeAt(move.instantOf(all[0]!), next);
          const result = () => ({ ...series, start, recurrence: rule.movedBy(move) });
          try {
            result();
          } catch (error) {
            if (error instanceof UnsupportedSeries) return;
            throw error;
          }
          moves += 1;
          const [actual, expected] = compared({ move, result }, series);
          expect(actual).toEqual(expected);
        },
      ),
      often(100, 40),
    );
    expect(moves).toBeGreaterThan(promised(20, 8));
  });
  it.each([
    ['2027-03-26', '09:30', '02:30', ['26', '27', '29', '30']],
    ['2027-03-26', '02:30', '09:30', ['26', '27', '28', '29']],
    ['2026-10-24', '09:30', '02:30', ['24', '25', '26', '27']],
    ['2026-10-24', '02:30', '09:30', ['24', '25', '26', '27']],
  ])('moves past a change of the clocks: from %s', (date, from, to, expected) => {
    const timeZone = 'Europe/Berlin';
    const at = (time: string): EventTimeJson => ({
      dateTime: Temporal.PlainDateTime.from(`${date}T${time}`)
        .toZonedDateTime(timeZone)
        .toString({ timeZoneName: 'never' }),
      timeZone,
    });
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=4'];
    const rule = new SeriesRule({ start: at(from), recurrence, timeZone });
    const instant = Date.parse(at(from).dateTime!);
    const move = new Move({ clock: rule.clock, instant }, at(to), timeZone);
    expect(rule.movedBy(move)).toEqual(recurrence);
    const after = expand({ start: at(to), recurrence, timeZone });
    // RFC 5545: a local time that its day skips is no occurrence, and does not count.
    expect(after.map((each) => local(each, timeZone).slice(8, 16))).toEqual(
      expected.map((each) => `${each}T${to}`),
    );
  });
  it('makes an all-day series of a timed one', () => {
    const rule = new SeriesRule({
      start: { dateTime: '2026-03-02T08:00:00Z', timeZone: 'Europe/Lisbon' },
      recurrence: [
        'RRULE:FREQ=DAILY;UNTIL=20260310T080000Z',
        'EXDATE;TZID=Europe/Lisbon:20260304T080000',
      ],
      timeZone: 'UTC',
    });
    const instant = Date.parse('2026-03-03T08:00:00Z');
    const move = new Move({ clock: rule.clock, instant }, { date: '2026-03-03' }, 'UTC');
    expect(rule.movedBy(move)).toEqual([
      'RRULE:FREQ=DAILY;UNTIL=20260310',
      'EXDATE;VALUE=DATE:20260304',
    ]);
  });
});
