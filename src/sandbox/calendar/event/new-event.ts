/** Events that do not exist yet: their ids and the fields that the service sets. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall } from '../../call/handler.ts';
import { stableBase32Id } from '../../random.ts';
import { displayNameOf } from '../../storage/permission/person.ts';
import { htmlLinkOf, iCalUidOf } from './identity.ts';
import { isDividedId } from '../series/occurrence-id.ts';
import {
  type CalendarEntity,
  calendarState,
  type EventEntity,
  type EventPerson,
} from '../state.ts';

/** The texts of a body that an event keeps from its creation on. */
type CreationBody = Readonly<Record<'id' | 'iCalUID' | 'eventType', string | null | undefined>>;

/** An event with the fields that the service sets; the empty etag marks it as not stored yet. */
export function newEvent(call: ApiCall, calendar: CalendarEntity, id: string): EventEntity {
  const { simulation, user, body } = call;
  const { iCalUID, eventType } = body as CreationBody;
  return {
    kind: 'calendar#event',
    etag: '',
    id,
    status: 'confirmed',
    htmlLink: htmlLinkOf(id, calendar.resource.id),
    created: simulation.now().toISOString(),
    updated: '',
    creator: { email: user.email, displayName: user.displayName },
    organizer: organizerOn(calendar),
    start: {},
    end: {},
    iCalUID: iCalUID || iCalUidOf(id),
    sequence: 0,
    reminders: { useDefault: true },
    eventType: eventType || 'default',
  };
}

/**
 * The organizer of the events that are created on a calendar: its owner, or the calendar itself.
 */
export const organizerOn = ({ resource }: CalendarEntity): EventPerson => ({
  email: resource.id,
  displayName: resource.dataOwner === undefined ? displayNameOf(resource.id) : resource.summary,
});

/** An id that no event has. */
export const generatedEventId = ({ simulation }: ApiCall): string =>
  stableBase32Id(`inserted ${calendarState(simulation).revision}`, 26);

/** The event with an iCalendar id, deleted ones included; of a series not its instances. */
export const findByICalUid = (
  { events }: CalendarEntity,
  iCalUid: string,
): EventEntity | undefined =>
  [...events.values()].find(
    ({ iCalUID, recurringEventId }) => iCalUID === iCalUid && recurringEventId === undefined,
  );

/** @throws ApiError 409 */
export function throwDuplicate(): never {
  throw new ApiError(409, 'duplicate', { message: 'The requested identifier already exists.' });
}

/**
 * The id of an inserted event: the one of the body, or else a generated one.
 * @throws ApiError 400 if the id is malformed, 409 if the calendar has had an event with the ids
 */
export function insertedEventId(call: ApiCall, calendar: CalendarEntity): string {
  const { id, iCalUID } = call.body as CreationBody;
  if (id && iCalUID)
    throw new ApiError(400, 'invalid', { message: 'Only one of id and iCalUID may be given.' });
  if (iCalUID && findByICalUid(calendar, iCalUID)) throwDuplicate();
  if (!id) return generatedEventId(call);
  const mayBeDivided = calendarState(call.simulation).seriesModel.occurrenceIds === 'split';
  if (!/^[a-v0-9]{5,1024}$/.test(id) && !(mayBeDivided && isDividedId(id)))
    throw new ApiError(400, 'invalid', { message: 'Invalid resource id value.' });
  if (calendar.events.has(id)) throwDuplicate();
  return id;
}
