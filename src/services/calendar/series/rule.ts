/**
 * The arithmetic of recurring events: the occurrences of a series, its division into the part
 * before an occurrence and the rest, and its move to another time. Pure: no calls.
 */
import { isDeepStrictEqual } from 'node:util';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { InvalidInput } from '../../../engine/api/error.ts';
import type { EventJson } from '../event-body.ts';
import { DAY_MS, type EventTimeJson, type Move, SeriesClock, UnsupportedSeries } from './clock.ts';

/** A line of `recurrence`: `name;parameters:value`. */
interface Line {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

type RuleParts = ReadonlyMap<string, string>;

interface SeriesTimes {
  readonly start: EventTimeJson;
  /** Lines of RFC 5545. */
  readonly recurrence: readonly string[];
  /** The time zone of a start that names none. */
  readonly timeZone: string;
}

/** The occurrences of a series: those of its rule, and further ones; some are excluded. */
export class SeriesRule {
  readonly clock: SeriesClock;
  /** The instant of the first occurrence of the rule. */
  readonly #start: number;
  readonly #parts: RuleParts;
  /** Lines `EXDATE` and `RDATE` with the instants of their values. */
  readonly #dates: readonly (Line & { readonly instants: readonly number[] })[];
  readonly #rule: RRuleTemporal;

