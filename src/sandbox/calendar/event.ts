/** Operations on single events. Each write is checked and stored in one synchronous step. */
import { type ApiCall, checkIfMatch, type Handler } from '../handler.ts';
import { stableBase32Id } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { findCalendar, findCalendarWithRole, throwNotFound } from './access.ts';
import { mergeFields, replaceFields } from './event-body.ts';
import { htmlLinkOf, iCalUidOf } from './event-identity.ts';
import { serializeEvent } from './event-serializer.ts';
import { isOrganizerCopy, saveEvent } from './event-store.ts';
import { checkGuestRights, checkReadOnlyFields } from './event-update-validation.ts';
import { validateEvent } from './event-validation.ts';
import { findEvent } from './recurrence.ts';
import { type CalendarEntity, calendarState, type EventEntity, type EventPerson } from './state.ts';

const eventOfPath = (call: ApiCall, calendar: CalendarEntity): EventEntity =>
  findEvent(calendar, call.path['eventId']!) ?? throwNotFound();

/** `events.get`; also reads instances of a series. */
export const getEvent: Handler = (call) => {
  const calendar = findCalendar(call);
  return serializeEvent(call, calendar, eventOfPath(call, calendar));
};

/** @param apply makes the written event of the call's body and the stored event */
const writeHandler =
  (apply: typeof replaceFields): Handler =>
  (call) => {
    const calendar = findCalendarWithRole(call, 'writer');
    const before = eventOfPath(call, calendar);
    checkIfMatch(call, before.etag);
    checkReadOnlyFields(call, calendar, before);
    const after = apply(call, calendar, before);
    validateEvent(calendar, after);
    checkGuestRights(calendar, before, after);
    return serializeEvent(call, calendar, saveEvent(call.simulation, calendar, after));
  };

/** `events.update`. */
export const updateEvent = writeHandler(replaceFields);

/** `events.patch`. */
export const patchEvent = writeHandler(mergeFields);

/** `events.insert`. */
export const insertEvent: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'writer');
  const event = replaceFields(call, calendar, newEvent(call, calendar));
  validateEvent(calendar, event);
  return serializeEvent(call, calendar, saveEvent(call.simulation, calendar, event));
};

/** An event with the fields that the service sets; the empty etag marks it as not stored yet. */
function newEvent(call: ApiCall, calendar: CalendarEntity): EventEntity {
  const { simulation, user, body } = call;
  const { resource } = calendar;
  const { iCalUID, eventType } = body as Readonly<Record<string, string | null | undefined>>;
  const id = newEventId(call, calendar);
  const creator: EventPerson = { email: user.email, displayName: user.displayName };
  return {
    kind: 'calendar#event',
    etag: '',
    id,
    status: 'confirmed',
    htmlLink: htmlLinkOf(id, resource.id),
    created: simulation.now().toISOString(),
    updated: '',
    creator,
    organizer:
      resource.id === user.email ? creator : { email: resource.id, displayName: resource.summary },
    start: {},
    end: {},
    iCalUID: iCalUID || iCalUidOf(id),
    sequence: 0,
    reminders: { useDefault: true },
    eventType: eventType || 'default',
  };
}

/** The id of the body, or else a generated one. */
function newEventId({ simulation, body }: ApiCall, calendar: CalendarEntity): string {
  const { id, iCalUID } = body as Readonly<Record<string, string | null | undefined>>;
  if (!id) return stableBase32Id(`inserted ${calendarState(simulation).revision}`, 26);
  if (iCalUID)
    throw new ApiError(400, 'invalid', { message: 'Only one of id and iCalUID may be given.' });
  if (!/^[a-v0-9]{5,1024}$/.test(id))
    throw new ApiError(400, 'invalid', { message: 'Invalid resource id value.' });
  if (calendar.events.has(id))
    throw new ApiError(409, 'duplicate', { message: 'The requested identifier already exists.' });
  return id;
}

/** `events.delete`: sets the status to `cancelled`. */
export const deleteEvent: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'writer');
  const event = eventOfPath(call, calendar);
  if (event.status === 'cancelled')
    throw new ApiError(410, 'deleted', { message: 'Resource has been deleted' });
  checkIfMatch(call, event.etag);
  const sequence = isOrganizerCopy(calendar, event) ? event.sequence + 1 : event.sequence;
  saveEvent(call.simulation, calendar, { ...event, status: 'cancelled', sequence });
  return undefined;
};
