/** Times as the user of an agent reads and writes them: in their own time zone. */
import { Temporal } from 'temporal-polyfill';
import { showValue } from '../../engine/api/error.ts';
import { isTimeZone, zoneName } from '../../services/calendar/time-zone.ts';
import type { ToolCall } from '../tool-call.ts';
import { ToolFailure } from './tool-failure.ts';

/** How long a zone is remembered: people who travel change it. */
const TTL_MS = 3_600_000;

const zoneDocument = '{ viewer { calendarSetting(id: "timezone") { value } } }';

/**
 * @returns the zone of the caller's Google Calendar; UTC for callers without one. It is asked for
 * once an hour, which costs one call.
 */
export async function zoneOf(call: ToolCall): Promise<string> {
  const { store, callerKey } = call;
  const known = await Promise.resolve(store.get('timeZone', callerKey)).catch(() => undefined);
  if (known !== undefined) return known;
  const { data } = await call.execute({ query: zoneDocument, isOptional: true });
  const { viewer } = (data ?? {}) as {
    readonly viewer?: { readonly calendarSetting?: { readonly value?: string } | null } | null;
  };
  const value = viewer?.calendarSetting?.value;
  const zone = value !== undefined && isTimeZone(value) ? zoneName(value) : 'UTC';
  await store.set('timeZone', callerKey, zone, TTL_MS).catch(() => {});
  return zone;
}

/** @returns a point in time after a duration, with the offset of the zone */
export const later = (time: string, after: Temporal.DurationLike, zone: string): string =>
  written(zoned(time, zone).add(after));

/** @returns the day after some days */
export const laterDay = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** @returns a point in time as the clocks of a zone show it; what is none, unchanged */
export function inZone(time: string, zone: string): string {
  try {
    return written(zoned(time, zone));
  } catch {
    return time;
  }
}

/**
 * @param time an RFC 3339 time; without an offset, or as a day alone, in the zone of the user
 * @returns it with the offset of the zone
 * @throws ToolFailure if it is none, or the clocks skip it
 */
export function pointInTime(argument: string, time: string, zone: string): string {
  try {
    if (hasOffset(time)) return written(zoned(time, zone));
    const wall = Temporal.PlainDateTime.from(time);
    const found = wall.toZonedDateTime(zone);
    // In the hour that is skipped in spring, this is a time after it.
    if (found.toPlainDateTime().equals(wall)) return written(found);
  } catch {
    // The same answer as to a time that the clocks skip.
  }
  throw ToolFailure.ofInput(
    argument,
    `${showValue(time)} is no day or time in ${zone}; expected for example 2027-03-14 or 2027-03-14T09:30`,
  );
}

/** @returns for example `3 December 2026, 10:00`; of a day the day alone */
export const timeInWords = (time: string, zone: string): string =>
  isDay(time)
    ? dayInWords(Temporal.PlainDate.from(time))
    : `${dayInWords(zoned(time, zone).toPlainDate())}, ${zoned(time, zone)
        .toPlainTime()
        .toString({ smallestUnit: 'minute' })}`;

const dayInWords = (day: Temporal.PlainDate): string =>
  day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const zoned = (time: string, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(time).toZonedDateTimeISO(zone);

const written = (time: Temporal.ZonedDateTime): string =>
  time.toString({ smallestUnit: 'second', timeZoneName: 'never' });

const hasOffset = (time: string): boolean => /T.*(Z|[+-]\d\d:?\d\d)$/i.test(time);

/** Whether a text is a day without a time. */
export const isDay = (time: string): boolean => /^\d{4}-\d\d-\d\d$/.test(time);
