/** The Google Calendar service in the graph. */
import { addCalendarListEntry } from './calendar-list-entry.ts';
import { addCalendar } from './calendar.ts';
import { addChange } from './change.ts';
import { addChangeFeeds } from './change-feed.ts';
import { eventWrites } from './event-write.ts';
import { addEvent } from './event.ts';

export { calendarResources } from './resource.ts';

/** All mutations of the service. */
export const calendarWrites = [...eventWrites];

/** Adds the service's types and queries to the schema. */
export function addCalendarService(): void {
  addCalendarListEntry();
  addCalendar();
  addChange();
  addChangeFeeds();
  addEvent();
}
