/** Writes to caption tracks: expensive calls, so nothing is read before them. */
import { Paths } from '../../data/read/path.ts';
import type { JsonRecord } from '../../data/write/change.ts';
import { remove } from '../../data/write/action.ts';
import { insert } from '../../data/write/insert.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { captions } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import { fileOf } from '../upload/check.ts';
import { CaptionRef } from './caption-ref.ts';
import { Caption, Video } from './resource.ts';

export const maxCaptionName = 150;
const formats = 'SubRip, WebVTT, SBV, TTML or SCC';

/** The key of a new track begins with its video's. */
export const captionParent = (body: JsonRecord): readonly string[] => [
  (body['snippet'] as { readonly videoId: string }).videoId,
];

/** Row options that every way of making a track shares. */
export const videoOfCaption = { references: Video } as const;
export const captionName = { maxLength: maxCaptionName } as const;

export const captionReasons = {
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
  strategy: insert({ parentKey: captionParent, answered: Paths.of('id', 'snippet') }),
  input: changes(captions.insert, {
    videoId: [required('ID'), 'snippet.videoId', 'A video that you may edit.', videoOfCaption],
    language: [required('LanguageTag'), 'snippet.language', 'What the captions are written in.'],
    name: [
      required('String'),
      'snippet.name',
      `What viewers choose it by, up to ${maxCaptionName} characters; empty for the one track of its language.`,
      captionName,
    ],
    isDraft: [
      required('Boolean'),
      'snippet.isDraft',
      'Whether to keep it from viewers for now.',
      { default: false },
    ],
  }),
  file: { description: `The captions in ${formats}.`, required: true, read: fileOf },
  reasons: captionReasons,
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
  // The draft state is everything writable of a track; a file alone names the part `id`, so that
  // the draft state stays.
  strategy: replaceParts({ read: false }),
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
