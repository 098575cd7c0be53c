/** The keys of entries of calendar lists, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { calendarList } from '../operations.ts';

export const CalendarListEntry = resource<calendar_v3.Schema$CalendarListEntry>({
  name: 'CalendarListEntry',
  key: ['calendarId'],
  sameKeyAs: 'Calendar',
  read: { kind: 'single', operation: calendarList.get },
});
