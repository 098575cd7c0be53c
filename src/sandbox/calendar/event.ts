/** Single events: read, created, replaced, patched, deleted. Each handler checks and writes in one go. */
import { type ApiCall, checkIfMatch, type Handler } from '../handler.ts';
import { stableBase32Id } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { refuseMissing, shelfFor, shelfOf } from './access.ts';
import { checkFixed, checkGuest } from './guard.ts';
import { iCalUidOf, linkOf } from './identity.ts';
import { merged, replaced } from './merge.ts';
import { eventOf } from './recurrence.ts';
import { checkEvent } from './rule.ts';
import { showEvent } from './show.ts';
import { calendarState, type Event, type Party, type StoredCalendar } from './state.ts';
import { isOrganizers, keep } from './store.ts';

const found = (call: ApiCall, shelf: StoredCalendar): Event =>
  eventOf(shelf, call.path['eventId']!) ?? refuseMissing();

export const getEvent: Handler = (call) => {
  const shelf = shelfOf(call);
  return showEvent(call, shelf, found(call, shelf));
};

/** A write of an existing event. @param next makes the event that would stand afterwards */
const writing =
  (next: (call: ApiCall, shelf: StoredCalendar, event: Event) => Event): Handler =>
  (call) => {
    const shelf = shelfFor(call, 'writer');
    const event = found(call, shelf);
    checkIfMatch(call, event.etag);
    checkFixed(call, shelf, event);
    const changed = next(call, shelf, event);
    checkEvent(shelf, changed);
    checkGuest(shelf, event, changed);
    return showEvent(call, shelf, keep(call.simulation, shelf, changed));
  };

export const updateEvent = writing(replaced);
export const patchEvent = writing(merged);

export const insertEvent: Handler = (call) => {
  const shelf = shelfFor(call, 'writer');
  const event = replaced(call, shelf, fresh(call, shelf));
  checkEvent(shelf, event);
  return showEvent(call, shelf, keep(call.simulation, shelf, event));
};

function fresh(call: ApiCall, shelf: StoredCalendar): Event {
  const { simulation, user, body } = call;
  const {
    id: given,
    iCalUID,
    eventType,
  } = body as { id?: string | null; iCalUID?: string | null; eventType?: string | null };
  if (given && iCalUID)
    throw new ApiError(400, 'invalid', { message: 'Only one of id and iCalUID may be given.' });
  if (given && !/^[a-v0-9]{5,1024}$/.test(given))
    throw new ApiError(400, 'invalid', { message: 'Invalid resource id value.' });
  if (given && shelf.events.has(given))
    throw new ApiError(409, 'duplicate', { message: 'The requested identifier already exists.' });
  const id = given || stableBase32Id(`inserted ${calendarState(simulation).revision}`, 26);
  const creator: Party = { email: user.email, displayName: user.displayName };
  return {
    kind: 'calendar#event',
    etag: '',
    id,
    status: 'confirmed',
    htmlLink: linkOf(id, shelf.calendar.id),
    created: simulation.now().toISOString(),
    updated: '',
    creator,
    organizer:
      shelf.calendar.id === user.email
        ? creator
        : { email: shelf.calendar.id, displayName: shelf.calendar.summary },
    start: {},
    end: {},
    iCalUID: iCalUID || iCalUidOf(id),
    sequence: 0,
    reminders: { useDefault: true },
    eventType: eventType || 'default',
  };
}

export const deleteEvent: Handler = (call) => {
  const shelf = shelfFor(call, 'writer');
  const event = found(call, shelf);
  if (event.status === 'cancelled')
    throw new ApiError(410, 'deleted', { message: 'Resource has been deleted' });
  checkIfMatch(call, event.etag);
  const sequence = isOrganizers(shelf, event) ? event.sequence + 1 : event.sequence;
  keep(call.simulation, shelf, { ...event, status: 'cancelled', sequence });
  return undefined;
};
