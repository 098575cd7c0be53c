/** The keys of calendars, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { calendars } from '../operations.ts';

export const Calendar = resource<calendar_v3.Schema$Calendar>({
  name: 'Calendar',
  key: ['calendarId'],
  sameKeyAs: 'CalendarListEntry',
  read: { kind: 'single', operation: calendars.get },
});
