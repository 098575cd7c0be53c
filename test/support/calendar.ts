/** The seeded calendars, as tests compare with them. */
import { calendarState, type EventEntity } from '../../src/sandbox/calendar/state.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

/** A calendar's events as they are kept now, by id. */
export const eventsOn = (sandbox: Sandbox, calendarId: string): ReadonlyMap<string, EventEntity> =>
  calendarState(sandbox.simulation()).calendars.get(calendarId)!.events;

/** A copy of an event as it is now. */
export const eventNow = (
  sandbox: Sandbox,
  [calendarId, eventId]: readonly [string, string],
): EventEntity => structuredClone(eventsOn(sandbox, calendarId).get(eventId)!);

/** Changes an event behind everybody's back, without a new tag. */
export function changeEvent(
  sandbox: Sandbox,
  [calendarId, eventId]: readonly [string, string],
  change: Partial<EventEntity>,
): void {
  const { events } = calendarState(sandbox.simulation()).calendars.get(calendarId)!;
  events.set(eventId, { ...events.get(eventId)!, ...change });
}
