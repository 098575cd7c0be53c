/** Invitations: the copies of an event on the primary calendars of its guests. */
import type { Simulation } from '../simulation.ts';
import { htmlLinkOf } from './event/identity.ts';
import { includesGuest, storeEvent } from './event/store.ts';
import { exceptionsOf, findEvent } from './series/recurrence.ts';
import { type CalendarEntity, calendarState, type EventEntity } from './state.ts';

/**
 * Gives the guests whom a write has added a copy of the event, as part of that write. Others get
 * none: seeded events have guests without copies. A series is copied with its exceptions.
 * @param before the event before the write
 * @param after the stored event
 */
export function inviteNewGuests(
  simulation: Simulation,
  calendar: CalendarEntity,
  before: EventEntity,
  after: EventEntity,
): void {
  if (after.privateCopy || after.status === 'cancelled') return;
  const { calendars } = calendarState(simulation);
  for (const { email } of after.attendees ?? []) {
    const guest = calendars.get(email);
    if (!guest || includesGuest(before, guest) || !canReceive(guest, after)) continue;
    storeEvent(simulation, guest, invitationOf(after, guest));
    for (const exception of exceptionsOf(calendar, after))
      storeEvent(simulation, guest, invitationOf(exception, guest));
  }
}

/**
 * Only persons are guests, and their calendars keep the events that they have. A copy is among
 * these if the write has reached it already.
 */
function canReceive(guest: CalendarEntity, { id }: EventEntity): boolean {
  const { status = 'cancelled' } = findEvent(guest, id) ?? {};
  return guest.resource.dataOwner === undefined && status === 'cancelled';
}

/** Fields that a guest sets anew. */
const unsentFields: ReadonlySet<string> = new Set(['colorId', 'eventLabelId', 'locked', 'source']);

/** The first copy for a guest; of an occurrence without the guest, a cancelled one. */
function invitationOf(event: EventEntity, guest: CalendarEntity): EventEntity {
  const { extendedProperties, ...rest } = event;
  for (const name of unsentFields) delete (rest as Record<string, unknown>)[name];
  const shared = extendedProperties?.shared;
  return {
    ...rest,
    status: includesGuest(event, guest) ? event.status : 'cancelled',
    htmlLink: htmlLinkOf(event.id, guest.resource.id),
    reminders: { useDefault: true },
    ...(shared && { extendedProperties: { shared } }),
  };
}
