/** Checks of an update that depend on the stored event: read-only fields and rights of guests. */
import { isDeepStrictEqual } from 'node:util';
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { serializeEvent } from './serializer.ts';
import { isOrganizerCopy, sharedFields } from './store.ts';
import type { Attendee, CalendarEntity, EventEntity } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

/** Fields that no update writes, with the reason of the error. */
const readOnlyFields: Readonly<Record<string, RefusalReason>> = {
  kind: 'invalid',
  etag: 'invalid',
  id: 'invalid',
  created: 'invalid',
  updated: 'invalid',
  htmlLink: 'invalid',
  hangoutLink: 'invalid',
  creator: 'invalid',
  organizer: 'cannotChangeOrganizer',
  iCalUID: 'invalid',
  recurringEventId: 'invalid',
  endTimeUnspecified: 'invalid',
  locked: 'invalid',
  eventType: 'eventTypeRestriction',
  birthdayProperties: 'eventTypeRestriction',
};

/**
 * Checks that the body changes no read-only field. A field with the value that the caller reads is
 * accepted, so that an event can be sent back after reading it.
 * @throws ApiError 400
 */
export function checkReadOnlyFields(
  call: ApiCall,
  calendar: CalendarEntity,
  event: EventEntity,
): void {
  const current = serializeEvent(call, calendar, event) as Readonly<Record<string, unknown>>;
  for (const [name, reason] of Object.entries(readOnlyFields)) {
    const sent = call.body[name];
    if (sent === undefined || sent === null || isDeepStrictEqual(sent, current[name])) continue;
    throw new ApiError(400, reason, {
      domain: reason === 'invalid' ? 'global' : 'calendar',
      message: `${name} cannot be changed.`,
    });
  }
}

/** The fields that `locked` protects. */
const mainFields = ['summary', 'description', 'location', 'start', 'end', 'recurrence'];

/**
 * Checks that a guest changes only the fields that guests may change, and that the main fields of
 * a locked copy stay unchanged.
 * @throws ApiError 403
 */
export function checkGuestRights(
  calendar: CalendarEntity,
  before: EventEntity,
  after: EventEntity,
): void {
  if (before.locked && mainFields.some((name) => !isDeepStrictEqual(before[name], after[name])))
    throw new ApiError(403, 'forbidden', {
      domain: 'calendar',
      message: 'The main fields of a locked event cannot be changed.',
    });
  if (mayWriteShared(calendar, before, after)) return;
  throw new ApiError(403, 'forbiddenForNonOrganizer', {
    domain: 'calendar',
    message: 'Shared properties can only be changed by the organizer of the event.',
  });
}

/** Whether the calendar may write all that an update changes, although its owner is a guest. */
export function mayWriteShared(
  calendar: CalendarEntity,
  before: EventEntity,
  after: EventEntity,
): boolean {
  if (isOrganizerCopy(calendar, before) || before.guestsCanModify || before.privateCopy)
    return true;
  const withoutAttendees = (event: EventEntity) => ({
    ...sharedFields(event),
    attendees: undefined,
  });
  const isUnchanged = isDeepStrictEqual(withoutAttendees(before), withoutAttendees(after));
  return isUnchanged && guestMayWriteAttendees(calendar, before, after);
}

/** Guests may change their own entry, and add attendees unless the event forbids it. */
function guestMayWriteAttendees(
  { resource }: CalendarEntity,
  before: EventEntity,
  after: EventEntity,
): boolean {
  const othersOf = ({ attendees = [] }: EventEntity): Attendee[] =>
    attendees.filter(({ email }) => email !== resource.id);
  const [previous, next] = [othersOf(before), othersOf(after)];
  const isIncluded = previous.every((one) => next.some((other) => isDeepStrictEqual(one, other)));
  return isIncluded && (next.length === previous.length || before.guestsCanInviteOthers !== false);
}
