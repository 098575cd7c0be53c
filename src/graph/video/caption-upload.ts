/** Caption files of any size: for a new track, or instead of the file that a track has. */
import type { Execution } from '../../data/execution.ts';
import type { UploadRecord } from '../../data/transfer/upload-session.ts';
import { captions } from '../../upstream/video/index.ts';
import { blaming, naming, within } from '../error-path.ts';
import { builder } from '../builder.ts';
import { refFrom } from '../global-id.ts';
import { type FileInput, fileInputs, fileOf, uploadKinds } from '../upload/kind.ts';
import {
  blamed,
  changedTrack,
  mostOfName,
  type NewTrack,
  newTrack,
  origins,
} from './caption-body.ts';
import { Caption } from './resource.ts';

const types =
  'of any kind, `application/octet-stream` for one; what is in the file says what it is';

const NewCaptionUpload = builder.inputType('NewCaptionUpload', {
  description: 'A caption track to be, and what its file is like.',
  fields: (t) => ({
    videoId: t.id({
      required: true,
      description: 'Which video gets it; you have to be allowed to edit that.',
    }),
    language: t.field({
      type: 'LanguageTag',
      required: true,
      description: 'The language of its words.',
    }),
    name: t.string({
      required: true,
      description: `What tells it from others of its language, up to ${mostOfName} characters; it can be empty.`,
    }),
    isDraft: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether viewers are not to see it yet.',
    }),
    ...fileInputs(t, types),
  }),
});

const CaptionFileUpload = builder.inputType('CaptionFileUpload', {
  description: 'Another file for a caption track.',
  fields: (t) => ({
    id: t.id({
      required: true,
      description: 'Whose file it replaces: the global id of a `Caption`.',
    }),
    isDraft: t.boolean({
      description: 'Shows or hides the track with its new file; left out, it stays as it is.',
    }),
    ...fileInputs(t, types),
  }),
});

const CaptionUpload = builder.inputType('CaptionUpload', {
  description: 'A new track, or a new file for one.',
  isOneOf: true,
  fields: (t) => ({
    new: t.field({ type: NewCaptionUpload, description: 'Makes a track: 400 units.' }),
    existing: t.field({
      type: CaptionFileUpload,
      description: 'Replaces the file of a track: 450 units.',
    }),
  }),
});

interface NewValue extends FileInput, NewTrack {}

interface ExistingValue extends FileInput {
  readonly id: string;
  readonly isDraft?: boolean | null;
}

async function insert(
  { contentType, contentLength, ...track }: NewValue,
  execution: Execution,
): Promise<UploadRecord> {
  const file = fileOf(captions.insert, { contentType, contentLength: contentLength ?? null });
  const { videoId, ...args } = newTrack(track);
  const creates = { type: 'Caption', parentKey: [videoId] };
  return blaming(origins, execution.upload(captions.insert, args, { ...file, creates }), blamed);
}

async function replace(
  { id, isDraft, ...given }: ExistingValue,
  execution: Execution,
): Promise<UploadRecord> {
  const file = fileOf(captions.update, given);
  const [videoId, captionId] = refFrom(Caption.resource, id).key as [string, string];
  const creates = { type: 'Caption', parentKey: [videoId] };
  return naming(
    captionId,
    execution.upload(captions.update, changedTrack(captionId, isDraft), { ...file, creates }),
  );
}

uploadKinds.set('caption', {
  input: CaptionUpload,
  description: 'Captions of a video, too long for `createCaption`, or written as they are made.',
  operations: [captions.insert, captions.update],
  makes: Caption,
  begin: (
    {
      new: made,
      existing,
    }: { readonly new?: NewValue | null; readonly existing?: ExistingValue | null },
    execution,
  ) =>
    made
      ? within('new', insert(made, execution))
      : within('existing', replace(existing!, execution)),
});
