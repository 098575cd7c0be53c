/** Checks of time zones. */
import { Temporal } from 'temporal-polyfill';
import { InvalidInput, showValue } from '../../engine/api/error.ts';

/**
 * An offset from UTC, also as Google Calendar returns it: `GMT+05:30` (calcom/cal.diy#27042, read
 * in November 2026).
 */
const offset = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d\d))?$/;

export const isOffset = (timeZone: string): boolean => offset.test(timeZone);

/** The name under which calculations know a time zone: of an offset, one without a colon. */
export const zoneName = (timeZone: string): string =>
  timeZone.replace(
    offset,
    (_, sign: string, hours: string, minutes = '00') =>
      `${sign}${hours.padStart(2, '0')}${minutes}`,
  );

/** Whether text is a time zone with which the gateway can calculate: an IANA name or an offset. */
export function isTimeZone(text: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(zoneName(text));
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks a time zone before any call: the API rejects an unknown name without saying what it
 * expects, and decides which offsets it accepts.
 * @throws InvalidInput for text that is neither an IANA name nor an offset
 */
export function checkTimeZone(argument: string, timeZone: string): void {
  if (!isOffset(timeZone)) checkKnownZone(argument, timeZone);
}

/**
 * Checks a time zone in which the gateway itself computes times.
 * @throws InvalidInput for text that is neither an IANA name nor an offset below 24 hours
 */
export function checkKnownZone(argument: string, timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw new InvalidInput(
      argument,
      `${showValue(timeZone)} is not a time zone; expected an IANA name, for example Asia/Tokyo`,
    );
}
