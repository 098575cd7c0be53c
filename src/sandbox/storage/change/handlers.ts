/** The operations that follow changes, and the recording of the changes of all others. */
import type { Handlers } from '../../call/handler.ts';
import { observingWrites } from '../../call/observe-writes.ts';
import { getStartPageToken, listChanges } from './change.ts';
import { changeLogOf } from './log.ts';
import { defaultFields } from '../file/default-fields.ts';
import { recordChanges, stopWatchChannel, watchChanges, watchFile } from '../watch/watch.ts';

/** By operation key. */
export const changeHandlers: Handlers = {
  'storage:changes.getStartPageToken': getStartPageToken,
  'storage:changes.list': { handle: listChanges, defaultFields: defaultFields.changes },
  'storage:changes.watch': watchChanges,
  'storage:channels.stop': stopWatchChannel,
  'storage:files.watch': watchFile,
};

/** Lets the handlers of all writes record what they have changed. */
export const recordingChanges = (handlers: Handlers): Handlers =>
  observingWrites(handlers, (simulation) => {
    changeLogOf(simulation);
    return () => recordChanges(simulation);
  });
