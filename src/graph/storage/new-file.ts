/** Writes that create files: from nothing, or as a copy. */
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../data/execution.ts';
import type { Ref } from '../../data/read/resource.ts';
import { type ClientId, insert } from '../../data/write/insert.ts';
import { InvalidInput, showValue, UpstreamError } from '../../upstream/error.ts';
import { files } from '../../upstream/storage/index.ts';
import { write } from '../field/write.ts';
import { changes, parameters, required } from '../field/write-input.ts';
import { upstreamId } from '../global-id.ts';
import { fileArgument } from './file-argument.ts';
import { APP_DATA_FOLDER, requireId } from './file-id.ts';
import { fileRows, withoutNull } from './file-input.ts';
import { isGoogleDocument, SHORTCUT } from './mime-type.ts';
import { appPropertyMap, FilePropertyInput, propertyMap } from './property.ts';
import { allDrives, File } from './resource.ts';

type FileJson = drive_v3.Schema$File;

/** Returns an id for a new file; documents of the online editors accept none. */
async function generateId(
  execution: Execution,
  { mimeType, parents }: FileJson,
): Promise<string | undefined> {
  if (isGoogleDocument(mimeType ?? '')) return undefined;
  const { ids } = await execution.send(files.generateIds, {
    count: 1,
    type: mimeType === SHORTCUT ? 'shortcuts' : 'files',
    ...(parents?.[0] === APP_DATA_FOLDER && { space: APP_DATA_FOLDER }),
    fields: 'ids',
  });
  return requireId(files.generateIds, ids?.[0]);
}

const find: ClientId['find'] = (execution, [id], mask) =>
  execution.send(files.get, { ...allDrives, fileId: id!, fields: mask });

/** The id of a new file: the one in the input, or else a generated one. */
export const fileId: ClientId = {
  operations: [files.generateIds, files.get],
  generate: async (execution, body: FileJson) => body.id ?? generateId(execution, body),
  find,
};

/** The id of a copy. The type of the original decides whether the copy accepts a generated one. */
const copyId: ClientId = {
  operations: [files.get, files.generateIds, files.get],
  generate: async (execution, body: FileJson, original) => {
    const mimeType = await mimeTypeOf(execution, original!);
    return generateId(execution, { ...body, mimeType: body.mimeType ?? mimeType ?? null });
  },
  find,
};

async function mimeTypeOf(execution: Execution, { key }: Ref): Promise<string | null | undefined> {
  try {
    const request = { ...allDrives, fileId: key[0]!, fields: 'mimeType' };
    return (await execution.send(files.get, request)).mimeType;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // A location of the call for the copy is about the new parent folder.
    throw new UpstreamError({ ...error.failure, location: undefined }, error);
  }
}

const parentRow = (text: string) =>
  [
    'ID',
    'parents',
    `The id of the parent folder: a global id, a Google Drive id, \`root\` for the root folder of My Drive, or \`appDataFolder\` for the hidden folder of the app that the access token was issued for. ${text}`,
    { convert: (id: string, argument: string) => [upstreamId(File.resource, id, argument)] },
  ] as const;

