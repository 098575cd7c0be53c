/** The operations that the sandbox implements. Routes and checks derive from their descriptors. */
import { catalogue } from '../../services/catalogue.ts';
import { calendarHandlers } from '../calendar/handlers.ts';
import type { HandlerEntry } from './handler.ts';
import { mergeTables } from './handler-table.ts';
import { liveHandlers } from '../live/handlers.ts';
import { storageHandlers } from '../storage/handlers.ts';
import { videoHandlers } from '../video/handlers.ts';

const handlers = mergeTables(
  [videoHandlers, liveHandlers, storageHandlers, calendarHandlers],
  catalogue,
);

/** The handler of an operation; undefined if the sandbox does not implement it. */
export const findHandler = (key: string): HandlerEntry | undefined => handlers.get(key);
