/** Short texts of cases and of their results, for failures. */
import { DateTime } from 'luxon';
import { allPlaces, type Occurrence } from './expectation.ts';
import { recurrenceOf } from './rest-form.ts';
import type { SeriesCase } from './series-case.ts';
import { instantOf } from './wall-clock.ts';

type Clock = Pick<SeriesCase, 'isAllDay' | 'zone'>;

const showTime = ({ isAllDay, zone }: Clock, ms: number): string =>
  DateTime.fromMillis(ms, { zone }).toFormat(
    isAllDay ? 'ccc yyyy-MM-dd' : "ccc yyyy-MM-dd'T'HH:mmZZ",
  );

const minutes = (ms: number): string =>
  ms % 86_400_000 === 0 ? `${ms / 86_400_000}d` : `${ms / 60_000}min`;

const showFields = (fields: object): string =>
  Object.entries(fields)
    .filter(([name, value]) => value !== { colorId: '3', description: null }[name])
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');

/** One line per occurrence; equal occurrences have equal lines. */
const showOccurrence = (clock: Clock, { start, end, fields }: Occurrence): string =>
  `${showTime(clock, start)} ${minutes(end - start)} ${showFields(fields)}`;

/** The series, its exceptions and the mutation. */
export function showCase(series: SeriesCase): string {
  const { seed, model, calendarZone, isAllDay, zone, exceptions, named, scope, change } = series;
  const places = allPlaces(series);
  const at = (index: number): string =>
    `#${index} (${showTime(series, instantOf(places[index]!, zone))})`;
  const { reachesExceptions, dropsExceptions } = model;
  const { start, end, zone: newZone } = change ?? {};
  const after: Clock = { isAllDay, zone: newZone ?? zone };
  return [
    `case: DIFFERENTIAL_SEED=${seed} SERIES_CASES=1; changes ${reachesExceptions ? 'reach' : 'do not reach'} exceptions, a move ${dropsExceptions ? 'drops' : 'keeps'} them; calendar in ${calendarZone}`,
    `  series: ${showTime(series, instantOf(series.start, zone))} ${isAllDay ? 'all day' : zone}, ${minutes(series.duration)}, ${recurrenceOf(series).join(' ')}`,
    ...exceptions.map(
      ({ index, isDeleted, fields, times }) =>
        `  exception ${at(index)}: ${isDeleted ? 'deleted' : ''}${times ? `${showTime(series, times.start)} ${minutes(times.end - times.start)} ` : ''}${showFields(fields)}`,
    ),
    `  ${change ? 'updateEvent' : 'deleteEvent'} ${at(named)} scope ${scope}: ${[
      start === undefined ? '' : `start ${showTime(after, start)}`,
      end === undefined ? '' : `end ${showTime(after, end)}`,
      newZone ? `in ${newZone}` : '',
      showFields(change?.fields ?? {}),
    ]
      .filter(Boolean)
      .join(' ')}`,
  ].join('\n');
}

/** What differs, and both lists. */
export function showDifference(
  series: SeriesCase,
  expected: readonly Occurrence[],
  found: readonly Occurrence[],
): string | undefined {
  const [right, actual] = [expected, found].map((list) =>
    list.toSorted((a, b) => a.start - b.start).map((each) => showOccurrence(series, each)),
  ) as [string[], string[]];
  const without = (list: readonly string[], other: readonly string[]): string[] => {
    const rest = [...other];
    return list.filter((line) => {
      const index = rest.indexOf(line);
      if (index >= 0) rest.splice(index, 1);
      return index < 0;
    });
  };
  const missing = without(right, actual);
  const excess = without(actual, right);
  if (missing.length + excess.length === 0) return undefined;
  const lines = (
    list: readonly string[],
    isOdd: (line: string) => boolean,
    mark: string,
  ): string[] => list.slice(0, 30).map((line) => `    ${isOdd(line) ? mark : ' '} ${line}`);
  return [
    `  expected ${right.length}, - is missing:`,
    ...lines(right, (line) => missing.includes(line), '-'),
    `  found ${actual.length}, + is wrong:`,
    ...lines(actual, (line) => excess.includes(line), '+'),
  ].join('\n');
}
