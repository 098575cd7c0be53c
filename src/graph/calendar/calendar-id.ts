/** Ids of calendars and events in arguments, and the word `primary`. */
import type { OperationCount } from '../../data/read/needs.ts';
import type { Execution } from '../../data/execution.ts';
import { calendars } from '../../upstream/calendar/index.ts';
import { refInput, type RefValue } from '../field/ref-input.ts';
import { upstreamId } from '../global-id.ts';
import { Calendar, Event } from './resource.ts';

/** The REST API's word for the caller's own calendar. */
const PRIMARY = 'primary';

/** The most calls that resolving a calendar argument makes. */
export const callsForCalendar = (id: string | null | undefined): readonly OperationCount[] =>
  id != null && upstreamId(Calendar.resource, id) === PRIMARY ? [[calendars.get, 1]] : [];

/** The most calls that resolving an event argument makes. */
export const callsForEvent = ({ key }: RefValue): readonly OperationCount[] =>
  callsForCalendar(key?.['calendarId']);

/**
 * The REST id of a calendar, from a global id, a REST id or `primary`. The word is resolved once a
 * caller: a global id must name one calendar, whoever sends it back.
 */
export function resolveCalendarId(
  execution: Execution,
  id: string,
  argument = 'calendarId',
): Promise<string> {
  return resolvePrimary(execution, upstreamId(Calendar.resource, id, argument));
}

const resolvePrimary = async (execution: Execution, id: string): Promise<string> =>
  id === PRIMARY ? primaryOf(execution) : id;

/** Types whose keys the resolved id becomes a part of. */
const downstream: ReadonlySet<string> = new Set([Calendar.resource.name, Event.resource.name]);

/** The id of the caller's own calendar, which is their e-mail address. */
export const primaryOf = (execution: Execution): Promise<string> =>
  execution.wellKnownId(Calendar.resource, calendars.get, { calendarId: PRIMARY }, downstream);

/** Names one event: `by: { id }` or `by: { key: { calendarId, eventId } }`. */
export const EventRef = refInput(
  Event,
  {
    calendarId: {
      description: 'The calendar: its global id, its REST id, or `primary`.',
      resource: Calendar,
      resolve: resolvePrimary,
    },
    eventId: { description: 'The REST id of the event.' },
  },
  [calendars.get],
);
