/** The operations of the calendar service that the sandbox implements. */
import type { Handlers } from '../call/handler.ts';
import { observingWrites } from '../call/observe-writes.ts';
import { calendarListHandlers } from './calendar-list/list-handlers.ts';
import { deleteEvent, getEvent, insertEvent, patchEvent, updateEvent } from './event/event.ts';
import { importEvent } from './event/import.ts';
import { listEvents, listInstances } from './event/list.ts';
import { moveEvent } from './event/move.ts';
import { quickAddEvent } from './event/quick-add.ts';
import { watchHandlers, watchWrite } from './watch.ts';

/** Without the notifications of writes. */
const handlers: Handlers = {
  ...calendarListHandlers,
  ...watchHandlers,
  'calendar:events.delete': deleteEvent,
  'calendar:events.get': getEvent,
  'calendar:events.import': importEvent,
  'calendar:events.insert': insertEvent,
  'calendar:events.instances': listInstances,
  'calendar:events.list': listEvents,
  'calendar:events.move': moveEvent,
  'calendar:events.patch': patchEvent,
  'calendar:events.quickAdd': quickAddEvent,
  'calendar:events.update': updateEvent,
};

/** By operation key. */
export const calendarHandlers: Handlers = observingWrites(handlers, watchWrite);