/** The fields of a new file, as far as an original file does not decide them. */
const newFileRows = {
  ...fileRows,
  createdAt: [
    'DateTime',
    'createdTime',
    'The time when the file was created, for example in another system. Default: now. REST field: `createdTime`.',
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
} as const;

const ignoreDefaultVisibility = [
  'Boolean',
  'ignoreDefaultVisibility',
  'Whether to ignore the default visibility that an administrator of the domain has set for new files. Permissions of the parent folder are still inherited. Default: false.',
] as const;

/** Reasons that concern the folder of a new or moved file, which the request has at `path`. */
export const parentReasons = <Path extends string>(path: Path) => ({
  cannotAddParent: path,
  insufficientParentPermissions: path,
  numChildrenInNonRootLimitExceeded: path,
  parentNotAFolder: path,
  teamDriveFileLimitExceeded: path,
  teamDriveHierarchyTooDeep: path,
});

/** @throws InvalidInput for a shortcut without a target, and for a target of another file */
function checkShortcut({
  mimeType,
  shortcutTargetId,
}: {
  readonly mimeType?: string | null;
  readonly shortcutTargetId?: string | null;
}): void {
  if (mimeType === SHORTCUT && shortcutTargetId == null)
    throw new InvalidInput('shortcutTargetId', 'is missing; a shortcut needs a target');
  if (shortcutTargetId != null && mimeType != null && mimeType !== SHORTCUT)
    throw new InvalidInput(
      'mimeType',
      `${showValue(mimeType)} is not the type of a shortcut; leave it out, or leave out shortcutTargetId`,
    );
}

export const createFile = write('createFile', {
  description:
    'Create a file without content, a folder or a shortcut. A retry after a lost response does not create a second file, because the gateway generates the file id in advance. Google Docs, Sheets and Slides files cannot have a generated id, so the gateway does not retry their creation: check whether the file exists before you repeat the mutation. `createUploadSession` creates a file with content.',
  inputDescription: 'Input of `createFile`.',
  operation: files.create,
  target: File,
  strategy: insert({ clientId: fileId }),
  input: withoutNull(
    changes(files.create, {
      ...newFileRows,
      name: [required('String'), 'name', 'The name of the new file.'],
      mimeType: [
        'String',
        'mimeType',
        'The MIME type. `application/vnd.google-apps.folder` creates a folder. Default: the type of a shortcut if `shortcutTargetId` is given, otherwise `application/octet-stream`.',
      ],
      parentId: parentRow('Default: `root`.'),
      shortcutTargetId: [
        'ID',
        'shortcutDetails.targetId',
        'The id of the file that the new shortcut points to: a global id or a Google Drive id. Creates a shortcut.',
        { references: File },
      ],
      fileId: [
        'ID',
        'id',
        'The id of the new file, from `generateFileIds` (shortcuts need the type `SHORTCUTS`). With it, the client itself can repeat the mutation: if the file exists already, for example because the first response was lost, the error is `CONFLICT`. Saves a call. Not allowed for Google Docs, Sheets and Slides files. Default: generated by the gateway.',
        { references: File },
      ],
    }),
  ),
  parameters: parameters(files.create, { ignoreDefaultVisibility }),
  validate: checkShortcut,
  adjust: (next) => {
    if (next.shortcutDetails) next.mimeType ??= SHORTCUT;
  },
  reasons: {
    ...parentReasons('parents'),
    conflict: 'id',
    shortcutTargetInvalid: 'shortcutDetails',
  },
  locations: {
    // The location for a missing folder and for the missing target of a shortcut is `fileId`, too.
    fileId: ['parents', 'shortcutDetails'],
    'file.id': 'id',
  },
  result: ['file', 'The created file.'],
});

const copyFile = write('copyFile', {
  description:
    'Copy a file, with changes of the metadata in the same call. Folders cannot be copied. A retry after a lost response does not create a second copy, because the gateway generates the file id in advance; not for Google Docs, Sheets and Slides files, which cannot have a generated id. Costs a call for the type of the file and one for the id, beside the call for the copy.',
  inputDescription: 'Input of `copyFile`. An omitted field has the value of the original.',
  operation: files.copy,
  target: File,
  id: fileArgument('The file to copy'),
  strategy: insert({ clientId: copyId }),
  input: withoutNull(
    changes(files.copy, {
      ...newFileRows,
      name: ['String', 'name', 'The name of the copy. Default: `Copy of …` with the old name.'],
      mimeType: [
        'String',
        'mimeType',
        'The MIME type of the copy. A Google Workspace type, for example `application/vnd.google-apps.document`, converts the content.',
      ],
      parentId: parentRow(
        'Default: the folder of the original if the caller may write there, otherwise `root`.',
      ),
    }),
  ),
  parameters: parameters(files.copy, {
    ignoreDefaultVisibility,
    keepRevisionForever: [
      'Boolean',
      'keepRevisionForever',
      'Whether Google Drive keeps the first revision of the copy when newer revisions exist. A file has at most 200 kept revisions. Only for files with binary content. Default: false.',
    ],
    ocrLanguage: [
      'LanguageTag',
      'ocrLanguage',
      'The language of the text in an image or a PDF, for the conversion to Google Docs. A code of ISO 639-1. Default: detected by Google Drive.',
    ],
  }),
  reasons: { ...parentReasons('parents'), cannotCopyFile: 'id' },
  // The original was read before.
  locations: { fileId: 'parents' },
  result: ['file', 'The new file.'],
});

export const newFileWrites = [createFile, copyFile];
