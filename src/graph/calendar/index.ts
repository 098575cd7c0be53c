/** The calendar service in the graph. */
import './calendar.ts';
import './calendar-list-entry.ts';
import './event.ts';
import './query.ts';

export { eventWrites as calendarWrites } from './event-write.ts';