  /** @throws UnsupportedSeries unless the series has exactly one rule, and dates */
  constructor({ start, recurrence, timeZone }: SeriesTimes) {
    this.clock = new SeriesClock(start, timeZone);
    this.#start = this.clock.instantOf(start);
    const lines = recurrence.map(parseLine);
    const [rule, ...others] = lines.filter(({ name }) => !isDates(name));
    if (rule?.name !== 'RRULE' || others.length > 0)
      throw new UnsupportedSeries('its `recurrence` is not exactly one RRULE with dates');
    this.#parts = partsOf(rule.value);
    this.#dates = lines
      .filter(({ name }) => isDates(name))
      .map((line) => ({ ...line, instants: this.#instantsOf(line) }));
    this.#rule = parseRule(this.clock, this.#start, this.#parts);
  }

  /** Whether the rule has an occurrence at an instant, excluded or not. */
  occursAt(instant: number): boolean {
    const at = new Date(instant);
    return this.#rule.between(at, at, true).length > 0;
  }

  /** Whether the rule or an `RDATE` has an occurrence at an instant, excluded or not. */
  has(instant: number): boolean {
    return this.occursAt(instant) || this.#instants('RDATE').includes(instant);
  }

  /** Whether the series has an occurrence at an instant. */
  hasOccurrence(instant: number): boolean {
    return this.has(instant) && !this.#instants('EXDATE').includes(instant);
  }

  /** The number of occurrences; undefined for a series without an end. */
  count(): number | undefined {
    if (!this.#parts.has('COUNT') && !this.#parts.has('UNTIL')) return undefined;
    const ofRule = this.#rule.all().map(({ epochMilliseconds }) => epochMilliseconds);
    const excluded = new Set(this.#instants('EXDATE'));
    const all = new Set([...ofRule, ...this.#instants('RDATE')]);
    return [...all].filter((instant) => !excluded.has(instant)).length;
  }

  /** Whether an occurrence is before an instant. @param cancelled occurrences that do not count */
  hasOccurrenceBefore(instant: number, cancelled: ReadonlySet<number>): boolean {
    const excluded = new Set([...cancelled, ...this.#instants('EXDATE')]);
    const isOccurrence = (each: number): boolean => each < instant && !excluded.has(each);
    if (this.#instants('RDATE').some(isOccurrence)) return true;
    let isFound = false;
    this.#rule.all(({ epochMilliseconds }) => {
      isFound = isOccurrence(epochMilliseconds);
      return epochMilliseconds < instant && !isFound;
    });
    return isFound;
  }

  /** Whether the series has an end, and no occurrence from an instant on. */
  hasEndedBefore(instant: number): boolean {
    if (!this.#parts.has('COUNT') && !this.#parts.has('UNTIL')) return false;
    const ofRule = this.#rule.all().map(({ epochMilliseconds }) => epochMilliseconds);
    return ![...ofRule, ...this.#instants('RDATE')].some((each) => each >= instant);
  }

  /**
   * Divides the series at an occurrence of its rule. With the lines `before`, the series ends just
   * before the occurrence; a series that starts with the occurrence has the lines `after`.
   * @throws UnsupportedSeries if the rule has no occurrence at the instant
   */
  splitAt(instant: number): { readonly before: string[]; readonly after: string[] } {
    if (!this.occursAt(instant))
      throw new UnsupportedSeries('this occurrence does not follow from its RRULE');
    const { COUNT, UNTIL: _, ...rest } = Object.fromEntries(this.#parts);
    const end = instant - (this.clock.isAllDay ? DAY_MS : 1000);
    const before = { ...rest, UNTIL: this.clock.untilText(end) };
    const after = new Map(this.#parts);
    if (COUNT !== undefined) after.set('COUNT', String(Number(COUNT) - this.#countBefore(instant)));
    return {
      before: [ruleLine(Object.entries(before)), ...this.#datesWhere((date) => date < instant)],
      after: [ruleLine(after), ...this.#datesWhere((date) => date >= instant)],
    };
  }

  /**
   * The lines of the series after a move.
   * @throws UnsupportedSeries if the rule would not have exactly the moved occurrences
   */
  movedBy(move: Move): string[] {
    const parts = new Map(move.days === 0 ? this.#parts : turnDays(this.#parts, move.days));
    const until = parts.get('UNTIL');
    if (until !== undefined)
      parts.set('UNTIL', move.to.untilText(move.instantOf(this.clock.untilOf(until))));
    const expected = localTimes(this.clock, this.#start, this.#parts).map(
      (each) => each + move.distance,
    );
    if (!isDeepStrictEqual(localTimes(move.to, move.instantOf(this.#start), parts), expected))
      throw new UnsupportedSeries(
        `the rule ${ruleLine(this.#parts)} does not move with its start: other days or times would follow from it; give \`recurrence\` as well`,
      );
    const dates = this.#dates.map(({ name, instants }) =>
      move.to.dateLine(
        name,
        instants.map((instant) => move.instantOf(instant)),
      ),
    );
    return [ruleLine(parts), ...dates];
  }

  /** Excluded occurrences count as well. */
  #countBefore(instant: number): number {
    let count = 0;
    this.#rule.all(({ epochMilliseconds }) => {
      if (epochMilliseconds < instant) count += 1;
      return epochMilliseconds < instant;
    });
    return count;
  }

  /** A date in a series that is not all-day means the occurrence of that day. */
  #instantsOf({ parameters, value }: Line): number[] {
    const { clock } = this;
    const timeZone = /(?:^|;)TZID="?([^;"]+)/i.exec(parameters)?.[1];
    return value.split(',').map((text) => {
      const instant = clock.parse(text, timeZone);
      if (clock.isAllDay) return Math.floor(instant / DAY_MS) * DAY_MS;
      if (text.includes('T')) return instant;
      return clock.instantAt(clock.wallOf(instant) + (clock.wallOf(this.#start) % DAY_MS));
    });
  }

  #instants(name: string): number[] {
    return this.#dates.flatMap((line) => (line.name === name ? line.instants : []));
  }

  #datesWhere(isKept: (instant: number) => boolean): string[] {
    return this.#dates.flatMap(({ name, parameters, value, instants }) => {
      const values = value.split(',').filter((_, index) => isKept(instants[index]!));
      return values.length > 0 ? [`${name}${parameters}:${values.join()}`] : [];
    });
  }
}

const isDates = (name: string): boolean => name === 'EXDATE' || name === 'RDATE';

/** A time zone can have a colon itself: `TZID=GMT+05:30`, with or without quotes. */
const propertyLine =
  /^([A-Z]+)((?:;TZID=(?:"[^"]*"|(?:GMT|UTC)?[+-]\d{1,2}:\d\d)|;[^:;]*)*):(.+)$/i;

/** @throws UnsupportedSeries for text that is no line of properties */
function parseLine(line: string): Line {
  const [, name, parameters = '', value] = propertyLine.exec(line.trim()) ?? [];
  if (name === undefined)
    throw new UnsupportedSeries(`"${line}" in its recurrence is not a line of RFC 5545`);
  return { name: name.toUpperCase(), parameters, value: value! };
}

const partsOf = (rule: string): RuleParts =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => [part.split('=', 1)[0]!, part.slice(part.indexOf('=') + 1)]),
  );

const ruleLine = (parts: Iterable<readonly [string, string]>): string =>
  `RRULE:${[...parts].map(([name, value]) => `${name}=${value}`).join(';')}`;

/** @throws UnsupportedSeries for a rule that cannot be parsed */
function parseRule(clock: SeriesClock, start: number, parts: RuleParts): RRuleTemporal {
  const rruleString = [clock.startLine(start), ruleLine(parts)].join('\n');
  try {
    return new RRuleTemporal({ rruleString, temporal: Temporal, cache: false });
  } catch (cause) {
    throw new UnsupportedSeries('its RRULE cannot be parsed', { cause });
  }
}

/**
 * The number of occurrences by which two rules are compared. Five years of months have all ends of
 * months, and 60 years the leap years. Days and weeks are all alike.
 */
const COMPARED = 60;

/**
 * The first local times of a rule, in ms as if they were UTC, also those that a day skips because
 * of daylight saving time. RFC 5545 ignores these, so a rule may have an occurrence more or less
 * after a move.
 */
function localTimes(clock: SeriesClock, start: number, parts: RuleParts): number[] {
  const utc = new SeriesClock({}, 'UTC');
  const local = new Map(parts);
  const until = parts.get('UNTIL');
  if (until !== undefined) local.set('UNTIL', utc.untilText(clock.wallOf(clock.untilOf(until))));
  const found: number[] = [];
  const rule = parseRule(utc, clock.wallOf(start), local);
  try {
    rule.all(({ epochMilliseconds }) => found.push(epochMilliseconds) < COMPARED);
  } catch (cause) {
    throw new UnsupportedSeries('its RRULE has too few occurrences to be moved', { cause });
  }
  return found;
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * A rule whose occurrences are a number of days later. Rules that name no days follow the start of
 * the series.
 * @throws UnsupportedSeries if the rule names days of the month or of the year
 */
function turnDays(parts: RuleParts, days: number): RuleParts {
  const named = [...parts.keys()].filter((name) => name.startsWith('BY'));
  const turned = new Map(parts);
  if (named.length === 0) return turned;
  const byDay = parts.get('BYDAY')?.split(',') ?? [];
  const namesWeekdays =
    /^(DAILY|WEEKLY)$/.test(parts.get('FREQ') ?? '') &&
    named.every((name) => name === 'BYDAY') &&
    byDay.every((day) => weekdays.includes(day));
  if (!namesWeekdays)
    throw new UnsupportedSeries(
      `the rule ${ruleLine(parts)} names days, and the occurrence moves to another day; give \`recurrence\` as well`,
    );
  const turn = (day: string): string => {
    const index = weekdays.indexOf(day);
    return weekdays[(((index + days) % 7) + 7) % 7]!;
  };
  turned.set('BYDAY', byDay.map(turn).join());
  // The week of a rule with an interval turns as well, so that the same days stay in one week.
  if (parts.has('INTERVAL')) turned.set('WKST', turn(parts.get('WKST') ?? 'MO'));
  return turned;
}

/** @throws InvalidInput for a series that the gateway cannot calculate with */
export function ruleOf({ start, recurrence }: EventJson): SeriesRule {
  return supported(
    () => new SeriesRule({ start: start ?? {}, recurrence: recurrence ?? [], timeZone: 'UTC' }),
  );
}

/** Runs computations on series. @throws InvalidInput for a series that they do not support */
export function supported<T>(compute: () => T, argument = 'scope'): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof UnsupportedSeries)) throw error;
    throw new InvalidInput(argument, `the series cannot be changed in part: ${error.message}`);
  }
}

type Lines = readonly string[] | null | undefined;

/**
 * Whether two rules have the same lines. A service may write the parts of a rule, and the lines, in
 * another order: RFC 5545 gives the order no meaning.
 */
export const isSameRule = (one: Lines, other: Lines): boolean =>
  isDeepStrictEqual(sorted(one), sorted(other));

const sorted = (lines: Lines): string[] => (lines ?? []).map(sortedLine).toSorted();

function sortedLine(line: string): string {
  const [name = '', value = ''] = line.split(/:(.*)/s);
  const parts = /^RRULE\b/i.test(name) ? value.split(';').filter((part) => part !== '') : [value];
  return `${name}:${parts.toSorted().join(';')}`.toUpperCase();
}
