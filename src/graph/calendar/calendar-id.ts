/** The words and ids that name a calendar or an event in an argument. */
import type { Call } from '../../data/cost/field-cost.ts';
import { type Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { calendars } from '../../upstream/calendar/index.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { Calendar, Event } from './resource.ts';

/** Upstream's word for the caller's own calendar. */
const PRIMARY = 'primary';

/** What it costs to find out which calendar an argument means. */
export const callsFor = (id: string | null | undefined): readonly Call[] =>
  id != null && upstreamId(Calendar.resource, id) === PRIMARY ? [[calendars.get, 1]] : [];

/**
 * Upstream's id of a calendar, from a global id, an upstream id or `primary`. The latter is asked once a caller:
 * global ids must stand for one calendar, whoever sends them back.
 */
export async function resolveCalendarId(
  execution: Execution,
  id: string,
  argument = 'calendarId',
): Promise<string> {
  const calendarId = upstreamId(Calendar.resource, id, argument);
  return calendarId === PRIMARY ? primaryOf(execution) : calendarId;
}

/** What is asked by the id that `primary` turns out to be. */
const named: ReadonlySet<string> = new Set([Calendar.resource.name, Event.resource.name]);

/** The id of the caller's own calendar, which is their e-mail address. */
export const primaryOf = (execution: Execution): Promise<string> =>
  execution.wellKnownId(calendars.get, { calendarId: PRIMARY }, named);

/** Either the global id of an event, or both its keys. */
export interface EventName {
  readonly id?: string | null | undefined;
  readonly calendarId?: string | null | undefined;
  readonly eventId?: string | null | undefined;
}

/** @throws InvalidArgument unless the event is named in exactly one of the two ways */
export async function eventRef(
  execution: Execution,
  { id, calendarId, eventId }: EventName,
): Promise<Ref> {
  if (id != null && calendarId == null && eventId == null) {
    if (!id.startsWith('~'))
      throw new InvalidInput(
        'id',
        "this is no global id: upstream's own go into calendarId and eventId",
      );
    return refFrom(Event.resource, id);
  }
  if (id != null || calendarId == null || eventId == null)
    throw new InvalidInput(
      id == null && calendarId != null ? 'eventId' : 'id',
      'give either the global id, or calendarId and eventId',
    );
  return {
    resource: Event.resource,
    key: [await resolveCalendarId(execution, calendarId), eventId],
  };
}
