/**
 * Uploads of file content, of any size: of a new file with its metadata, or for a file that exists.
 */
import { openUpload } from '../../../engine/write/insert/open-upload.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { files } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  parameters,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import type { UploadKind } from '../../../engine/schema/upload/create.ts';
import { UploadSession } from '../../shared/upload-session.ts';
import { fileSettings, uploadFileOf } from '../../../engine/schema/upload/upload-file.ts';
import { fileArgument } from '../file/ref.ts';
import { checkMimeType, editorTypes, FOLDER, isGoogleType, SHORTCUT } from '../mime-type.ts';
import { checkFileId, createFile, fileId } from '../file/write/new-file.ts';
import { File, versionCondition } from '../resources.ts';
import { withResourceKeys } from '../resource-key.ts';

const contentSettings = fileSettings(
  'any type, for example `application/octet-stream`',
  '5,497,558,138,880 (5 TiB)',
);

/** Parameters that only a call with content takes. */
const contentParameters = parameters(files.create, {
  keepRevisionForever: [
    'Boolean',
    'keepRevisionForever',
    'Whether Google Drive keeps the revision that the upload creates, instead of deleting it after 30 days when a newer revision exists. A file has at most 200 kept revisions. Only for files without a Google Workspace type. Default: false.',
  ],
  ocrLanguage: [
    'LanguageTag',
    'ocrLanguage',
    'The language of the text in an image or a PDF, for the conversion to Google Docs. A code of ISO 639-1. Default: detected by Google Drive.',
  ],
  useContentAsIndexableText: [
    'Boolean',
    'useContentAsIndexableText',
    'Whether the content can be found by full-text search as text, for types that Google Drive does not index. Default: false.',
  ],
});

/** MIME types of files that have no content. */
const withoutContent: ReadonlySet<string> = new Set([FOLDER, SHORTCUT]);

/** @throws InvalidInput for types of a file and its content that exclude each other */
function checkTypes({
  mimeType,
  contentType,
}: {
  readonly mimeType?: string | null;
  readonly contentType: string;
}): void {
  if (mimeType != null && withoutContent.has(mimeType))
    throw new InvalidInput(
      'mimeType',
      `${showValue(mimeType)} has no content; expected another type, or createFile`,
    );
  if (isGoogleType(contentType))
    throw new InvalidInput(
      'contentType',
      `${showValue(contentType)} is a type of files without bytes; expected the type of the sent bytes, for example text/plain`,
    );
  if (mimeType != null && editorTypes.has(mimeType) && /^(audio|video)\//i.test(contentType))
    throw new InvalidInput(
      'mimeType',
      `${showValue(mimeType)} cannot be made of ${showValue(contentType)}; expected no mimeType, or content of one of DriveAccount.importConversions`,
    );
}

const { shortcutTargetId: _, folderColorRgb: __, ...createRows } = createFile.spec.input!.rows;

const ownRows = changes(files.create, {
  name: [required('String'), 'name', 'The name under which Google Drive shows the file.'],
  description: 'A text about the file, for people who see it.',
  mimeType: [
    'The MIME type of the new file. A Google Workspace type, for example `application/vnd.google-apps.document`, converts the content to this type; `DriveAccount.importConversions` lists the possible conversions. Default: `contentType`.',
    { check: checkMimeType },
  ],
});

/** The metadata of `createFile`, but for what only files without content have. */
const newFile: typeof ownRows = { rows: { ...createRows, ...ownRows.rows } };

const uploadNewFile = write('uploadNewFile', {
  description: 'Create an upload session for a new file.',
  operation: files.create,
  target: File,
  strategy: openUpload({
    session: UploadSession.resource,
    file: uploadFileOf,
    clientId: fileId,
  }),
  input: newFile,
  parameters: { rows: { ...createFile.spec.parameters?.rows, ...contentParameters.rows } },
  settings: contentSettings,
  validate: (input) => {
    checkTypes(input);
    checkFileId(input);
  },
  reasons: createFile.spec.reasons!,
  locations: createFile.spec.locations!,
  resultType: UploadSession,
});

const { rows: versionRows } = settings({
  ifVersion: [
    'BigInt',
    'Create the session only if the file has this `version`; otherwise the error `CONFLICT` contains the current file. Costs one more call. Protects against changes before the session, and not against those while the content is sent: the last content wins, and the earlier one remains as a revision. `version` changes with the metadata, too.',
  ],
});

const replacementSettings: typeof contentSettings = {
  rows: { ...contentSettings.rows, ...versionRows },
};

const uploadFileContent = write('uploadFileContent', {
  description: 'Create an upload session for new content of a file.',
  operation: files.update,
  target: File,
  id: fileArgument('The file whose content is replaced'),
  strategy: openUpload({
    session: UploadSession.resource,
    file: uploadFileOf,
    condition: versionCondition,
  }),
  input: changes(files.update, {
    mimeType: [
      'The new MIME type of the file. Default: `contentType`, except for a file with a Google Workspace type, which keeps its type.',
      { clearable: false, check: checkMimeType },
    ],
    originalFilename: [
      'The name of the uploaded file on the device of the user. The name in Google Drive does not change. Default: unchanged.',
      { clearable: false },
    ],
  }),
  parameters: contentParameters,
  settings: replacementSettings,
  validate: checkTypes,
  resultType: UploadSession,
});

/** Uploads of content as kinds of `createUploadSession`. */
export const contentUploads: Readonly<Record<string, UploadKind>> = {
  newFile: {
    description:
      'Create a file in Google Drive with content. Google Drive creates the file when the last byte has been received, and never twice, because the gateway generates the file id in advance; not for conversions to a Google Workspace type.',
    typeName: 'NewFileUploadInput',
    typeDescription: 'A new file of Google Drive and its content.',
    upload: withResourceKeys(uploadNewFile),
  },
  fileContent: {
    description:
      'Replace the content of a file in Google Drive. If two clients replace it, the last one wins; see `ifVersion`. The earlier content remains as a revision of the file for a time; see `File.revisions`.',
    typeName: 'FileContentUploadInput',
    typeDescription: 'New content for a file of Google Drive.',
    upload: withResourceKeys(uploadFileContent),
  },
};
