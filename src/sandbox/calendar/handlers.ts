/** The operations of the calendar service that the sandbox implements. */
import type { Handlers } from '../handler.ts';
import { calendarListHandlers } from './list-handlers.ts';
import { deleteEvent, getEvent, insertEvent, patchEvent, updateEvent } from './event.ts';
import { listEvents, listInstances } from './event-list.ts';

/** By operation key. */
export const calendarHandlers: Handlers = {
  ...calendarListHandlers,
  'calendar:events.delete': deleteEvent,
  'calendar:events.get': getEvent,
  'calendar:events.insert': insertEvent,
  'calendar:events.instances': listInstances,
  'calendar:events.list': listEvents,
  'calendar:events.patch': patchEvent,
  'calendar:events.update': updateEvent,
};
