/**
 * Writes of caption tracks. Calls for captions are expensive, so no write reads the track first. A
 * file comes with the request, or later through an upload session.
 */
import { Paths } from '../../../engine/read/path.ts';
import type { JsonRecord } from '../../../engine/write/change.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { openUpload } from '../../../engine/write/insert/open-upload.ts';
import { replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { captions } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import type { ReasonPaths } from '../../../engine/schema/write/write-spec.ts';
import { fileOf } from '../../../engine/schema/upload/check.ts';
import type { UploadKind } from '../../../engine/schema/upload/create.ts';
import { UploadSession } from '../../shared/upload-session.ts';
import { fileSettings, uploadFileOf } from '../../../engine/schema/upload/upload-file.ts';
import { Caption, Video } from '../resources.ts';
import { refInput } from '../../../engine/schema/field/ref-input.ts';

/** Names one caption track: `by: { id }` or `by: { key: { videoId, captionId } }`. */
const CaptionRef = refInput(Caption, {
  videoId: {
    description: 'The video of the caption track: a global id or a YouTube id.',
    resource: Video,
  },
  captionId: { description: 'The YouTube id of the caption track.' },
});

const maxName = 150;
const formats = 'SubRip, WebVTT, SBV, TTML or SCC';

/** The limit of a request is a setting, and much smaller than the limit of the operation. */
const maxFile =
  'The gateway accepts 16 MiB by default, for all files of a request together; send larger files with `createUploadSession`.';

/** The key of a new track starts with the key of its video. */
const parentKey = (body: JsonRecord): readonly string[] => [
  (body['snippet'] as { readonly videoId: string }).videoId,
];

/** The input of a new track, whether its file comes with the request or later. */
const newTrack = changes(captions.insert, {
  videoId: [
    'The video: a global id or a YouTube id. Requires permission to edit the video.',
    { references: Video },
  ],
  languageTag: [
    required('LanguageTag'),
    'snippet.language',
    'The language that the captions are written in.',
  ],
  name: [
    `The name that viewers see beside the language. At most ${maxName} characters. Can be empty.`,
    { maxLength: maxName },
  ],
  isDraft: ['Whether the track is hidden from viewers.', { default: false }],
});

const reasons: ReasonPaths<typeof captions.insert> = {
  nameTooLong: 'snippet.name',
  videoNotFound: 'snippet.videoId',
  forbidden: 'snippet.videoId',
};

const createCaption = write('createCaption', {
  description:
    'Add a caption track to a video. The language and the name together are a key within the video: error `CONFLICT` if a track with both already exists.',
  operation: captions.insert,
  target: Caption,
  strategy: insert({ parentKey, answered: Paths.of('id', 'snippet') }),
  input: newTrack,
  file: {
    description: `The caption file. Formats: ${formats}. ${maxFile}`,
    required: true,
    read: fileOf,
  },
  reasons,
  result:
    'The created track. YouTube checks the file later; `status` and `failureReason` show the result.',
});

const updateCaption = write('updateCaption', {
  description:
    'Replace the file of a caption track, change its visibility, or both in one call. If two clients change the same field, the last write wins.',
  inputDescription:
    'Input of `updateCaption`. An omitted field keeps its value. Null clears the field unless stated otherwise. The language and name of a track cannot be changed.',
  operation: captions.update,
  target: Caption,
  id: {
    ref: CaptionRef,
    note: 'Requires permission to edit the video.',
  },
  // The draft state is the only writable property of a track. If only the file is replaced, the
  // call names the part `id` instead of `snippet`, so that the draft state does not change.
  strategy: replaceParts({ overwrites: true }),
  input: changes(captions.update, {
    isDraft: ['Whether the track is hidden from viewers.', { clearable: false }],
  }),
  file: {
    description: `The new caption file. Formats: ${formats}. ${maxFile}`,
    required: false,
    read: fileOf,
  },
  result: 'The track after the change.',
});

const deleteCaption = write('deleteCaption', {
  description: 'Delete a caption track permanently.',
  operation: captions.delete,
  target: Caption,
  id: {
    ref: CaptionRef,
    note: 'Requires permission to edit the video.',
  },
});

export const captionWrites = [createCaption, updateCaption, deleteCaption];

const uploadSettings = fileSettings(
  'any type, for example `application/octet-stream`; YouTube detects the caption format from the content',
  '104,857,600 (100 MiB)',
);

const uploadNewCaption = write('uploadNewCaption', {
  description: 'Create an upload session for a new caption track.',
  operation: captions.insert,
  target: Caption,
  strategy: openUpload({
    session: UploadSession.resource,
    file: uploadFileOf,
    parentKey,
  }),
  input: newTrack,
  settings: uploadSettings,
  reasons,
  resultType: UploadSession,
});

const uploadCaptionFile = write('uploadCaptionFile', {
  description: 'Create an upload session for a new file of a caption track.',
  operation: captions.update,
  target: Caption,
  id: {
    ref: CaptionRef,
    description: 'The caption track whose file is replaced. Requires permission to edit the video.',
  },
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: changes(captions.update, {
    isDraft: 'Whether the track is hidden from viewers. Default: unchanged.',
  }),
  settings: uploadSettings,
  resultType: UploadSession,
});

/** Caption uploads as a kind of `createUploadSession`. */
export const captionUpload: UploadKind = {
  description: 'A caption file that is too large for `createCaption` or `updateCaption`.',
  typeName: 'CaptionUploadInput',
  typeDescription: 'The target of a caption upload: a new track or an existing track.',
  upload: {
    new: {
      description: 'Create a caption track. Costs 400 quota units.',
      typeName: 'NewCaptionUploadInput',
      typeDescription: 'A new caption track and its file.',
      upload: uploadNewCaption,
    },
    existing: {
      description: 'Replace the file of a caption track. Costs 450 quota units.',
      typeName: 'CaptionFileUploadInput',
      typeDescription: 'A new file for a caption track.',
      upload: uploadCaptionFile,
    },
  },
};
