/** All mutations of watch channels. */
import { calendarWatchWrites } from './calendar.ts';
import { stopWatching } from './stop.ts';
import { storageWatchWrites } from './storage.ts';

export const watchWrites = [...storageWatchWrites, ...calendarWatchWrites, stopWatching];
