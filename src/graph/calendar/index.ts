/** The calendar service in the graph. */
import './calendar.ts';
import './calendar-list-entry.ts';
import './event.ts';
import './query.ts';
import './update-event.ts';
