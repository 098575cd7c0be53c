/** The Google Calendar service in the graph. */
import { addCalendarListEntry } from './calendar-list-entry.ts';
import { addCalendar } from './calendar.ts';
import { addEvent } from './event.ts';

export { calendarResources } from './resource.ts';
export { eventWrites as calendarWrites } from './event-write.ts';

/** Adds the service's types and queries to the schema. */
export function addCalendarService(): void {
  addCalendarListEntry();
  addCalendar();
  addEvent();
}
