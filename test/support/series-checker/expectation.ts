/**
 * What must be there after a mutation, computed without the product: from places in local time,
 * and from the rule for changes of series in the schema.
 */
import { placesOf } from './places.ts';
import {
  type Exception,
  type Fields,
  type SeriesCase,
  type Times,
  usualFields,
} from './series-case.ts';
import { instantOf, isSkipped, wallOf } from './wall-clock.ts';

const DAY_MS = 86_400_000;

/** An occurrence that a list shows. */
export interface Occurrence extends Times {
  readonly fields: Fields;
}

/** How far a move takes an occurrence at most, with room to spare. */
const margin = 40 * DAY_MS;

/** The local starts of the occurrences of the rule, up to some time after the window. */
export const allPlaces = ({ rule, start, windowEnd }: SeriesCase): number[] =>
  placesOf(rule, start, windowEnd + margin);

/** The times of a place of the series, by the clock of the series. */
const timesAt = ({ zone, duration }: SeriesCase, place: number): Times => {
  const start = instantOf(place, zone);
  return { start, end: start + duration };
};

/** The occurrences that a list up to the end of the window shows. */
function inWindow(series: SeriesCase, occurrences: readonly Occurrence[]): Occurrence[] {
  const { isAllDay, calendarZone, windowEnd } = series;
  const startOf = ({ start }: Occurrence): number =>
    isAllDay ? instantOf(start, calendarZone) : start;
  return occurrences.filter((each) => startOf(each) < windowEnd);
}

/** The occurrences before the mutation. */
export function occurrencesBefore(series: SeriesCase): Occurrence[] {
  const occurrences = allPlaces(series).flatMap((place, index): Occurrence[] => {
    const exception = series.exceptions.find((each) => each.index === index);
    if (series.excluded.includes(index) || exception?.isDeleted) return [];
    return [occurrenceOf(timesAt(series, place), usualFields, exception)];
  });
  return inWindow(series, occurrences);
}

/** An occurrence with what it has of its own. */
const occurrenceOf = (
  times: Times,
  fields: Fields,
  exception: Exception | undefined,
): Occurrence => ({
  ...(exception?.times ?? times),
  fields: { ...fields, ...exception?.fields },
});

/** The occurrences after the mutation. */
export function occurrencesAfter(series: SeriesCase): Occurrence[] {
  const { change, scope, named, exceptions, excluded } = series;
  const isInScope = (index: number): boolean =>
    scope === 'ALL' || (scope === 'THIS' ? index === named : index >= named);
  const move = moveOf(series);
  const occurrences = allPlaces(series).flatMap((place, index): Occurrence[] => {
    const exception = exceptions.find((each) => each.index === index);
    if (excluded.includes(index) || exception?.isDeleted) return [];
    if (!isInScope(index)) return [occurrenceOf(timesAt(series, place), usualFields, exception)];
    if (change === undefined) return [];
    if (index !== named)
      return [occurrenceOf(movedBy(move, place), { ...usualFields, ...change.fields }, exception)];
    const { start, end, fields } = occurrenceOf(timesAt(series, place), usualFields, exception);
    return [
      {
        start: change.start ?? start,
        end: change.end ?? end,
        fields: { ...fields, ...change.fields },
      },
    ];
  });
  return inWindow(series, occurrences);
}

interface Move {
  /** The local distance that every occurrence moves. */
  readonly distance: number;
  readonly zone: string;
  readonly duration: number;
}

/** What the change means for a series, by the times of the named occurrence. */
function moveOf(series: SeriesCase): Move {
  const { change, named, zone } = series;
  const old = allPlaces(series)[named]!;
  const times = timesAt(series, old);
  const start = change?.start ?? times.start;
  const newZone = change?.zone ?? zone;
  return {
    distance: wallOf(start, newZone) - old,
    zone: newZone,
    duration: (change?.end ?? times.end) - start,
  };
}

/** The times of a place after the change: each keeps its local distance to the named one. */
const movedBy = ({ distance, zone, duration }: Move, place: number): Times => {
  const start = instantOf(place + distance, zone);
  return { start, end: start + duration };
};

/**
 * Whether clocks skip the local time of an occurrence, before or after the change. RFC 5545 says
 * both that such an occurrence is none, and that it is later.
 */
export function hasSkippedTime(series: SeriesCase): boolean {
  const { distance, zone } = moveOf(series);
  return allPlaces(series).some(
    (place) => isSkipped(place, series.zone) || isSkipped(place + distance, zone),
  );
}

/**
 * Whether a rule can clearly express the case, so that a refusal is wrong: rules of days and weeks
 * follow any move, rules of months and years a move to a day that every month has.
 */
export function isExpressible(series: SeriesCase): boolean {
  const { change, scope, rule, zone, named } = series;
  if (change?.start === undefined || scope === 'THIS') return true;
  if (rule.byHour) return false;
  if (rule.frequency === 'DAILY' || rule.frequency === 'WEEKLY') return true;
  const places = allPlaces(series);
  const day = (wall: number): number => Math.floor(wall / DAY_MS);
  const days = day(wallOf(change.start, change.zone ?? zone)) - day(places[named]!);
  if (days === 0) return true;
  if (rule.byDay ?? rule.byMonthDay) return false;
  return places.every((place) => {
    const date = new Date(place).getUTCDate();
    return date <= 28 && date + days >= 1 && date + days <= 28;
  });
}
