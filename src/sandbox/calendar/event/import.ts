/** `events.import`: adds a private copy of an event of another calendar system. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableBase32Id } from '../../random.ts';
import { displayNameOf } from '../../storage/permission/person.ts';
import { findCalendarWithRole } from '../access.ts';
import { replaceFields } from './body.ts';
import { serializeEvent } from './serializer.ts';
import { saveEvent } from './store.ts';
import { validateEvent } from './validation.ts';
import { findByICalUid, newEvent } from './new-event.ts';
import type { CalendarEntity, EventEntity, EventPerson } from '../state.ts';

/** The event that the body names by its iCalendar id, or else a new one. */
function importedEvent(call: ApiCall, calendar: CalendarEntity): EventEntity {
  const iCalUid = call.body['iCalUID'] as string;
  const name = `imported ${iCalUid} to ${calendar.resource.id}`;
  return (
    findByICalUid(calendar, iCalUid) ?? newEvent(call, calendar, `_${stableBase32Id(name, 26)}`)
  );
}

/** The organizer of the body; otherwise it stays the same. */
function organizerOf({ body }: ApiCall, { organizer }: EventEntity): EventPerson {
  const { email, displayName } = (body['organizer'] ?? {}) as Partial<EventPerson>;
  return email ? { email, displayName: displayName ?? displayNameOf(email) } : organizer;
}

/** Only for events of the type `default`. An import of the same iCalendar id replaces the event. */
export const importEvent: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
  const { eventType = 'default', privateCopy } = call.body;
  if (eventType !== null && eventType !== 'default')
    throw new ApiError(400, 'eventTypeRestriction', {
      domain: 'calendar',
      message: 'Only events of the type default can be imported.',
    });
  const before = importedEvent(call, calendar);
  const organizer = organizerOf(call, before);
  const isOwn = organizer.email === calendar.resource.id;
  const after = {
    ...replaceFields(call, calendar, before),
    organizer,
    // Without a private copy, only the organizer could change the event.
    ...(!isOwn && privateCopy !== false && { privateCopy: true }),
  };
  validateEvent(calendar, after);
  return serializeEvent(call, calendar, saveEvent(call.simulation, calendar, after));
};
