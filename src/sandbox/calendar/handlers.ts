/** The operations of the calendar service that the sandbox implements. */
import type { Handlers } from '../handler.ts';
import { getCalendar, listAccessRules } from './calendar.ts';
import { getEntry, listEntries } from './calendar-list.ts';
import { getColors } from './color.ts';
import { deleteEvent, getEvent, insertEvent, patchEvent, updateEvent } from './event.ts';
import { listEvents, listInstances } from './event-list.ts';

/** By operation key. */
export const calendarHandlers: Handlers = {
  'calendar:acl.list': listAccessRules,
  'calendar:calendarList.get': getEntry,
  'calendar:calendarList.list': listEntries,
  'calendar:calendars.get': getCalendar,
  'calendar:colors.get': getColors,
  'calendar:events.delete': deleteEvent,
  'calendar:events.get': getEvent,
  'calendar:events.insert': insertEvent,
  'calendar:events.instances': listInstances,
  'calendar:events.list': listEvents,
  'calendar:events.patch': patchEvent,
  'calendar:events.update': updateEvent,
};
