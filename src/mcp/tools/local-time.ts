/** Times as the user of an agent reads and writes them: in their own time zone. */
import { DateTime, IANAZone } from 'luxon';
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
  const zone = value !== undefined && IANAZone.isValidZone(value) ? value : 'UTC';
  await store.set('timeZone', callerKey, zone, TTL_MS).catch(() => {});
  return zone;
}

/** @returns the time in some days; in the past with a negative number */
export const inDays = (days: number, zone: string): string =>
  DateTime.now().setZone(zone).plus({ days }).toISO({ suppressMilliseconds: true })!;

/** @returns a point in time as the clocks of a zone show it; what is none, unchanged */
export function inZone(time: string, zone: string): string {
  const parsed = DateTime.fromISO(time, { zone });
  return parsed.isValid ? parsed.toISO({ suppressMilliseconds: true }) : time;
}

/**
 * @param time an RFC 3339 time; without an offset, or as a day alone, in the zone of the user
 * @returns it with its offset
 * @throws ToolFailure if it is none, or the clocks skip it
 */
export function pointInTime(argument: string, time: string, zone: string): string {
  const parsed = DateTime.fromISO(time, { zone, setZone: true });
  // In the hour that is skipped in spring, luxon answers with the hour after it.
  const isReal = parsed.isValid && (hasOffset(time) || parsed.toISO().startsWith(wallClock(time)));
  if (isReal) return parsed.toISO({ suppressMilliseconds: true });
  throw ToolFailure.ofInput(
    argument,
    `${JSON.stringify(time.slice(0, 60))} is no time in ${zone}; expected for example 2027-03-14T09:30`,
  );
}

const hasOffset = (time: string): boolean => /T.*(Z|[+-]\d\d:?\d\d)$/i.test(time);

/** The part of a time that must come back: up to the minutes, as far as it is written so. */
const wallClock = (time: string): string => /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?/.exec(time)?.[0] ?? '';

/** Whether a text is a day without a time. */
export const isDay = (time: string): boolean => /^\d{4}-\d\d-\d\d$/.test(time);
