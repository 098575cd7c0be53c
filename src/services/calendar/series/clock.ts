/** Times of the occurrences of a series, as instants, local times and texts of RFC 5545. */
import type { calendar_v3 } from '@googleapis/calendar';
import { Temporal } from 'temporal-polyfill';
import { isOffset, isTimeZone, zoneName } from '../time-zone.ts';

export type EventTimeJson = calendar_v3.Schema$EventDateTime;

/** A reason not to divide or move a series: the end of a sentence. */
export class UnsupportedSeries extends Error {}

export const DAY_MS = 86_400_000;

/** The clock that a series follows. Instants are in ms; an all-day series has midnights UTC. */
export class SeriesClock {
  readonly isAllDay: boolean;
  /** UTC for an all-day series. */
  readonly timeZone: string;

  /**
   * @param timeZone the time zone of a start that names none
   * @throws UnsupportedSeries for a time zone with which the gateway cannot calculate
   */
  constructor(start: EventTimeJson, timeZone: string) {
    this.isAllDay = start.date != null;
    this.timeZone = this.isAllDay ? 'UTC' : knownZone(start.timeZone ?? timeZone);
  }

  /** The instant of a start or an end. */
  instantOf({ date, dateTime, timeZone }: EventTimeJson): number {
    if (date != null) return instantAt(Date.parse(date), this.timeZone);
    const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(dateTime!);
    return hasOffset
      ? Date.parse(dateTime!)
      : instantAt(Date.parse(`${dateTime!}Z`), timeZone ?? this.timeZone);
  }

  /**
   * The start or the end at an instant.
   * @param timeZone of an end that has another one than the start
   */
  timeOf(instant: number, timeZone?: string | null): EventTimeJson {
    const dateTime = new Date(instant).toISOString();
    return this.isAllDay
      ? { date: dateTime.slice(0, 10) }
      : { dateTime, timeZone: timeZone ?? this.timeZone };
  }

  /** The local time of an instant, in ms as if it were UTC. */
  wallOf(instant: number): number {
    return wallOf(instant, this.timeZone);
  }

  /** The instant of a local time in ms as if it were UTC. */
  instantAt(wall: number): number {
    return instantAt(wall, this.timeZone);
  }

  /** A line of an iCalendar object with dates: `EXDATE` or `RDATE`. */
  dateLine(name: string, instants: readonly number[]): string {
    const texts = instants.map((instant) => compact(this.wallOf(instant)));
    if (this.isAllDay) return `${name};VALUE=DATE:${texts.map(dateOf).join()}`;
    // The colon of an offset would end the parameter.
    if (this.timeZone === 'UTC' || isOffset(this.timeZone))
      return `${name}:${instants.map((instant) => `${compact(instant)}Z`).join()}`;
    return `${name};TZID=${this.timeZone}:${texts.join()}`;
  }

  /** The line `DTSTART` of a series that starts at an instant, for calculations. */
  startLine(instant: number): string {
    return this.timeZone === 'UTC' || this.isAllDay
      ? this.dateLine('DTSTART', [instant])
      : `DTSTART;TZID=${zoneName(this.timeZone)}:${compact(this.wallOf(instant))}`;
  }

  /** The start of the occurrence at a place: a date, or a time in UTC. */
  startText(place: number): string {
    const { date, dateTime } = this.timeOf(place);
    return date ?? dateTime!.replace('.000Z', 'Z');
  }

  /** The value of `UNTIL`: a date, or a time in UTC. */
  untilText(instant: number): string {
    const text = compact(instant);
    return this.isAllDay ? dateOf(text) : `${text}Z`;
  }

  /**
   * The last instant that an `UNTIL` allows. A date allows the whole local day, which has 23 or 25
   * hours when the clocks change.
   */
  untilOf(text: string): number {
    const instant = this.parse(text);
    if (text.includes('T') || this.isAllDay) return instant;
    return this.instantAt(this.wallOf(instant) + DAY_MS - 1000);
  }

  /**
   * The instant of a date or a date-time of an iCalendar object. A date is its midnight.
   * @param timeZone of a date-time without one; default: the one of this clock
   * @throws UnsupportedSeries for anything else, such as a period
   */
  parse(text: string, timeZone = this.timeZone): number {
    const [, date, time = '000000', utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(text) ?? [];
    if (date === undefined)
      throw new UnsupportedSeries(`"${text}" in its recurrence is not a date or a date-time`);
    const iso = `${date}T${time}`.replace(/^(....)(..)(..T..)(..)(..)$/, '$1-$2-$3:$4:$5');
    const wall = Date.parse(`${iso}Z`);
    return utc ? wall : instantAt(wall, this.isAllDay ? 'UTC' : knownZone(timeZone));
  }
}

/** @throws UnsupportedSeries for a time zone with which the gateway cannot calculate */
function knownZone(timeZone: string): string {
  if (isTimeZone(timeZone)) return timeZone;
  throw new UnsupportedSeries(`its time zone "${timeZone}" is not known`);
}

const wallOf = (instant: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zoneName(timeZone))
    .toPlainDateTime()
    .toZonedDateTime('UTC').epochMilliseconds;

const instantAt = (wall: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(zoneName(timeZone)).epochMilliseconds;

/** `20260310T080000`. */
const compact = (ms: number): string =>
  new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15);

const dateOf = (text: string): string => text.slice(0, 8);

/**
 * A move of one occurrence of a series to another time, and of all others with it: each keeps its
 * local distance to the moved one.
 */
export class Move {
  readonly to: SeriesClock;
  /** The number of days from the old local day to the new one. */
  readonly days: number;
  /** The local distance of the move, in ms. */
  readonly distance: number;
  readonly #from: SeriesClock;

  /**
   * @param from the instant of the occurrence by the clock of the series
   * @param start its new start
   * @param timeZone the time zone of a start that names none
   */
  constructor(
    from: { readonly clock: SeriesClock; readonly instant: number },
    start: EventTimeJson,
    timeZone: string,
  ) {
    this.#from = from.clock;
    this.to = new SeriesClock(start, timeZone);
    const old = from.clock.wallOf(from.instant);
    const next = this.to.wallOf(this.to.instantOf(start));
    // Rules know whole seconds only.
    this.distance = Math.floor((next - old) / 1000) * 1000;
    this.days = Math.floor(next / DAY_MS) - Math.floor(old / DAY_MS);
  }

  /** The instant to which the move takes another one. */
  instantOf(instant: number): number {
    return this.to.instantAt(this.#from.wallOf(instant) + this.distance);
  }
}
