/** Writes to caption tracks: the dearest calls of the service, so nothing is read before them. */
import { Paths } from '../../data/read/path.ts';
import { upstreamError, InvalidInput } from '../../upstream/error.ts';
import { captions } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { deletion } from '../field/deletion.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { fileOf } from '../upload/check.ts';
import type { UploadedFile } from '../upload/file.ts';
import {
  blamed,
  changedTrack,
  mostOfName,
  type NewTrack,
  newTrack,
  origins,
} from './caption-body.ts';
import { Caption } from './resource.ts';

const formats = 'SubRip, WebVTT, SBV, TTML or SCC';
const whole = Paths.of('id', 'snippet');

interface NewCaption extends NewTrack {
  readonly file: UploadedFile;
}

mutation('createCaption', {
  description:
    'Adds a caption track to a video; refused where a track of that language and name is there already.',
  operations: [captions.insert],
  inputDescription: 'The new track and its file.',
  input: (t) => ({
    videoId: t.id({ required: true, description: 'A video that you may edit.' }),
    language: t.field({
      type: 'LanguageTag',
      required: true,
      description: 'What the captions are written in.',
    }),
    name: t.string({
      required: true,
      description: `What viewers choose it by, up to ${mostOfName} characters; empty for the one track of its language.`,
    }),
    isDraft: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether to keep it from viewers for now.',
    }),
    file: t.field({ type: 'Upload', required: true, description: `The captions in ${formats}.` }),
  }),
  node: [
    'caption',
    Caption,
    'The track as the service took it. Whether its file could be read shows in its status, at times only later.',
  ],
  run: async ({ file, ...track }: NewCaption, execution) => {
    const { videoId, ...args } = newTrack(track);
    const asked = { file: fileOf(captions.insert, file) };
    const answer = await blaming(origins, execution.send(captions.insert, args, asked), blamed);
    if (answer.id == null) throw upstreamError(captions.insert, 'UPSTREAM_INVALID');
    const ref = { resource: Caption.resource, key: [videoId, answer.id] };
    execution.invalidate(ref, answer, whole);
    return { ref };
  },
});

interface CaptionChange {
  readonly id: string;
  readonly isDraft?: boolean | null;
  readonly file?: UploadedFile | null;
}

mutation('updateCaption', {
  description:
    'Replaces the file of a caption track, or shows or hides it, or both in one call. What is not named stays as it is; of two writers of the same the last one wins.',
  operations: [captions.update],
  inputDescription:
    'What to change on a caption track. Language and name never change: make a new track for others.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The global id of the track.' }),
    isDraft: t.boolean({ description: 'Whether it is kept from viewers.' }),
    file: t.field({ type: 'Upload', description: `Other captions, in ${formats}.` }),
  }),
  node: ['caption', Caption, 'The track as it is now.'],
  run: async ({ id, isDraft, file }: CaptionChange, execution) => {
    const ref = refFrom(Caption.resource, id);
    const own = ref.key[1]!;
    if (isDraft === null) throw new InvalidInput('isDraft', 'this cannot be cleared');
    if (file === null) throw new InvalidInput('file', 'this cannot be cleared');
    if (isDraft === undefined && file === undefined) return { ref };
    const args = changedTrack(own, isDraft);
    const sent = execution.send(
      captions.update,
      args,
      file ? { file: fileOf(captions.update, file) } : {},
    );
    execution.invalidate(ref, await naming(own, sent), Paths.of(...args.part));
    return { ref };
  },
});

deletion('deleteCaption', {
  target: Caption,
  operation: captions.delete,
  description: 'Deletes a caption track for good.',
  inputDescription: 'Which track to delete.',
  which: 'The global id of the track.',
  deletes: 'The global id of the track that is gone.',
});
