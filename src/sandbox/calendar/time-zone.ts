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

/** Whether a text names a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** The local time of an instant (milliseconds) in a time zone. */
export const toZoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);

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
  toZoned(Date.parse(text), 'UTC').toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;

/** Whether a text is a date-time with an offset, the form that query parameters take. */
export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && hasOffset(text) && !Number.isNaN(Date.parse(text));
