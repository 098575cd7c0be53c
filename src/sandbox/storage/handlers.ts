/** The storage service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';
import { generateIds, getFile } from './file.ts';

export const storageHandlers: Handlers = {
  'storage:files.generateIds': generateIds,
  'storage:files.get': getFile,
};
