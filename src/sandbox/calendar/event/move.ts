/** `events.move`: gives an event to another calendar, which becomes its organizer. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import type { Simulation } from '../../simulation.ts';
import { findCalendarWithRole, throwNotFound } from '../access.ts';
import { htmlLinkOf } from './identity.ts';
import { serializeEvent } from './serializer.ts';
import { isOrganizerCopy, saveEvent, storeEvent } from './store.ts';
import { organizerOn, throwDuplicate } from './new-event.ts';
import { exceptionsOf, findEvent } from '../series/recurrence.ts';
import type { CalendarEntity, EventEntity } from '../state.ts';

/**
 * A series moves with its exceptions. The source keeps deleted events, from which lists of changes
 * learn of the move. A copy that the destination has as a guest becomes the event of the organizer.
 */
export const moveEvent: Handler = (call) => {
  const source = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
  const event = findEvent(source, call.path['eventId']!) ?? throwNotFound();
  checkMovable(source, event);
  const destination = findDestination(call);
  if (destination === source) return serializeEvent(call, source, event);
  checkOccupied(destination, event);
  // The exceptions vanish from the source with their series.
  const [arriving, ...exceptions] = [event, ...exceptionsOf(source, event)].map((one) =>
    mergeCopy(one, findEvent(destination, one.id)),
  ) as [EventEntity, ...EventEntity[]];
  const moved = arrive(call.simulation, destination, arriving);
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

/** @throws ApiError 409 if the destination has another event with the id */
function checkOccupied(destination: CalendarEntity, { id, organizer }: EventEntity): void {
  const existing = findEvent(destination, id);
  if (!existing || existing.status === 'cancelled') return;
  if (existing.organizer.email !== organizer.email) throwDuplicate();
}

/** Fields that the owner of the destination may have set on a copy. */
const personalFields = new Set([
  'colorId',
  'eventLabelId',
  'reminders',
  'transparency',
  'visibility',
]);

/** The moved event with the personal fields and private properties of a copy that it replaces. */
function mergeCopy(event: EventEntity, copy: EventEntity | undefined): EventEntity {
  if (!copy || copy.status === 'cancelled') return event;
  const personal = Object.entries(copy).filter(([name]) => personalFields.has(name));
  const properties = {
    ...event.extendedProperties?.private,
    ...copy.extendedProperties?.private,
  };
  return {
    ...event,
    ...Object.fromEntries(personal),
    ...(Object.keys(properties).length > 0 && {
      extendedProperties: { ...event.extendedProperties, private: properties },
    }),
  };
}

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
