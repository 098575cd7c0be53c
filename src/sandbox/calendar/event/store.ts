/** Stores written events: entity tags, dates, and the copies on the calendars of attendees. */
import { isDeepStrictEqual } from 'node:util';
import type { Simulation } from '../../simulation.ts';
import { etagOf } from './identity.ts';
import { findEvent } from '../series/recurrence.ts';
import { reachedExceptions, removeVanishedInstances } from '../series/change.ts';
import { type CalendarEntity, calendarState, type EventEntity } from '../state.ts';

/** Fields that each calendar's copy of an event has for itself; the organizer owns the others. */
const ownFields: ReadonlySet<string> = new Set([
  'etag',
  'htmlLink',
  'updated',
  'colorId',
  'eventLabelId',
  'reminders',
  'source',
  'transparency',
  'visibility',
  'privateCopy',
  'locked',
]);

/** The fields that all copies of an event share. */
export const sharedFields = (event: EventEntity): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(event).filter(([name]) => !ownFields.has(name) && name !== 'extendedProperties'),
  ),
  properties: event.extendedProperties?.shared,
});

/** Whether the calendar belongs to the organizer of the event. */
export const isOrganizerCopy = ({ resource }: CalendarEntity, event: EventEntity): boolean =>
  event.organizer.email === resource.id;

/** Whether the owner of the calendar is a guest of the event. */
export const includesGuest = (
  { attendees = [] }: EventEntity,
  { resource }: CalendarEntity,
): boolean => attendees.some(({ email }) => email === resource.id);

/**
 * Stores an event with a new etag and updates the copies on other calendars in the shared fields.
 * The copy of a guest who is no longer invited is cancelled, and receives no later change.
 * @returns the stored event
 */
export function saveEvent(
  simulation: Simulation,
  calendar: CalendarEntity,
  event: EventEntity,
): EventEntity {
  const state = calendarState(simulation);
  state.revision += 1;
  const stored = storeEvent(simulation, calendar, event);
  // Attendees who delete their copy leave the other copies alone.
  const isDeletedCopy = stored.status === 'cancelled' && !isOrganizerCopy(calendar, stored);
  if (stored.privateCopy || isDeletedCopy) return stored;
  for (const other of state.calendars.values()) {
    const copy = other === calendar ? undefined : findEvent(other, event.id);
    if (!copy || copy.privateCopy || isLeftBehind(other, copy, stored)) continue;
    const next = isUninvited(other, copy, stored)
      ? { ...copy, status: 'cancelled' }
      : withSharedFields(copy, stored);
    if (!isDeepStrictEqual(sharedFields(copy), sharedFields(next)))
      storeEvent(simulation, other, next);
  }
  return stored;
}

/** Deletes an event: its copy stays, with the status `cancelled`. */
export function cancelEvent(
  simulation: Simulation,
  calendar: CalendarEntity,
  event: EventEntity,
): void {
  const sequence = isOrganizerCopy(calendar, event) ? event.sequence + 1 : event.sequence;
  saveEvent(simulation, calendar, { ...event, status: 'cancelled', sequence });
}

/** Whether a deleted event stays on a calendar because the event has moved to another one. */
const isLeftBehind = (
  calendar: CalendarEntity,
  copy: EventEntity,
  { organizer }: EventEntity,
): boolean => isOrganizerCopy(calendar, copy) && organizer.email !== copy.organizer.email;

/** Whether the owner of a copy was a guest, and the written event has them no longer. */
const isUninvited = (calendar: CalendarEntity, copy: EventEntity, written: EventEntity): boolean =>
  !isOrganizerCopy(calendar, copy) &&
  includesGuest(copy, calendar) &&
  !includesGuest(written, calendar);

/** Stores an event on one calendar, as part of the last write, with a new etag. */
export function storeEvent(
  simulation: Simulation,
  calendar: CalendarEntity,
  event: EventEntity,
): EventEntity {
  const now = simulation.now();
  const before = calendar.events.get(event.id);
  const { occurrenceIds } = calendarState(simulation).seriesModel;
  if (!before?.recurrence && event.recurrence && occurrenceIds === 'opaque')
    calendar.opaqueSeries.add(event.id);
  const stored = { ...event, etag: etagOf(now), updated: now.toISOString() };
  calendar.events.set(stored.id, stored);
  calendar.revisions.set(stored.id, calendarState(simulation).revision);
  calendar.updated = stored.updated;
  removeVanishedInstances(simulation, calendar, before, stored);
  for (const exception of reachedExceptions(simulation, calendar, before, stored))
    storeEvent(simulation, calendar, exception);
  return stored;
}

/** A copy of an event with the shared fields of `source`. */
function withSharedFields(copy: EventEntity, source: EventEntity): EventEntity {
  const { extendedProperties, ...shared } = source;
  const own = Object.fromEntries(Object.entries(copy).filter(([name]) => ownFields.has(name)));
  for (const name of ownFields) delete (shared as Record<string, unknown>)[name];
  const properties = {
    ...(copy.extendedProperties?.private && { private: copy.extendedProperties.private }),
    ...(extendedProperties?.shared && { shared: extendedProperties.shared }),
  };
  return {
    ...shared,
    ...own,
    ...(Object.keys(properties).length > 0 && { extendedProperties: properties }),
  };
}
