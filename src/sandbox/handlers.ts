/** The operations that the sandbox implements. Routes and checks derive from their descriptors. */
import { catalogue } from '../upstream/catalogue.ts';
import { calendarHandlers } from './calendar/handlers.ts';
import type { HandlerEntry } from './handler.ts';
import { liveHandlers } from './live/handlers.ts';
import { storageHandlers } from './storage/handlers.ts';
import { videoHandlers } from './video/handlers.ts';

const handlers: ReadonlyMap<string, HandlerEntry> = new Map(
  [videoHandlers, liveHandlers, storageHandlers, calendarHandlers]
    .flatMap((table) => Object.entries(table))
    .map(([key, entry]) => [key, typeof entry === 'function' ? { handle: entry } : entry]),
);

for (const key of handlers.keys())
  if (!catalogue.has(key)) throw new Error(`${key}: not an operation; expected a catalogue key`);

/** The handler of an operation; undefined if the sandbox does not implement it. */
export const findHandler = (key: string): HandlerEntry | undefined => handlers.get(key);
