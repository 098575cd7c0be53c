/** Checks of time zones. */
import { Temporal } from 'temporal-polyfill';
import { InvalidInput, showValue } from '../../engine/rest/call/error.ts';

/** Whether text is a time zone with which the gateway can calculate: an IANA name or an offset. */
export function isTimeZone(text: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/** An offset from UTC. Google Calendar decides which of them it accepts. */
const offset = /^(?:GMT|UTC)?[+-]\d{1,2}(?::?\d\d)?$/;

/**
 * Checks a time zone before any call: the API rejects an unknown name without saying what it
 * expects.
 * @throws InvalidInput for text that is neither an IANA name nor an offset
 */
export function checkTimeZone(argument: string, timeZone: string): void {
  if (!offset.test(timeZone)) checkZoneName(argument, timeZone);
}

/**
 * Checks a time zone in which the gateway itself computes times.
 * @throws InvalidInput for an unknown name
 */
export function checkZoneName(argument: string, timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw new InvalidInput(
      argument,
      `${showValue(timeZone)} is not a time zone; expected an IANA name, for example Asia/Tokyo`,
    );
}
