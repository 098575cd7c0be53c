/** The operations that the sandbox implements. Routes and checks derive from their descriptors. */
import { catalogue } from '../../services/catalogue.ts';
import { calendarHandlers } from '../calendar/handlers.ts';
import type { HandlerEntry, Handlers } from './handler.ts';
import { liveHandlers } from '../live/handlers.ts';
import { storageHandlers } from '../storage/handlers.ts';
import { videoHandlers } from '../video/handlers.ts';

/** @throws Error if a key is not the key of an operation */
function mergeTables(tables: readonly Handlers[]): ReadonlyMap<string, HandlerEntry> {
  const merged = new Map<string, HandlerEntry>();
  for (const [key, entry] of tables.flatMap((table) => Object.entries(table))) {
    if (!catalogue.has(key))
      throw new Error(`${key} is not an operation; expected a key such as video:videos.list`);
    merged.set(key, typeof entry === 'function' ? { handle: entry } : entry);
  }
  return merged;
}

const handlers = mergeTables([videoHandlers, liveHandlers, storageHandlers, calendarHandlers]);

/** The handler of an operation; undefined if the sandbox does not implement it. */
export const findHandler = (key: string): HandlerEntry | undefined => handlers.get(key);
