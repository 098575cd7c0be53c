/** What the input of `prepareBroadcast` says, checked as far as that takes no call. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Ref } from '../../../engine/read/resource.ts';
import { type Change, newBody } from '../../../engine/write/change.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { attendeeList } from '../../calendar/event/attendee.ts';
import { checkNewEvent } from '../../calendar/event/write/input.ts';
import { Calendar } from '../../calendar/resources.ts';
import { checkAll } from '../../../engine/schema/write/invalid-inputs.ts';
import { nextEntries } from '../../../engine/schema/write/list-change.ts';
import type { RefValue } from '../../../engine/schema/field/ref-input.ts';
import { changesOf } from '../../../engine/schema/write/write-input.ts';
import { refFrom, upstreamId } from '../../../engine/schema/type/global-id.ts';
import { hasPassed } from '../../shared/future.ts';
import { checkEnd } from '../../live/broadcast/write/input.ts';
import { Broadcast, Stream } from '../../live/resources.ts';
import { checkTitle } from '../../shared/youtube/text.ts';
import {
  attendeeTable,
  broadcastTable,
  eventTable,
  type PreparationInput,
  streamTable,
} from './input.ts';

type EventJson = calendar_v3.Schema$Event;
type Attendee = calendar_v3.Schema$EventAttendee;

/** An event to create. */
interface NewEvent {
  /** As in the input. */
  readonly calendarId: string;
  /** The id that the client has made. */
  readonly eventId: string | undefined;
  readonly changes: readonly Change[];
  readonly body: EventJson;
}

/** The input, checked as far as that takes no call. */
export interface PreparationPlan {
  readonly event: { readonly existing: RefValue } | { readonly new: NewEvent };
  readonly broadcast: { readonly existing: Ref } | { readonly new: readonly Change[] };
  readonly stream:
    | { readonly existing: Ref }
    | { readonly new: readonly Change[] }
    | { readonly select: 'reusable' };
  /** Adds attendees to those of the event; undefined: there is none to add. */
  readonly attendees: Change | undefined;
  readonly keepsSteps: boolean;
}

/** @throws InvalidInput, InvalidInputs for several rejected values */
export function planOf(input: PreparationInput): PreparationPlan {
  const [event, broadcast, stream, added] = checkAll(
    () => eventOf(input.event),
    () => broadcastOf(input.broadcast),
    () => streamOf(input.stream),
    () => attendeesOf(input.attendees),
  );
  if ('new' in event && 'new' in broadcast) newBroadcast(broadcast.new, event.new.body);
  return { event, broadcast, stream, attendees: added, keepsSteps: input.onFailure === 'keep' };
}

function eventOf({ existing, new: created }: PreparationInput['event']): PreparationPlan['event'] {
  if (existing) return { existing };
  const place = 'event.new.';
  const given = created as Readonly<Record<string, unknown>>;
  const { calendarId } = created;
  const [, own] = checkAll(
    () => upstreamId(Calendar.resource, calendarId, `${place}calendarId`),
    () => changesOf(eventTable, given, place),
    () => below(place, () => checkNewEvent(given)),
  );
  const body: EventJson = newBody(own).body;
  return { new: { calendarId, eventId: body.id ?? undefined, changes: own, body } };
}

/** The change merges by address, also if the event has got attendees meanwhile. */
function attendeesOf(set: PreparationInput['attendees']): Change | undefined {
  const [checked] = changesOf(attendeeTable, { attendees: set });
  if (!checked || !set?.length) return undefined;
  const stated = { change: { set }, argument: 'attendees' };
  return {
    ...checked,
    apply: (current) => nextEntries(attendeeList, stated, (current ?? []) as Attendee[]),
  };
}

function broadcastOf(given: PreparationInput['broadcast']): PreparationPlan['broadcast'] {
  const { existing, new: created } = given;
  if (existing != null)
    return { existing: refFrom(Broadcast.resource, existing, 'broadcast.existing') };
  const place = 'broadcast.new.';
  const [own] = checkAll(
    () => changesOf(broadcastTable, created as Readonly<Record<string, unknown>>, place),
    () => below(place, () => checkEnd(created as Parameters<typeof checkEnd>[0])),
  );
  return { new: own };
}

function streamOf(given: PreparationInput['stream']): PreparationPlan['stream'] {
  const { existing, new: created } = given;
  if (existing != null) return { existing: refFrom(Stream.resource, existing, 'stream.existing') };
  if (created) return { new: changesOf(streamTable, created, 'stream.new.') };
  return { select: 'reusable' };
}

/** Runs a check of an object of the input: its errors name the place of the object, too. */
function below<T>(place: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw error.at(place + error.argument);
  }
}

/** Places of values that the event gives a new broadcast. */
const paths = {
  title: 'snippet.title',
  start: 'snippet.scheduledStartTime',
  end: 'snippet.scheduledEndTime',
} as const;

/**
 * The values of a new broadcast: those of the input, and those of the event for what it omits.
 * @throws InvalidInput if the event does not have what the input omits
 */
export function newBroadcast(own: readonly Change[], event: EventJson): readonly Change[] {
  const isGiven = (path: string): boolean => own.some((change) => change.path === path);
  const isSet = (path: string): boolean =>
    own.some((change) => change.path === path && change.apply(undefined) !== undefined);
  const value = (name: string, path: string, text: string): Change => ({
    argument: `broadcast.new.${name}`,
    path,
    apply: () => text,
  });
  const [title, start] = checkAll(
    () => (isSet(paths.title) ? [] : [value('title', paths.title, titleOf(event))]),
    () => (isSet(paths.start) ? [] : [value('scheduledStartAt', paths.start, startOf(event))]),
  );
  const end = event.end?.dateTime;
  const hasEnd = start.length > 0 && end != null && !isGiven(paths.end);
  return [...own, ...title, ...start, ...(hasEnd ? [value('scheduledEndAt', paths.end, end)] : [])];
}

/** @throws InvalidInput for a summary that YouTube takes for no title */
function titleOf({ summary }: EventJson): string {
  try {
    checkTitle(summary ?? '');
  } catch {
    throw new InvalidInput(
      'broadcast.new.title',
      `missing, and the summary of the event (${showValue(summary ?? '')}) is not a title; expected 1 to 100 characters without < and >`,
    );
  }
  return summary!;
}

/** @throws InvalidInput for an event that takes all day, or has begun */
function startOf({ start }: EventJson): string {
  const argument = 'broadcast.new.scheduledStartAt';
  if (start?.dateTime == null)
    throw new InvalidInput(argument, 'missing, and the event takes all day; expected an instant');
  if (hasPassed(start.dateTime))
    throw new InvalidInput(
      argument,
      `missing, and the start of the event (${start.dateTime}) is not in the future; expected a later instant`,
    );
  return start.dateTime;
}
