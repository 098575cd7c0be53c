/** Events as a caller sees them: times in one time zone, visible fields, visible attendees. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { includesRole, roleOf } from '../access.ts';
import type { Attendee, CalendarEntity, EventEntity, EventPerson } from '../state.ts';
import { type EventTime, formatZoned, instantOf, isTimeZone } from '../time-zone.ts';

/**
 * The time zone of a response: the parameter `timeZone`, or else the one of the calendar.
 * @throws ApiError 400 if the parameter is not a time zone
 */
export function responseTimeZone({ query }: ApiCall, { resource }: CalendarEntity): string {
  const requested = query.text('timeZone');
  if (requested === undefined) return resource.timeZone;
  if (isTimeZone(requested)) return requested;
  throw new ApiError(400, 'invalid', {
    message: `Invalid time zone: ${requested}`,
    location: 'timeZone',
  });
}

/** The event as the response contains it. */
export function serializeEvent(
  call: ApiCall,
  calendar: CalendarEntity,
  event: EventEntity,
  timeZone = responseTimeZone(call, calendar),
): object {
  const times = timesOf(event, calendar, timeZone);
  if (isTombstone(call, event)) return tombstoneFields(event, times);
  if (hidesDetails(call, calendar, event)) return { ...busyFields(event), ...times };
  const { source, attendees, creator, organizer, ...rest } = event;
  const withSelf = <P extends EventPerson>(person: P): P =>
    person.email === calendar.resource.id ? { ...person, self: true } : person;
  return {
    ...rest,
    ...times,
    creator: withSelf(creator),
    organizer: withSelf(organizer),
    ...(source !== undefined && creator.email === call.user.email && { source }),
    ...(attendees && attendeeFields(call, event, markOrganizer(attendees, event).map(withSelf))),
  };
}

/**
 * Whether only the ids of a cancelled event are shown: of an instance always, of others in lists of
 * changes, unless `showDeleted` asks for more.
 */
const isTombstone = ({ query }: ApiCall, { status, recurringEventId }: EventEntity): boolean =>
  status === 'cancelled' &&
  (recurringEventId !== undefined || (query.has('syncToken') && !query.flag('showDeleted')));

function tombstoneFields(
  { kind, etag, id, status, recurringEventId }: EventEntity,
  { originalStartTime }: EventTimes,
): object {
  const ids = { kind, etag, id, status };
  return recurringEventId === undefined ? ids : { ...ids, recurringEventId, originalStartTime };
}

const markOrganizer = (attendees: readonly Attendee[], { organizer }: EventEntity): Attendee[] =>
  attendees.map((attendee) =>
    attendee.email === organizer.email ? { ...attendee, organizer: true } : attendee,
  );

/**
 * Whether the caller sees only that the time is busy: for all events with the role
 * `freeBusyReader`, for private events with a role below `writer`.
 */
function hidesDetails({ user }: ApiCall, calendar: CalendarEntity, event: EventEntity): boolean {
  const role = roleOf(calendar, user);
  if (!includesRole(role, 'reader')) return true;
  const isPrivate = event.visibility === 'private' || event.visibility === 'confidential';
  return isPrivate && !includesRole(role, 'writer');
}

/** The fields that are visible without the details; the times are added to them. */
function busyFields(event: EventEntity): object {
  const { kind, etag, id, status, htmlLink, updated, iCalUID, eventType } = event;
  const { recurringEventId } = event;
  return {
    kind,
    etag,
    id,
    status,
    htmlLink,
    updated,
    iCalUID,
    eventType,
    ...(recurringEventId !== undefined && { recurringEventId }),
    visibility: 'private',
  };
}

type EventTimes = Pick<EventEntity, 'start' | 'end' | 'originalStartTime'>;

function timesOf(event: EventEntity, { resource }: CalendarEntity, timeZone: string): EventTimes {
  const { start, end, originalStartTime } = event;
  const serialize = ({ date, dateTime, timeZone: own = resource.timeZone }: EventTime) =>
    dateTime === undefined
      ? { date: date! }
      : { dateTime: formatZoned(instantOf({ dateTime }, own), timeZone), timeZone: own };
  return {
    start: serialize(start),
    end: serialize(end),
    ...(originalStartTime && { originalStartTime: serialize(originalStartTime) }),
  };
}

/**
 * The attendees that the caller sees: only themselves if there are more than `maxAttendees`, or if
 * the event hides its guests from each other. The organizer sees all of them.
 */
function attendeeFields(
  { query, user }: ApiCall,
  event: EventEntity,
  attendees: readonly (Attendee & { readonly self?: true })[],
): object {
  const ownEntries = attendees.filter(({ self }) => self);
  const maxAttendees = query.int('maxAttendees') ?? Infinity;
  const isGuest = ownEntries.some(({ email }) => email !== event.organizer.email);
  const hidesGuests = event.guestsCanSeeOtherGuests === false && isGuest;
  if (attendees.length <= maxAttendees && !hidesGuests) return { attendees };
  const visible =
    ownEntries.length > 0 ? ownEntries : attendees.filter(({ email }) => email === user.email);
  return { ...(visible.length > 0 && { attendees: visible }), attendeesOmitted: true };
}
