/** Conversions between instants and local times of the IANA time zones. */
import { Temporal } from 'temporal-polyfill';

/** Either a date (all-day events) or a date-time; never both. */
export interface EventTime {
  readonly date?: string;
  /** RFC 3339; stored events always have an offset. */
  readonly dateTime?: string;
  /** IANA name. */
  readonly timeZone?: string;
}

/**
 * The name of a time zone for calculations. Google also has offsets, such as `GMT+05:30`
 * (calcom/cal.diy#27042, read in November 2026).
 */
export const zoneName = (name: string): string =>
  name.replace(
    /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d\d))?$/,
    (_, sign: string, hours: string, minutes = '00') =>
      `${sign}${hours.padStart(2, '0')}${minutes}`,
  );

/** Whether a text names a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zoneName(name));
    return true;
  } catch {
    return false;
  }
}

/** The local time of an instant (milliseconds) in a time zone. */
export const toZoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zoneName(timeZone));

/** RFC 3339 in whole seconds with the offset of the time zone; `Z` if the offset is zero. */
export const formatZoned = (instant: number, timeZone: string): string =>
  toZoned(instant, timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
    .replace(/\+00:00$/, 'Z');

const hasOffset = (text: string): boolean => /(Z|[+-]\d\d:?\d\d)$/i.test(text);

/**
 * The instant of an event time, in milliseconds. A date starts at midnight of `timeZone`; a
 * date-time without an offset is a local time of its own time zone, or else of `timeZone`.
 */
export function instantOf({ date, dateTime, timeZone: own }: EventTime, timeZone: string): number {
  if (date !== undefined) return localInstant(date, timeZone);
  return hasOffset(dateTime!)
    ? Date.parse(dateTime!)
    : localInstant(`${dateTime!}Z`, own ?? timeZone);
}

/** The instant at which the clocks of a time zone show the time that `text` states as UTC. */
const localInstant = (text: string, timeZone: string): number =>
  toZoned(Date.parse(text), 'UTC').toPlainDateTime().toZonedDateTime(zoneName(timeZone))
    .epochMilliseconds;

/** Whether a text is a date-time with an offset, the form that query parameters take. */
export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && hasOffset(text) && !Number.isNaN(Date.parse(text));
