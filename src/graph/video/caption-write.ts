/**
 * Writes of caption tracks. Their calls are expensive, so nothing is read before. Files come with
 * the request, or through an upload session.
 */
import { Paths } from '../../data/read/path.ts';
import type { JsonRecord } from '../../data/write/change.ts';
import { remove } from '../../data/write/action.ts';
import { insert } from '../../data/write/insert.ts';
import { openUpload } from '../../data/write/open-upload.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { captions } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import type { ReasonPaths } from '../field/write-spec.ts';
import { fileOf } from '../upload/check.ts';
import type { UploadKind } from '../upload/create.ts';
import { UploadSession } from '../upload/session.ts';
import { fileSettings, uploadFileOf } from '../upload/upload-file.ts';
import { CaptionRef } from './caption-ref.ts';
import { Caption, Video } from './resource.ts';

const maxName = 150;
const formats = 'SubRip, WebVTT, SBV, TTML or SCC';

/** The key of a new track starts with the key of its video. */
const parentKey = (body: JsonRecord): readonly string[] => [
  (body['snippet'] as { readonly videoId: string }).videoId,
];

/** Row options of the video in every input that creates a track. */
const videoRow = { references: Video } as const;
const nameRow = { maxLength: maxName } as const;

const reasons: ReasonPaths<typeof captions.insert> = {
  nameTooLong: 'snippet.name',
  videoNotFound: 'snippet.videoId',
  forbidden: 'snippet.videoId',
};

const createCaption = write('createCaption', {
  description:
    'Adds a caption track to a video; refused where a track of that language and name is there already.',
  inputDescription: 'The new track and its file.',
  operation: captions.insert,
  target: Caption,
  strategy: insert({ parentKey, answered: Paths.of('id', 'snippet') }),
  input: changes(captions.insert, {
    videoId: [required('ID'), 'snippet.videoId', 'A video that you may edit.', videoRow],
    language: [required('LanguageTag'), 'snippet.language', 'What the captions are written in.'],
    name: [
      required('String'),
      'snippet.name',
      `What viewers choose it by, up to ${maxName} characters; empty for the one track of its language.`,
      nameRow,
    ],
    isDraft: [
      required('Boolean'),
      'snippet.isDraft',
      'Whether to keep it from viewers for now.',
      { default: false },
    ],
  }),
  file: { description: `The captions in ${formats}.`, required: true, read: fileOf },
  reasons,
  result: [
    'caption',
    'The track as the service took it. Whether its file could be read shows in its status, at times only later.',
  ],
});

const updateCaption = write('updateCaption', {
  description:
    'Replaces the file of a caption track, or shows or hides it, or both in one call. What is not named stays as it is; of two writers of the same the last one wins.',
  inputDescription:
    'What to change on a caption track. Language and name never change: make a new track for others.',
  operation: captions.update,
  target: Caption,
  id: { ref: CaptionRef, description: 'The caption track to change.' },
  // The draft state is the only writable property of a track; an upload of a file alone names the
  // part `id`, so that the draft state does not change.
  strategy: replaceParts({ overwrites: true }),
  input: changes(captions.update, {
    isDraft: [
      'Boolean',
      'snippet.isDraft',
      'Whether it is kept from viewers.',
      { clearable: false },
    ],
  }),
  file: { description: `Other captions, in ${formats}.`, required: false, read: fileOf },
  result: ['caption', 'The track as it is now.'],
});

const deleteCaption = write('deleteCaption', {
  description: 'Deletes a caption track for good.',
  inputDescription: 'Which track to delete.',
  operation: captions.delete,
  target: Caption,
  id: { ref: CaptionRef, description: 'The caption track to delete.' },
  strategy: remove(),
  deletes: 'The global id of the track that is gone.',
});

export const captionWrites = [createCaption, updateCaption, deleteCaption];

const uploadSettings = fileSettings(
  'of any kind, `application/octet-stream` for one; what is in the file says what it is',
);

const newCaption = write('uploadNewCaption', {
  description: 'Opens the upload of a new caption track.',
  inputDescription: 'A caption track to be, and what its file is like.',
  operation: captions.insert,
  target: Caption,
  strategy: openUpload({
    session: UploadSession.resource,
    file: uploadFileOf,
    parentKey,
  }),
  input: changes(captions.insert, {
    videoId: [
      required('ID'),
      'snippet.videoId',
      'Which video gets it; you have to be allowed to edit that.',
      videoRow,
    ],
    language: [required('LanguageTag'), 'snippet.language', 'The language of its words.'],
    name: [
      required('String'),
      'snippet.name',
      `What tells it from others of its language, up to ${maxName} characters; it can be empty.`,
      nameRow,
    ],
    isDraft: [
      required('Boolean'),
      'snippet.isDraft',
      'Whether viewers are not to see it yet.',
      { default: false },
    ],
  }),
  settings: uploadSettings,
  reasons,
  resultType: UploadSession,
});

const captionFile = write('uploadCaptionFile', {
  description: 'Opens the upload of another file for a caption track.',
  inputDescription: 'Another file for a caption track.',
  operation: captions.update,
  target: Caption,
  id: { ref: CaptionRef, description: 'The caption track whose file is replaced.' },
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: changes(captions.update, {
    isDraft: [
      'Boolean',
      'snippet.isDraft',
      'Shows or hides the track with its new file; left out, it stays as it is.',
    ],
  }),
  settings: uploadSettings,
  resultType: UploadSession,
});

/** Caption uploads as a kind of `createUploadSession`. */
export const captionUpload: UploadKind = {
  description: 'Captions of a video, too long for `createCaption`, or written as they are made.',
  typeName: 'CaptionUpload',
  typeDescription: 'A new track, or a new file for one.',
  upload: {
    new: {
      description: 'Makes a track: 400 units.',
      typeName: 'NewCaptionUpload',
      typeDescription: 'A caption track to be, and what its file is like.',
      upload: newCaption,
    },
    existing: {
      description: 'Replaces the file of a track: 450 units.',
      typeName: 'CaptionFileUpload',
      typeDescription: 'Another file for a caption track.',
      upload: captionFile,
    },
  },
};
