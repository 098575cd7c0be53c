/** Events as a caller sees them: in one time zone, with as many attendees as asked for, without what is hidden. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { reaches, roleOf } from './access.ts';
import type { Attendee, Event, Party, StoredCalendar } from './state.ts';
import { type EventTime, instantOf, isZone, zoned } from './zone.ts';

/** The time zone that answers are written in: the one asked for, else the calendar's. */
export function zoneOf({ query }: ApiCall, { calendar }: StoredCalendar): string {
  const asked = query.text('timeZone');
  if (asked !== undefined && !isZone(asked))
    throw new ApiError(400, 'invalid', {
      message: `Invalid time zone: ${asked}`,
      location: 'timeZone',
    });
  return asked ?? calendar.timeZone;
}

export function showEvent(
  call: ApiCall,
  shelf: StoredCalendar,
  event: Event,
  zone = zoneOf(call, shelf),
): object {
  const { source, attendees, creator, organizer, ...rest } = event;
  const times = timesOf(event, shelf, zone);
  if (isHidden(call, shelf, event)) return { ...bare(event), ...times };
  const own = <P extends Party>(party: P): P =>
    party.email === shelf.calendar.id ? { ...party, self: true } : party;
  return {
    ...rest,
    ...times,
    creator: own(creator),
    organizer: own(organizer),
    ...(source !== undefined && creator.email === call.user.email ? { source } : {}),
    ...(attendees === undefined
      ? {}
      : guests(
          call,
          event,
          attendees.map((guest) =>
            own(guest.email === organizer.email ? { ...guest, organizer: true } : guest),
          ),
        )),
  };
}

/** Readers of a calendar see of private events, and readers of busy times of all events, that there is one. */
function isHidden({ user }: ApiCall, shelf: StoredCalendar, { visibility }: Event): boolean {
  const role = roleOf(shelf, user);
  return (
    !reaches(role, 'reader') ||
    (role === 'reader' && (visibility === 'private' || visibility === 'confidential'))
  );
}

function bare({
  kind,
  etag,
  id,
  status,
  htmlLink,
  updated,
  iCalUID,
  eventType,
  recurringEventId,
}: Event): object {
  const instance = recurringEventId === undefined ? {} : { recurringEventId };
  return {
    kind,
    etag,
    id,
    status,
    htmlLink,
    updated,
    iCalUID,
    eventType,
    ...instance,
    visibility: 'private',
  };
}

function timesOf(
  { start, end, originalStartTime }: Event,
  { calendar }: StoredCalendar,
  zone: string,
): object {
  const show = ({ date, dateTime, timeZone = calendar.timeZone }: EventTime): EventTime =>
    dateTime === undefined
      ? { date: date! }
      : { dateTime: zoned(instantOf({ dateTime, timeZone }, timeZone), zone), timeZone };
  const times = { start: show(start), end: show(end) };
  return originalStartTime === undefined
    ? times
    : { ...times, originalStartTime: show(originalStartTime) };
}

/** More attendees than `maxAttendees`, or guests who may not see each other: the participant alone. */
function guests(
  { query, user }: ApiCall,
  event: Event,
  attendees: readonly (Attendee & { readonly self?: true })[],
): object {
  const mine = attendees.filter(({ self }) => self);
  const most = query.int('maxAttendees') ?? Infinity;
  const secret = event.guestsCanSeeOtherGuests === false && mine.length > 0;
  if (attendees.length <= most && !secret) return { attendees };
  const participant =
    mine.length > 0 ? mine : attendees.filter(({ email }) => email === user.email);
  return { ...(participant.length > 0 ? { attendees: participant } : {}), attendeesOmitted: true };
}
