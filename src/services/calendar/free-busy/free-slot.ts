/**
 * Free slots: the times of a window, inside the working hours, at which nobody is busy. Pure
 * arithmetic with instants; working hours are times of the clock in a time zone, whose changes
 * (daylight saving) make some of them longer, shorter, or split them.
 */
import { Temporal } from 'temporal-polyfill';
import { zoneName } from '../time-zone.ts';

/** An interval of instants, in ms since 1970. The end is exclusive. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Working hours of some days of the week, in minutes from midnight of the clock. */
export interface DailyHours {
  /** From 1, Monday, to 7, Sunday. */
  readonly days: ReadonlySet<number>;
  readonly start: number;
  /** Exclusive; at most 1440. */
  readonly end: number;
}

interface SlotSearch {
  readonly window: Interval;
  readonly busy: readonly Interval[];
  /** Undefined: all hours. */
  readonly hours?: readonly DailyHours[] | undefined;
  /** Of the working hours: an IANA name. */
  readonly timeZone: string;
  /** In ms, more than 0. */
  readonly minLength: number;
}

/** The longest free slots, in order: each ends where a busy time or the working hours end it. */
export function freeSlots({ window, busy, hours, timeZone, minLength }: SlotSearch): Interval[] {
  const working = hours ? workingTimes(window, hours, timeZone) : [window];
  return without(merged(working), merged(busy)).filter(
    ({ start, end }) => end - start >= minLength,
  );
}

/** The times of the window that are outside the working hours. */
export const timesOff = (
  window: Interval,
  hours: readonly DailyHours[],
  timeZone: string,
): Interval[] => without([window], merged(workingTimes(window, hours, timeZone)));

/** The same times as intervals in order that neither overlap nor touch. */
function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    if (start >= end) continue;
    const last = result.at(-1);
    if (last && start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else result.push({ start, end });
  }
  return result;
}

/** The times of the first intervals that are in none of the second; both are in order. */
function without(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  let next = 0;
  for (const { start, end } of intervals) {
    let from = start;
    while (next < removed.length && removed[next]!.end <= start) next += 1;
    for (let index = next; index < removed.length && removed[index]!.start < end; index += 1) {
      const { start: busyFrom, end: busyTo } = removed[index]!;
      if (busyFrom > from) result.push({ start: from, end: busyFrom });
      from = Math.max(from, busyTo);
    }
    if (from < end) result.push({ start: from, end });
  }
  return result;
}

const minute = 60_000;
const day = 1_440 * minute;

/** The times of the window at which the clock of the zone shows one of the hours. */
const workingTimes = (
  window: Interval,
  hours: readonly DailyHours[],
  timeZone: string,
): Interval[] =>
  offsetsIn(window, timeZone).flatMap((part) =>
    daysBetween(part.start + part.offset, part.end + part.offset).flatMap((midnight) =>
      hoursOf(midnight, hours, part),
    ),
  );

/** The working hours of one day, as far as they are in a part of the window. */
const hoursOf = (
  midnight: number,
  hours: readonly DailyHours[],
  { start, end, offset }: OffsetInterval,
): Interval[] =>
  hours
    .filter(({ days }) => days.has(weekdayOf(midnight)))
    .map(({ start: from, end: to }) => ({
      start: Math.max(start, midnight + from * minute - offset),
      end: Math.min(end, midnight + to * minute - offset),
    }));

interface OffsetInterval extends Interval {
  /** The time of the clock of the zone minus UTC, in ms. */
  readonly offset: number;
}

/** The window, cut where the offset of the zone changes: so each clock time is there once. */
function offsetsIn({ start, end }: Interval, timeZone: string): OffsetInterval[] {
  const result: OffsetInterval[] = [];
  for (let from = start; from < end; ) {
    const time = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(
      zoneName(timeZone),
    );
    const change = time.getTimeZoneTransition('next')?.epochMilliseconds ?? end;
    const to = Math.min(change, end);
    result.push({ start: from, end: to, offset: time.offsetNanoseconds / 1_000_000 });
    from = to;
  }
  return result;
}

/** The midnights of all days that the times of the clock touch, as times of the clock. */
function daysBetween(start: number, end: number): number[] {
  const first = Math.floor(start / day);
  return Array.from({ length: Math.ceil(end / day) - first }, (_, index) => (first + index) * day);
}

/** Day of the week, from 1 for Monday to 7. The first day of 1970 was a Thursday. */
const weekdayOf = (midnight: number): number => ((((midnight / day + 3) % 7) + 7) % 7) + 1;
