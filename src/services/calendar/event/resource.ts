/** The keys of events, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { events } from '../operations.ts';

export const Event = resource<calendar_v3.Schema$Event>({
  name: 'Event',
  key: ['calendarId', 'eventId'],
  read: { kind: 'single', operation: events.get },
});
