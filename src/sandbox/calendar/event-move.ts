/** `events.move`: gives an event to another calendar, which becomes its organizer. */
import { ApiError } from '../api-error.ts';
import type { ApiCall, Handler } from '../handler.ts';
import type { Simulation } from '../simulation.ts';
import { findCalendarWithRole, throwNotFound } from './access.ts';
import { htmlLinkOf } from './event-identity.ts';
import { serializeEvent } from './event-serializer.ts';
import { isOrganizerCopy, saveEvent, storeEvent } from './event-store.ts';
import { organizerOn } from './new-event.ts';
import { exceptionsOf, findEvent } from './recurrence.ts';
import type { CalendarEntity, EventEntity } from './state.ts';

/**
 * A series moves with its exceptions. The source keeps deleted events, from which lists of changes
 * learn of the move.
 */
export const moveEvent: Handler = (call) => {
  const source = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
  const event = findEvent(source, call.path['eventId']!) ?? throwNotFound();
  checkMovable(source, event);
  const destination = findDestination(call);
  if (destination === source) return serializeEvent(call, source, event);
  // The exceptions vanish from the source with their series.
  const exceptions = exceptionsOf(source, event);
  const moved = arrive(call.simulation, destination, event);
  for (const exception of exceptions) arrive(call.simulation, destination, exception);
  storeEvent(call.simulation, source, { ...event, status: 'cancelled' });
  return serializeEvent(call, destination, moved);
};

/** @throws ApiError 400, 403 or 404 */
function checkMovable(calendar: CalendarEntity, event: EventEntity): void {
  if (event.recurringEventId !== undefined)
    throw new ApiError(400, 'cannotChangeOrganizerOfInstance', {
      domain: 'calendar',
      message: 'Cannot change the organizer of an instance.',
    });
  if (event.status === 'cancelled') throwNotFound();
  if (event.eventType !== 'default')
    throw new ApiError(400, 'eventTypeRestriction', {
      domain: 'calendar',
      message: 'Only events of the type default can be moved.',
    });
  if (!isOrganizerCopy(calendar, event))
    throw new ApiError(403, 'forbiddenForNonOrganizer', {
      domain: 'calendar',
      message: 'Only the organizer of an event can move it.',
    });
}

const findDestination = (call: ApiCall): CalendarEntity =>
  findCalendarWithRole(
    { ...call, path: { calendarId: call.query.text('destination')! } },
    'writerWithoutPrivateAccess',
  );

const arrive = (
  simulation: Simulation,
  destination: CalendarEntity,
  event: EventEntity,
): EventEntity =>
  saveEvent(simulation, destination, {
    ...event,
    organizer: organizerOn(destination),
    htmlLink: htmlLinkOf(event.id, destination.resource.id),
  });
