/** The stored events of a sandbox, for tests that compare with them or change them. */
import { calendarState, type EventEntity } from '../../../src/sandbox/calendar/state.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

/** The events of a calendar by id. */
export const eventsOn = (sandbox: Sandbox, calendarId: string): ReadonlyMap<string, EventEntity> =>
  calendarState(sandbox.simulation()).calendars.get(calendarId)!.events;

/** A copy of the current event. */
export const eventNow = (
  sandbox: Sandbox,
  [calendarId, eventId]: readonly [string, string],
): EventEntity => structuredClone(eventsOn(sandbox, calendarId).get(eventId)!);

/** Changes a stored event without a call and without a new etag. */
export function changeEvent(
  sandbox: Sandbox,
  [calendarId, eventId]: readonly [string, string],
  change: Partial<EventEntity>,
): void {
  const { events } = calendarState(sandbox.simulation()).calendars.get(calendarId)!;
  events.set(eventId, { ...events.get(eventId)!, ...change });
}
