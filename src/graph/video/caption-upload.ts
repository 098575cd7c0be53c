/** Caption files of any size: for a new track, or in place of the file that a track has. */
import { openUpload } from '../../data/write/open-upload.ts';
import { captions } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import type { UploadKind } from '../upload/create.ts';
import { UploadSession } from '../upload/session.ts';
import { fileSettings, uploadFileOf } from '../upload/upload-file.ts';
import { CaptionRef } from './caption-ref.ts';
import {
  captionName,
  captionParent,
  captionReasons,
  maxCaptionName,
  videoOfCaption,
} from './caption-write.ts';
import { Caption } from './resource.ts';

const file = fileSettings(
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
    parentKey: captionParent,
  }),
  input: changes(captions.insert, {
    videoId: [
      required('ID'),
      'snippet.videoId',
      'Which video gets it; you have to be allowed to edit that.',
      videoOfCaption,
    ],
    language: [required('LanguageTag'), 'snippet.language', 'The language of its words.'],
    name: [
      required('String'),
      'snippet.name',
      `What tells it from others of its language, up to ${maxCaptionName} characters; it can be empty.`,
      captionName,
    ],
    isDraft: [
      required('Boolean'),
      'snippet.isDraft',
      'Whether viewers are not to see it yet.',
      { default: false },
    ],
  }),
  settings: file,
  reasons: captionReasons,
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
  settings: file,
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
