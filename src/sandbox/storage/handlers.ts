/** The storage service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';
import { getAbout } from './about.ts';
import { copyFile, createFile } from './create.ts';
import { getDrive, listDrives } from './drive.ts';
import { generateIds, getFile } from './file.ts';
import { listFiles } from './list.ts';
import { getPermission, listPermissions } from './permission.ts';
import { deleteFile, updateFile } from './update.ts';

export const storageHandlers: Handlers = {
  'storage:about.get': getAbout,
  'storage:drives.get': getDrive,
  'storage:drives.list': listDrives,
  'storage:files.copy': copyFile,
  'storage:files.create': createFile,
  'storage:files.delete': deleteFile,
  'storage:files.generateIds': generateIds,
  'storage:files.get': getFile,
  'storage:files.list': listFiles,
  'storage:files.update': updateFile,
  'storage:permissions.get': getPermission,
  'storage:permissions.list': listPermissions,
};
