/** The operations that follow changes, and the recording of the changes of all others. */
import { catalogue } from '../../upstream/catalogue.ts';
import type { HandlerEntry, Handlers } from '../handler.ts';
import { getStartPageToken, listChanges } from './change.ts';
import { changeLogOf } from './change-log.ts';
import { defaultFields } from './default-fields.ts';
import { recordChanges, stopWatchChannel, watchChanges, watchFile } from './watch.ts';

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
  Object.fromEntries(
    Object.entries(handlers).map(([key, entry]) => [
      key,
      catalogue.get(key)?.method === 'GET' ? entry : recording(entry),
    ]),
  );

function recording(entry: Handlers[string]): HandlerEntry {
  const { handle, ...rest } = typeof entry === 'function' ? { handle: entry } : entry;
  return {
    ...rest,
    handle: (call) => {
      changeLogOf(call.simulation);
      const result = handle(call);
      recordChanges(call.simulation);
      return result;
    },
  };
}
