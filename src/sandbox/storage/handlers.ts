/** The operations of the storage service that the sandbox implements. */
import type { Handlers } from '../call/handler.ts';
import { getAbout } from './about.ts';
import { changeHandlers, recordingChanges } from './change/handlers.ts';
import { defaultFields } from './file/default-fields.ts';
import { getDrive, listDrives } from './shared-drive/shared-drive.ts';
import { exportFile } from './content/export.ts';
import { generateIds, getFile } from './file/file.ts';
import { copyFile, createFile } from './file/create.ts';
import { deleteFile, emptyTrash } from './file/delete.ts';
import { listFiles } from './file/list.ts';
import { updateFile } from './file/update.ts';
import { listLabels, modifyLabels } from './label/label.ts';
import { getPermission, listPermissions } from './permission/permission.ts';
import { downloadFile, getOperation } from './long-running-operation.ts';
import { deleteRevision, getRevision, listRevisions, updateRevision } from './revision.ts';
import { sharingHandlers } from './permission/sharing-handlers.ts';

/** By operation key. */
export const storageHandlers: Handlers = recordingChanges({
  'storage:about.get': getAbout,
  'storage:drives.get': { handle: getDrive, defaultFields: defaultFields.drive },
  'storage:drives.list': { handle: listDrives, defaultFields: defaultFields.drives },
  'storage:files.copy': { handle: copyFile, defaultFields: defaultFields.file },
  'storage:files.create': createFile,
  'storage:files.delete': deleteFile,
  'storage:files.download': downloadFile,
  'storage:files.emptyTrash': emptyTrash,
  'storage:files.export': exportFile,
  'storage:files.generateIds': generateIds,
  'storage:files.get': { handle: getFile, defaultFields: defaultFields.file },
  'storage:files.list': { handle: listFiles, defaultFields: defaultFields.files },
  'storage:files.listLabels': listLabels,
  'storage:files.modifyLabels': modifyLabels,
  'storage:files.update': updateFile,
  'storage:operations.get': getOperation,
  'storage:permissions.get': { handle: getPermission, defaultFields: defaultFields.permission },
  'storage:permissions.list': { handle: listPermissions, defaultFields: defaultFields.permissions },
  'storage:revisions.delete': deleteRevision,
  'storage:revisions.get': { handle: getRevision, defaultFields: defaultFields.revision },
  'storage:revisions.list': { handle: listRevisions, defaultFields: defaultFields.revisions },
  'storage:revisions.update': { handle: updateRevision, defaultFields: defaultFields.revision },
  ...sharingHandlers,
  ...changeHandlers,
});
