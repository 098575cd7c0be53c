/** Writes of Google Drive. */
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../data/execution.ts';
import type { JsonRecord } from '../../data/write/change.ts';
import { type ClientId, insert } from '../../data/write/insert.ts';
import { files } from '../../upstream/storage/index.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
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
    'Creates a file without content, a folder or a shortcut. The id is made beforehand, so that an answer that was lost on its way never leads to a second file; only documents of the online editors take no such id, and are not asked for again.',
  inputDescription: 'What the new file is to be.',
  operation: files.create,
  target: File,
  strategy: insert({ clientId: fileId, args: allDrives }),
  input: changes(files.create, {
    name: [required('String'), 'name', 'What to call it.'],
    mimeType: [
      'String',
      'mimeType',
      'Its content type; `application/vnd.google-apps.folder` makes a folder.',
    ],
    parentId: [
      'ID',
      'parents',
      "The folder to put it into; left out or `root`, the top of the caller's own drive.",
      { convert: (id, argument) => [upstreamId(File.resource, id, argument)] },
    ],
    description: ['String', 'description', 'A short text to show beside it.'],
    starred: ['Boolean', 'starred', 'Whether to star it for the caller.'],
    shortcutTargetId: [
      'ID',
      'shortcutDetails.targetId',
      'Makes a shortcut to this file.',
      { references: File },
    ],
    properties: [
      [FilePropertyInput],
      'properties',
      'Entries for every app to see.',
      { convert: propertyMap },
    ],
    appProperties: [
      [FilePropertyInput],
      'appProperties',
      'Entries for the app alone which the access token was issued for.',
      { convert: appPropertyMap },
    ],
  }),
  adjust: (next) => {
    if (next.shortcutDetails) next.mimeType ??= SHORTCUT;
  },
  // The location for a missing folder and for the missing target of a shortcut is `fileId`, too.
  locations: { fileId: ['parents', 'shortcutDetails'] },
  result: ['file', 'The new file.'],
});

export const fileWrites = [createFile];
