/** What an event becomes by a write: a replacing one drops whatever the body leaves out, a patching one keeps it. */
import type { ApiCall } from '../handler.ts';
import { isObject } from '../json.ts';
import { ApiError } from '../api-error.ts';
import { confer } from './conference.ts';
import { fileIdOf } from './identity.ts';
import type { Attachment, Attendee, Event, Reminders, StoredCalendar } from './state.ts';
import { type EventTime, instantOf, isZone } from './zone.ts';

type Tree = Readonly<Record<string, unknown>>;

/** Values that are not kept, because they go without saying. */
const defaults: Tree = {
  anyoneCanAddSelf: false,
  guestsCanInviteOthers: true,
  guestsCanModify: false,
  guestsCanSeeOtherGuests: true,
  transparency: 'opaque',
  visibility: 'default',
  privateCopy: false,
};

/** Writable, and yet not the client's to keep: a note on the body, and when an instance was planned. */
const notes: ReadonlySet<string> = new Set(['attendeesOmitted', 'originalStartTime']);

/** Names of properties that the operation writes. */
function writableOf({ operation }: ApiCall): ReadonlySet<string> {
  const names = (operation.writable as readonly string[]).map((path) =>
    path.replace(/[.[].*$/, ''),
  );
  return new Set(names.filter((name) => !notes.has(name)));
}

const only = (tree: Tree, wanted: (name: string) => boolean): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => wanted(name)));

/** What a call may not say without a parameter of its own is passed over. */
function said({ body, query }: ApiCall): Tree {
  const silent = new Set([
    ...(query.flag('supportsAttachments') ? [] : ['attachments']),
    ...(query.int('conferenceDataVersion') === 1 ? [] : ['conferenceData']),
  ]);
  return only(body, (name) => !silent.has(name));
}

export function replaced(call: ApiCall, shelf: StoredCalendar, event: Event): Event {
  const writable = writableOf(call);
  const fixed = only(event, (name) => !writable.has(name));
  const given = only(
    said(call),
    (name) => writable.has(name) && name !== 'id' && name !== 'iCalUID' && name !== 'eventType',
  );
  const kept = { sequence: event.sequence, status: 'confirmed', reminders: { useDefault: true } };
  const identity = { id: event.id, iCalUID: event.iCalUID, eventType: event.eventType };
  return settled(call, shelf, event, { ...fixed, ...identity, ...kept, ...(bared(given) as Tree) });
}

export function merged(call: ApiCall, shelf: StoredCalendar, event: Event): Event {
  const writable = writableOf(call);
  const given = only(said(call), (name) => writable.has(name));
  const next = overlaid(event, given);
  next['reminders'] ??= { useDefault: true };
  const { useDefault, overrides } = (given['reminders'] ?? {}) as Reminders;
  if (useDefault && !overrides) next['reminders'] = { useDefault };
  return settled(call, shelf, event, next);
}

/** Objects are merged key by key, lists are taken whole, null removes. */
function overlaid(tree: Tree, given: Tree): Record<string, unknown> {
  const out: Record<string, unknown> = { ...tree };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete out[name];
    else if (isObject(value)) out[name] = overlaid(isObject(out[name]) ? out[name] : {}, value);
    else out[name] = bared(value);
  }
  return out;
}

/** The same without nulls. */
function bared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bared);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, bared(inner)]),
  );
}

/** Brings what was given into the form in which events are kept. */
function settled(call: ApiCall, shelf: StoredCalendar, before: Event, next: Tree): Event {
  const { body, simulation } = call;
  const {
    attendees,
    attachments,
    conferenceData,
    hangoutLink: _,
    ...rest
  } = next as unknown as Event;
  const guests = attendees && guestsOf(attendees, before, body['attendeesOmitted'] === true);
  const event = {
    ...only(
      rest,
      (name) =>
        rest[name] !== defaults[name] && !(Array.isArray(rest[name]) && rest[name].length === 0),
    ),
    ...(guests && guests.length > 0 && { attendees: guests }),
    ...(attachments && attachments.length > 0 && { attachments: attachments.map(attached) }),
    ...(conferenceData && confer(simulation, conferenceData)),
    start: timeOf('start', rest.start, shelf),
    end: timeOf('end', rest.end, shelf),
  } as unknown as Event;
  return { ...event, sequence: sequenceOf(before, event) };
}

/** With `attendeesOmitted` those given are the ones that change; else they are all there are. */
function guestsOf(
  given: readonly Partial<Attendee>[],
  { attendees: before = [] }: Event,
  omitted: boolean,
): Attendee[] {
  const told = given.map(
    (guest) => only(guest, (name) => name !== 'self' && name !== 'organizer') as Partial<Attendee>,
  );
  if (omitted)
    return before.map((guest) => ({
      ...guest,
      ...told.find(({ email }) => email === guest.email),
    }));
  return told.map(({ email = '', responseStatus = 'needsAction', ...rest }) => ({
    ...rest,
    email,
    responseStatus,
  }));
}

/** The file follows from the address; a file id in the body counts for nothing. */
function attached({ fileUrl, title, mimeType, iconLink }: Attachment): Attachment {
  if (!fileUrl) throw new ApiError(400, 'required', { message: 'Missing attachment file URL.' });
  const fileId = fileIdOf(fileUrl);
  return {
    fileUrl,
    ...(title && { title }),
    ...(mimeType && { mimeType }),
    ...(iconLink && { iconLink }),
    ...(fileId && { fileId }),
  };
}

function timeOf(
  name: 'start' | 'end',
  time: EventTime | undefined,
  { calendar }: StoredCalendar,
): EventTime {
  const { date, dateTime, timeZone } = time ?? {};
  if ((date === undefined) === (dateTime === undefined))
    throw new ApiError(400, date === undefined ? 'required' : 'invalid', {
      message: `Invalid ${name} time: either date or dateTime.`,
    });
  if (timeZone !== undefined && !isZone(timeZone))
    throw new ApiError(400, 'invalid', {
      message: `Invalid time zone definition for ${name} time.`,
    });
  if (date !== undefined) return { date };
  if (timeZone === undefined && !/(Z|[+-]\d\d:?\d\d)$/i.test(dateTime!))
    throw new ApiError(400, 'required', {
      message: `Missing time zone definition for ${name} time.`,
    });
  const zone = timeZone ?? calendar.timeZone;
  return {
    dateTime: new Date(instantOf({ dateTime: dateTime!, timeZone: zone }, zone)).toISOString(),
    timeZone: zone,
  };
}

/** Grows with every change of what calendars elsewhere have to know. */
function sequenceOf(before: Event, event: Event): number {
  const { sequence } = event;
  if (sequence < before.sequence)
    throw new ApiError(400, 'invalid', {
      message: 'Invalid sequence value: it is below the current sequence number.',
    });
  const telling = ({ start, end, recurrence, status }: Event): string =>
    JSON.stringify([start, end, recurrence, status === 'cancelled']);
  return before.etag !== '' && telling(before) !== telling(event)
    ? Math.max(sequence, before.sequence + 1)
    : sequence;
}
