/**
 * Writes of an event that lose nothing: read, merge and replace under `If-Match`, or a patch of what is named where a
 * replace would erase what the caller isn't shown.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import { getter, Paths, setAt } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import {
  type Change,
  Conflict,
  isStale,
  merged,
  updateConditionally,
  writablePaths,
} from '../../data/write/update.ts';
import { events } from '../../upstream/calendar/index.ts';
import { InvalidInput, UpstreamError } from '../../upstream/error.ts';
import { primaryOf } from './calendar-id.ts';
import { writableAttachment } from './attachment.ts';
import { writableAttendee } from './guest.ts';

type Json = Record<string, unknown>;
type EventJson = calendar_v3.Schema$Event;

export interface EventChange extends Change {
  /** What a patch says at the path, where that isn't the new value itself: it drops a map's key by null. */
  readonly patch?: (current: unknown) => unknown;
  /** A patch needs to know what is there now, too. */
  readonly reads?: true;
}

export interface EventWrite {
  readonly ref: Ref;
  readonly changes: readonly EventChange[];
  /** `patch`: sends nothing but what is named, at the higher price of a patch. */
  readonly mode: 'safe' | 'patch';
  readonly ifMatch?: string | null | undefined;
  readonly sendUpdates: 'none' | 'externalOnly' | 'all';
  /** What the client asks of the event: the write's answer brings it. */
  readonly wanted: Paths;
}

/** Deprecated or read-only, whatever the documents' list of writable fields says. */
const neverSent = /^(gadget|attendeesOmitted|privateCopy)(\.|$)/;
const writable = writablePaths(events.update).filter((path) => !neverSent.test(path));

/** What decides between replace and patch. Nothing that trims the answer (`maxAttendees`) may go along with this read. */
const deciding = [
  'attendeesOmitted',
  'creator.email',
  'eventType',
  'guestsCanModify',
  'locked',
  'organizer.self',
  'privateCopy',
  'source',
] as const;

const replaced = Paths.of('etag', ...deciding, ...writable);

/** @returns the event's ref; without changes there is no call */
export async function writeEvent(execution: Execution, write: EventWrite): Promise<Ref> {
  const { ref, changes, mode, ifMatch } = write;
  if (changes.length === 0) return ref;
  if (mode === 'patch' && !changes.some(({ reads }) => reads)) return patchUnread(execution, write);
  const mask =
    mode === 'patch'
      ? Paths.of('etag', 'attendeesOmitted', ...changes.map(({ path }) => path))
      : replaced;
  return updateConditionally<EventJson & Json>(execution, {
    ref,
    ifMatch,
    read: async () =>
      (await execution.send(events.get, { ...keysOf(ref), fields: mask.mask })) as EventJson & Json,
    write: async (current, etag) => {
      if (current.attendeesOmitted && changes.some(({ path }) => path === 'attendees'))
        throw new InvalidInput(
          'attendees',
          'the caller is not shown all guests, so that a change would drop the others',
        );
      const replaces = mode === 'safe' && (await isWholeFor(execution, current));
      return replaces
        ? replace(execution, write, current, etag)
        : patch(execution, write, current, etag);
    },
    answered: answeredOf(write),
  });
}

/** The conditions under which a replace erases nothing and is allowed. */
async function isWholeFor(execution: Execution, event: EventJson): Promise<boolean> {
  const { attendeesOmitted, organizer, guestsCanModify, locked, privateCopy, eventType } = event;
  if (attendeesOmitted || locked || privateCopy) return false;
  if (!organizer?.self && !guestsCanModify) return false;
  // Their own properties are fixed after creation: a replace cannot send them back.
  if (eventType === 'birthday' || eventType === 'fromGmail') return false;
  return isCreator(execution, event);
}

/**
 * `source` is shown to the creator alone. `creator.self` doesn't tell: it speaks of the calendar, which others may
 * write to as well.
 */
async function isCreator(execution: Execution, { source, creator }: EventJson): Promise<boolean> {
  if (source) return true;
  if (!creator?.email) return false;
  try {
    return creator.email.toLowerCase() === (await primaryOf(execution)).toLowerCase();
  } catch (error) {
    // A token for events alone can't read calendars: then it isn't known.
    if (
      error instanceof UpstreamError &&
      ['MISSING_SCOPE', 'FORBIDDEN', 'NOT_FOUND'].includes(error.code)
    )
      return false;
    throw error;
  }
}

function replace(
  execution: Execution,
  write: EventWrite,
  current: Json,
  etag: string,
): Promise<object> {
  const body = tidy(merged(current, writable, write.changes));
  return execution.send(
    events.update,
    { ...argumentsOf(write), body },
    { headers: { 'if-match': etag } },
  );
}

function patch(
  execution: Execution,
  write: EventWrite,
  current: Json,
  etag?: string | null,
): Promise<object> {
  const body: Json = {};
  for (const { path, apply, patch = apply } of write.changes)
    setAt(body, path, patch(getter(path)(current)) ?? null);
  const headers: Record<string, string> = etag == null ? {} : { 'if-match': etag };
  return execution.send(events.patch, { ...argumentsOf(write), body: tidy(body) }, { headers });
}

async function patchUnread(execution: Execution, write: EventWrite): Promise<Ref> {
  try {
    execution.invalidate(
      write.ref,
      await patch(execution, write, {}, write.ifMatch),
      answeredOf(write),
    );
    return write.ref;
  } catch (error) {
    if (!isStale(error)) throw error;
    execution.invalidate();
    throw new Conflict(write.ref);
  }
}

/** The lists' entries hold read-only fields, too. */
function tidy(body: Json): EventJson {
  const { attendees, attachments, ...rest } = body as EventJson;
  return {
    ...rest,
    ...(attendees ? { attendees: attendees.map(writableAttendee) } : { attendees }),
    ...(attachments ? { attachments: attachments.map(writableAttachment) } : { attachments }),
  } as EventJson;
}

const keysOf = ({ key }: Ref): { calendarId: string; eventId: string } => ({
  calendarId: key[0]!,
  eventId: key[1]!,
});

const answeredOf = ({ wanted }: EventWrite): Paths => wanted.with('etag');

/** Without the two versions, attachments and conferences would be dropped by the very write that sends them back. */
const argumentsOf = (write: EventWrite) => ({
  ...keysOf(write.ref),
  sendUpdates: write.sendUpdates,
  supportsAttachments: true,
  conferenceDataVersion: 1,
  fields: answeredOf(write).mask,
});
