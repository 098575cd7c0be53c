/** Writes of Google Drive. */
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../data/execution.ts';
import type { JsonRecord } from '../../data/write/change.ts';
import { type ClientId, insert } from '../../data/write/insert.ts';
import { patch } from '../../data/write/patch.ts';
import { files } from '../../upstream/storage/index.ts';
import { write } from '../field/write.ts';
import { changes, required, settings } from '../field/write-input.ts';
import { upstreamId } from '../global-id.ts';
import { requireId } from './file-id.ts';
import { isGoogleDocument, SHORTCUT } from './mime-type.ts';
import { appPropertyMap, FilePropertyInput, propertyMap } from './property.ts';
import { allDrives, File } from './resource.ts';

/** Documents of the online editors do not accept a generated id. */
const fileId: ClientId = {
  operations: [files.generateIds, files.get],
  generate: async (execution: Execution, body: JsonRecord) => {
    const { mimeType } = body as drive_v3.Schema$File;
    if (isGoogleDocument(mimeType ?? '')) return undefined;
    const type = mimeType === SHORTCUT ? 'shortcuts' : 'files';
    const { ids } = await execution.send(files.generateIds, { count: 1, type, fields: 'ids' });
    return requireId(files.generateIds, ids?.[0]);
  },
  find: (execution, [id], mask) =>
    execution.send(files.get, { ...allDrives, fileId: id!, fields: mask }),
};

const createFile = write('createFile', {
  description:
    'Create a file without content, a folder or a shortcut. A retry after a lost response does not create a second file, because the gateway generates the file id in advance. Google Docs, Sheets and Slides files cannot have a generated id, so the gateway does not retry their creation: check whether the file exists before you repeat the mutation.',
  inputDescription: 'Input of `createFile`.',
  operation: files.create,
  target: File,
  strategy: insert({ clientId: fileId, args: allDrives }),
  input: changes(files.create, {
    name: [required('String'), 'name', 'The name of the new file.'],
    mimeType: [
      'String',
      'mimeType',
      'The MIME type. `application/vnd.google-apps.folder` creates a folder. Default: the type of a shortcut if `shortcutTargetId` is given, otherwise `application/octet-stream`.',
    ],
    parentId: [
      'ID',
      'parents',
      'The id of the parent folder: a global id, a Google Drive id, or `root` for the root folder of My Drive. Default: `root`.',
      { convert: (id, argument) => [upstreamId(File.resource, id, argument)] },
    ],
    description: ['String', 'description', 'The description of the new file.'],
    starred: ['Boolean', 'starred', 'Whether the caller stars the file. Default: false.'],
    shortcutTargetId: [
      'ID',
      'shortcutDetails.targetId',
      'The id of the file that the new shortcut points to: a global id or a Google Drive id. Creates a shortcut.',
      { references: File },
    ],
    properties: [
      [FilePropertyInput],
      'properties',
      'Custom properties that are visible to all apps.',
      { convert: propertyMap },
    ],
    appProperties: [
      [FilePropertyInput],
      'appProperties',
      'Custom properties that are visible only to the app that the access token was issued for.',
      { convert: appPropertyMap },
    ],
  }),
  adjust: (next) => {
    if (next.shortcutDetails) next.mimeType ??= SHORTCUT;
  },
  // The location for a missing folder and for the missing target of a shortcut is `fileId`, too.
  locations: { fileId: ['parents', 'shortcutDetails'] },
  result: ['file', 'The created file.'],
});

const updateFile = write('updateFile', {
  description:
    'Change a file, folder or shortcut. An omitted field keeps its value. Requires permission to edit the file. If two clients change the same field, the last write wins; see `ifVersion`.',
  inputDescription: 'Input of `updateFile`.',
  operation: files.update,
  target: File,
  id: 'The file to change: a global id or a Google Drive id.',
  strategy: patch({ args: allDrives, condition: { setting: 'ifVersion', path: 'version' } }),
  input: changes(files.update, {
    name: ['String', 'name', 'The new name.', { clearable: false }],
    description: ['String', 'description', 'The new description.'],
    starred: ['Boolean', 'starred', 'Whether the caller stars the file.', { clearable: false }],
    trashed: [
      'Boolean',
      'trashed',
      'Whether the file is in the trash. Files in the trash can be restored, and Google Drive deletes them after 30 days. With a folder, its content moves as well.',
      { clearable: false },
    ],
  }),
  settings: settings({
    ifVersion: [
      'BigInt',
      'Write only if the file has this `version`; otherwise the error `CONFLICT` contains the current file. Costs one more call. Not atomic: the gateway compares the version immediately before the write, and another client can write in between.',
    ],
  }),
  result: ['file', 'The changed file.'],
});

export const fileWrites = [createFile, updateFile];
