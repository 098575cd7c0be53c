/** Random cases. The same seed makes the same case. */
import fc from 'fast-check';
import { hasSkippedTime } from './expectation.ts';
import { placesOf } from './places.ts';
import type { CaseChange, Exception, Rule, SeriesCase, Times } from './series-case.ts';
import { instantOf, isSkipped, wallOf } from './wall-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Random choices. */
class Choices {
  readonly #next: (limit: number) => number;

  constructor(next: (limit: number) => number) {
    this.#next = next;
  }

  pick<T>(all: readonly T[]): T {
    return all[this.#next(all.length)]!;
  }

  /** Whether a random number is below the percentage. */
  often(percent: number): boolean {
    return this.#next(100) < percent;
  }

  /** A whole number, both bounds inclusive. */
  int(min: number, max: number): number {
    return min + this.#next(max - min + 1);
  }
}

/** The days at which clocks change in 2026, or any day. */
const zones: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'America/Santiago': ['2026-04-05', '2026-09-06'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Asia/Kolkata': ['2026-06-15'],
  'Pacific/Apia': ['2026-08-20'],
  UTC: ['2026-07-01'],
};

/** First days of series by month and year: days that not every month or year has, and others. */
const monthDays = ['2026-01-31', '2026-03-31', '2026-05-30', '2026-04-10', '2026-03-01'];
const yearDays = ['2024-02-29', '2026-03-01', '2026-12-31', '2026-05-12'];

/** Local times of day; some do not exist, or exist twice, when clocks change. */
const minutesOfDay = [0, 15, 90, 150, 420, 540, 600, 615, 840, 1080, 1380, 1425];

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekdayOf = (wall: number): string => weekdays[(new Date(wall).getUTCDay() + 6) % 7]!;

/** The case of a seed. */
export function randomCase(seed: number): SeriesCase {
  const next = fc.gen().map((gen) => {
    const evenly = (limit: number): fc.Arbitrary<number> => fc.noBias(fc.nat(limit - 1));
    return caseOf(seed, new Choices((limit) => gen(evenly, limit)));
  });
  return fc.sample(next, { seed, numRuns: 1 })[0]!;
}

function caseOf(seed: number, choices: Choices): SeriesCase {
  const model = { reachesExceptions: choices.often(50), dropsExceptions: choices.often(50) };
  const isAllDay = choices.often(25);
  const calendarZone = choices.pick(Object.keys(zones));
  const zone = isAllDay ? 'UTC' : choices.pick(Object.keys(zones));
  const { start, rule: endless } = startAndRule(choices, isAllDay ? calendarZone : zone, isAllDay);
  const duration = isAllDay
    ? choices.int(1, 3) * DAY_MS
    : choices.pick([15, 60, 60, 90, 240]) * MINUTE_MS;
  const rule = withEnd(choices, endless, start);
  const isEndless = rule.count === undefined && rule.until === undefined;
  const shown = placesOf(rule, start, Infinity).slice(0, isEndless ? 12 : undefined);
  const excluded = choices.often(20) ? [choices.int(0, shown.length - 1)] : [];
  const base = { isAllDay, zone, duration };
  const exceptions = randomExceptions(choices, base, shown).filter(
    ({ index }) => !excluded.includes(index),
  );
  const named = namedOf(
    choices,
    shown.flatMap((_, index) => {
      const isGone =
        excluded.includes(index) ||
        exceptions.some((each) => each.index === index && each.isDeleted);
      return isGone ? [] : [index];
    }),
    exceptions,
  );
  // A case without a named occurrence is of no use.
  if (named === undefined) return caseOf(seed, choices);
  const exception = exceptions.find(({ index }) => index === named);
  const start0 = instantOf(shown[named]!, zone);
  const current = { start: start0, end: start0 + duration };
  const series: SeriesCase = {
    seed,
    model,
    calendarZone,
    ...base,
    start,
    rule,
    excluded,
    exceptions,
    named,
    scope: choices.pick(['THIS', 'FOLLOWING', 'FOLLOWING', 'ALL', 'ALL']),
    change: choices.often(15)
      ? undefined
      : randomChange(choices, base, { place: shown[named]!, current, exception }),
    windowEnd: isEndless
      ? instantOf(shown.at(-1)!, zone) + 12 * HOUR_MS
      : Date.parse('2040-01-01T00:00:00Z'),
  };
  return hasSkippedTime(series) ? caseOf(seed, choices) : series;
}

function startAndRule(
  choices: Choices,
  zone: string,
  isAllDay: boolean,
): { readonly start: number; readonly rule: Rule } {
  const frequency = choices.pick([
    'DAILY',
    'DAILY',
    'WEEKLY',
    'WEEKLY',
    'WEEKLY',
    'MONTHLY',
    'YEARLY',
  ] as const);
  const interval = choices.often(30) ? choices.int(2, 3) : 1;
  const near = (): number =>
    Date.parse(choices.pick(zones[zone]!)) -
    choices.int(0, frequency === 'WEEKLY' ? 28 : 6) * DAY_MS;
  const dates = { DAILY: undefined, WEEKLY: undefined, MONTHLY: monthDays, YEARLY: yearDays };
  const days = dates[frequency];
  const date = days ? Date.parse(choices.pick(days)) : near();
  const minutes = isAllDay ? 0 : choices.pick(minutesOfDay);
  const start = date + minutes * MINUTE_MS;
  if (isSkipped(start, isAllDay ? 'UTC' : zone)) return startAndRule(choices, zone, isAllDay);
  const own = weekdayOf(start);
  if (frequency === 'MONTHLY') {
    const day = new Date(start).getUTCDate();
    const byDay = [day > 28 ? `-1${own}` : `${Math.ceil(day / 7)}${own}`];
    const isLast = new Date(start + 7 * DAY_MS).getUTCMonth() !== new Date(start).getUTCMonth();
    const kind = choices.int(0, 3);
    if (kind === 0 && (day <= 28 || isLast)) return { start, rule: { frequency, interval, byDay } };
    if (kind === 1) return { start, rule: { frequency, interval, byMonthDay: day } };
    return { start, rule: { frequency, interval } };
  }
  if (frequency === 'YEARLY') return { start, rule: { frequency, interval: 1 } };
  if (frequency === 'DAILY' && !isAllDay && choices.often(10)) {
    const hour = new Date(start).getUTCHours();
    const byHour = hour < 20 && choices.often(50) ? [hour, hour + 4] : [hour];
    return { start, rule: { frequency, interval, byHour } };
  }
  if (!choices.often(frequency === 'DAILY' ? 20 : 60))
    return { start, rule: { frequency, interval } };
  const byDay = weekdays.filter((name) => name === own || choices.often(30));
  return { start, rule: { frequency, interval, byDay } };
}

function withEnd(choices: Choices, rule: Rule, start: number): Rule {
  const count = choices.int(2, rule.frequency === 'YEARLY' ? 5 : 9);
  const end = choices.int(0, 9);
  if (end < 5) return { ...rule, count };
  if (end >= 8 && rule.frequency !== 'YEARLY') return rule;
  const last = placesOf({ ...rule, count }, start, Infinity).at(-1)!;
  return { ...rule, until: last };
}

type Base = Pick<SeriesCase, 'isAllDay' | 'zone' | 'duration'>;

function randomExceptions(
  choices: Choices,
  { isAllDay, zone, duration }: Base,
  places: readonly number[],
): Exception[] {
  const share = choices.pick([0, 20, 40, 60]);
  return places.flatMap((place, index): Exception[] => {
    if (!choices.often(share)) return [];
    const none = { index, isDeleted: false, fields: {} };
    const start = instantOf(place, zone);
    const step = isAllDay ? DAY_MS : choices.pick([HOUR_MS, 5 * HOUR_MS, DAY_MS]);
    const later = start + step * choices.pick([1, 1, 2, -1]);
    const moved: Times = { start: later, end: later + duration };
    const longer: Times = { start, end: start + duration + step };
    const title = { summary: `Own ${index}` };
    return [
      choices.pick<Exception>([
        { ...none, isDeleted: true },
        { ...none, isDeleted: true },
        { ...none, fields: title },
        { ...none, fields: { location: 'Elsewhere' } },
        { ...none, fields: { location: null, colorId: '5' } },
        { ...none, times: moved },
        { ...none, times: longer },
        { ...none, times: moved, fields: title },
      ]),
    ];
  });
}

/** The first, second, middle or last occurrence, or one that was changed singly. */
function namedOf(
  choices: Choices,
  candidates: readonly number[],
  exceptions: readonly Exception[],
): number | undefined {
  const changed = candidates.filter((index) => exceptions.some((each) => each.index === index));
  if (changed.length > 0 && choices.often(35)) return choices.pick(changed);
  const middle = Math.floor(candidates.length / 2);
  return (
    choices.pick([0, 1, middle, candidates.length - 1].map((at) => candidates[at])) ?? candidates[0]
  );
}

interface NamedOccurrence {
  readonly place: number;
  /** Its times by the series. */
  readonly current: Times;
  readonly exception: Exception | undefined;
}

function randomChange(choices: Choices, base: Base, named: NamedOccurrence): CaseChange {
  const fields = choices.pick([
    { summary: 'New' },
    { location: 'Room 2' },
    { summary: 'New', location: 'Room 2' },
    { description: 'Told' },
    { location: null },
  ]);
  const kind = choices.int(0, 9);
  if (kind < 3) return { fields };
  return { fields: kind < 5 ? fields : {}, ...randomTimes(choices, base, named) };
}

/** Times for the named occurrence that it does not have by its series. */
function randomTimes(
  choices: Choices,
  base: Base,
  named: NamedOccurrence,
): Omit<CaseChange, 'fields'> {
  const { isAllDay, zone, duration } = base;
  const { place, current, exception } = named;
  const [unit, longest] = isAllDay ? [DAY_MS, 3] : [30 * MINUTE_MS, 6];
  const newDuration = unit * choices.int(1, longest);
  // What a start or an end alone means for an occurrence that has other times, nobody can say.
  const isAlone = exception?.times === undefined;
  const kind = choices.pick(['day', 'day', 'time', 'time', 'zone', 'duration', 'start'] as const);
  if (kind === 'duration') {
    if (newDuration === duration) return randomTimes(choices, base, named);
    const end = current.start + newDuration;
    return isAlone ? { end } : { start: current.start, end };
  }
  if (kind === 'start' && isAlone) {
    const start = current.start - unit * choices.int(1, 3);
    // The second of two equal local times, which no rule means.
    if (instantOf(wallOf(start, zone), zone) !== start) return randomTimes(choices, base, named);
    return { start };
  }
  const midnight = Math.floor(place / DAY_MS) * DAY_MS;
  const time = isAllDay ? 0 : choices.pick(minutesOfDay) * MINUTE_MS;
  const days = choices.pick([-3, -1, -1, 1, 1, 2, 7]) * DAY_MS;
  const newZone = kind === 'zone' && !isAllDay ? choices.pick(Object.keys(zones)) : zone;
  const wall =
    kind === 'day' || isAllDay
      ? place + days + (isAllDay || choices.often(70) ? 0 : time - (place - midnight))
      : midnight + time;
  if (isSkipped(wall, newZone) || (newZone === zone && wall === place))
    return randomTimes(choices, base, named);
  const start = instantOf(wall, newZone);
  const end = start + (choices.often(70) ? duration : newDuration);
  return newZone === zone ? { start, end } : { start, end, zone: newZone };
}
