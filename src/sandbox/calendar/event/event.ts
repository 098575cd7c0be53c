/** Operations on single events. Each write is checked and stored in one synchronous step. */
import { isDeepStrictEqual } from 'node:util';
import { type ApiCall, checkIfMatch, type Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { findCalendar, findCalendarWithRole, throwNotFound } from '../access.ts';
import { mergeFields, replaceFields } from './body.ts';
import { serializeEvent } from './serializer.ts';
import { cancelEvent, saveEvent } from './store.ts';
import { checkGuestRights, checkReadOnlyFields, mayWriteShared } from './update-validation.ts';
import { validateEvent } from './validation.ts';
import { inviteNewGuests } from '../invitation.ts';
import { insertedEventId, newEvent } from './new-event.ts';
import { findEvent } from '../series/recurrence.ts';
import { isPrivate, restrictSeries, withoutIgnored } from '../series/ignored-field.ts';
import { type CalendarEntity, calendarState, type EventEntity } from '../state.ts';

const eventOfPath = (call: ApiCall, calendar: CalendarEntity): EventEntity =>
  findEvent(calendar, call.path['eventId']!) ?? throwNotFound();

/** `events.get`; also reads instances of a series. */
export const getEvent: Handler = (call) => {
  const calendar = findCalendar(call);
  return serializeEvent(call, calendar, eventOfPath(call, calendar));
};

function throwDeleted(): never {
  throw new ApiError(410, 'deleted', { message: 'Resource has been deleted' });
}

function saveAndInvite(
  { simulation }: ApiCall,
  calendar: CalendarEntity,
  before: EventEntity,
  after: EventEntity,
): EventEntity {
  const stored = saveEvent(simulation, calendar, after);
  inviteNewGuests(simulation, calendar, before, stored);
  return stored;
}

/**
 * A deleted event accepts only a write that restores it, by another status.
 * @param apply makes the written event of the call's body and the stored event
 */
const writeHandler =
  (apply: typeof replaceFields): Handler =>
  (call) => {
    const calendar = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
    const before = eventOfPath(call, calendar);
    checkIfMatch(call, before.etag);
    checkReadOnlyFields(call, calendar, before);
    const written = apply(call, calendar, before);
    const after = withoutIgnored(call.simulation, before, written);
    if (after !== written && isDeepStrictEqual(after, before))
      return serializeEvent(call, calendar, before);
    if (before.status === 'cancelled' && after.status === 'cancelled') throwDeleted();
    validateEvent(calendar, after);
    const { ignoresGuests } = calendarState(call.simulation).seriesModel;
    if (ignoresGuests && !mayWriteShared(calendar, before, after))
      return serializeEvent(call, calendar, before);
    checkGuestRights(calendar, before, after);
    const stored = saveAndInvite(call, calendar, before, after);
    if (isPrivate(stored) && !isPrivate(before)) restrictSeries(call.simulation, calendar, stored);
    return serializeEvent(call, calendar, stored);
  };

/** `events.update`. */
export const updateEvent = writeHandler(replaceFields);

/** `events.patch`. */
export const patchEvent = writeHandler(mergeFields);

/** `events.insert`. */
export const insertEvent: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
  const id = insertedEventId(call, calendar);
  const before = newEvent(call, calendar, id);
  const event = replaceFields(call, calendar, before);
  validateEvent(calendar, event);
  return serializeEvent(call, calendar, saveAndInvite(call, calendar, before, event));
};

/** `events.delete`: sets the status to `cancelled`. */
export const deleteEvent: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
  const event = eventOfPath(call, calendar);
  if (event.status === 'cancelled') throwDeleted();
  checkIfMatch(call, event.etag);
  cancelEvent(call.simulation, calendar, event);
  return undefined;
};
