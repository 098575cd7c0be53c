/** Ids of calendars and events in arguments, and the well-known id `primary`. */
import type { OperationCount } from '../../engine/read/needs.ts';
import type { Execution } from '../../engine/execution/execution.ts';
import { calendars } from './operations.ts';
import { type KeyPart, refInput, type RefValue } from '../../engine/schema/field/ref-input.ts';
import { upstreamId } from '../../engine/schema/type/global-id.ts';
import { calendarResources, Calendar, Event, FreeBusy } from './resources.ts';

/** The REST API's name for the caller's own calendar. */
export const PRIMARY = 'primary';

/** The maximum calls for resolving a calendar argument. */
export const callsForCalendar = (id: string | null | undefined): readonly OperationCount[] =>
  id != null && upstreamId(Calendar.resource, id) === PRIMARY ? [[calendars.get, 1]] : [];

/** The maximum calls for resolving an event argument. */
export const callsForEvent = ({ key }: RefValue): readonly OperationCount[] =>
  callsForCalendar(key?.['calendarId']);

/**
 * Returns the REST id of a calendar, from a global id, a REST id or `primary`. The last one is
 * resolved once per caller, because a global id must mean the same calendar for every caller.
 */
export function resolveCalendarId(
  execution: Execution,
  id: string,
  argument = 'calendarId',
): Promise<string> {
  return resolvePrimary(execution, upstreamId(Calendar.resource, id, argument));
}

/** Row option `wellKnown` for the argument that names a calendar or an entry of the list. */
export const wellKnownCalendar = {
  operations: [calendars.get],
  resolve: (execution: Execution, id: string): Promise<string> => resolvePrimary(execution, id),
};

/**
 * Whether an id is that of a calendar that is not the primary calendar of a person: of a shared or
 * public calendar (`group`), one that was added by its URL (`import`), or a room (`resource`).
 */
export const isSharedCalendarId = (id: string): boolean =>
  /@(group|import|resource)\.(v\.)?calendar\./i.test(id);

/** Whether an argument is the well-known id of the primary calendar. */
export const isPrimary = (id: string): boolean => id === PRIMARY;

export const resolvePrimary = async (execution: Execution, id: string): Promise<string> =>
  id === PRIMARY ? primaryOf(execution) : id;

/** Types whose keys contain the resolved id. */
const downstream: ReadonlySet<string> = new Set(
  [...calendarResources, FreeBusy].flatMap(({ resource: { name, key } }) =>
    key.includes('calendarId') ? [name] : [],
  ),
);

/** Returns the id of the caller's own calendar: the email address of the caller. */
export const primaryOf = (execution: Execution): Promise<string> =>
  execution.wellKnownId({ resource: Calendar.resource, key: [PRIMARY] }, downstream);

/** The part `calendarId` of compound keys and of inserts below a calendar. */
export const calendarPart: KeyPart = {
  description:
    'The global id or the Google Calendar id of the calendar, or `primary` for the primary calendar of the caller.',
  resource: Calendar,
  wellKnown: wellKnownCalendar,
};

/** Names one event: `by: { id }` or `by: { key: { calendarId, eventId } }`. */
export const EventRef = refInput(Event, {
  calendarId: calendarPart,
  eventId: { description: 'The Google Calendar id of the event, the field `eventId`.' },
});
