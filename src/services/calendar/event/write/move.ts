/** Moves of events to other calendars. */
import type { Execution } from '../../../../engine/execution/execution.ts';
import type { Ref } from '../../../../engine/read/resource.ts';
import { action } from '../../../../engine/write/action.ts';
import { answeredId } from '../../../../engine/write/answered-id.ts';
import { findOut, hasUnknownOutcome } from '../../../../engine/rest/call/unknown-outcome.ts';
import type { WriteOutcome, WriteRequest } from '../../../../engine/write/strategy.ts';
import { calendars, events } from '../../operations.ts';
import { InvalidInput, UpstreamError, upstreamError } from '../../../../engine/api/error.ts';
import { withEnumName } from '../../../../engine/schema/field/enumeration.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters, required } from '../../../../engine/schema/write/write-input.ts';
import { EventRef, resolveCalendarId } from '../../calendar-id.ts';
import type { EventJson } from '../../event-body.ts';
import { Calendar, Event } from '../../resources.ts';
import { notifyAttendees } from './notify.ts';
import { EventType } from '../../enums.ts';

async function move(write: WriteRequest): Promise<WriteOutcome> {
  const { execution, operation, ref, parameters: query, selected } = write;
  const destination = await resolveCalendarId(
    execution,
    query['destination'] as string,
    'destinationCalendarId',
  );
  const [calendarId, eventId] = ref!.key as [string, string];
  if (destination === calendarId)
    throw new InvalidInput('destinationCalendarId', 'the event is in this calendar already');
  const requested = selected.with('id');
  /** The event in the other calendar. The move keeps the id. */
  const findMoved = async (): Promise<EventJson | undefined> => {
    const key = { calendarId: destination, eventId };
    const fields = requested.with('organizer.self', 'status').mask;
    const found = await execution.send(events.get, { ...key, fields });
    // An attendee has a copy with the same id. The move makes the other calendar the organizer.
    return found.organizer?.self && found.status !== 'cancelled' ? found : undefined;
  };
  const moved = async (): Promise<object> => {
    try {
      const args = { calendarId, eventId, ...query, destination, fields: requested.mask };
      return (await execution.send(operation, args)) as object;
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'NOT_FOUND')
        // The event has just been read.
        throw new UpstreamError({ ...error.failure, location: 'destination' }, error);
      if (!hasUnknownOutcome(error)) throw error;
      // After a lost answer, the other calendar shows whether the move has taken place.
      return findOut(error, findMoved);
    }
  };
  const isDeleted = await checkMovable(execution, { calendarId, eventId });
  // A move leaves a deleted event behind: an earlier attempt may have moved it.
  const answer: { readonly id?: string | null } | undefined = await (isDeleted
    ? findMoved().catch(withoutMissing)
    : moved());
  if (!answer) throw upstreamError(events.get, 'GONE');
  const movedId = answeredId(operation, answer.id);
  const target: Ref = { resource: write.resource, key: [destination, movedId] };
  execution.invalidate(target, answer, requested);
  return { ref: target };
}

/** Whoever may not see the other calendar cannot know of an earlier move. */
function withoutMissing(error: unknown): undefined {
  const code = error instanceof UpstreamError ? error.code : undefined;
  if (code !== 'NOT_FOUND' && code !== 'FORBIDDEN') throw error;
}

/**
 * @returns whether the event has been deleted
 * @throws InvalidInput for an event that Google Calendar does not move
 */
async function checkMovable(
  execution: Execution,
  key: { readonly calendarId: string; readonly eventId: string },
): Promise<boolean> {
  const fields = 'eventType,recurringEventId,status';
  const { eventType, recurringEventId, status } = await execution.send(events.get, {
    ...key,
    fields,
  });
  if (status === 'cancelled') return true;
  if (recurringEventId != null)
    throw new InvalidInput(
      'by',
      'the event is an occurrence of a series; expected the series, or a single event',
    );
  if (eventType != null && eventType !== 'default')
    throw new InvalidInput(
      'by',
      `the event has the type ${String(withEnumName(EventType, eventType))}; expected an event of the type DEFAULT`,
    );
  return false;
}

const moveEvent = write('moveEvent', {
  description:
    'Move an event to another calendar, which becomes its organizer. The event keeps its `eventId`; its global id changes. Requires write access to both calendars; the error `FORBIDDEN` has no path, because Google Calendar does not say which of them lacks it. Only events of the type `DEFAULT`: the gateway reads the type before the move. A series moves as a whole. Costs 2 quota units, and 1 for `primary`. If the answer is lost, or the event is deleted, the gateway reads the event in the other calendar to find out whether it was moved: a repetition returns the moved event.',
  operation: events.move,
  target: Event,
  id: {
    ref: EventRef,
    description: 'The event to move: a single event or a series. Occurrences cannot be moved.',
  },
  strategy: action({
    alsoCalls: [events.get, calendars.get],
    calls: ({ operation }) => [
      [operation, 1],
      [events.get, 2],
    ],
    isRepeatable: true,
    run: move,
  }),
  parameters: parameters(events.move, {
    destinationCalendarId: [
      required('ID'),
      'destination',
      'The calendar to move the event to: the global id or the Google Calendar id of the calendar, or `primary` for the primary calendar of the caller.',
      { references: Calendar },
    ],
    notify: notifyAttendees(
      'The attendees who receive an email about the move. Default: no attendee receives an email.',
    ),
  }),
  reasons: {
    eventTypeRestriction: 'entity',
    cannotChangeOrganizerOfInstance: 'entity',
    // Google Calendar does not say which of the two calendars it means.
    requiredAccessLevel: [],
  },
  result: 'The event in the other calendar.',
});

export const moveWrites = [moveEvent];
