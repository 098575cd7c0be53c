/** Uploading a video: its metadata comes first, its bytes to the address of the session. */
import type { Execution } from '../../data/execution.ts';
import { filled } from '../../data/write/update.ts';
import type { UploadRecord } from '../../data/transfer/upload-session.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { videos } from '../../upstream/video/index.ts';
import { blaming } from '../error-path.ts';
import { builder } from '../builder.ts';
import { changes, type InputBuilder } from '../field/change.ts';
import { mutation } from '../field/mutation.ts';
import { type FileInput, fileInputs, fileOf, uploadKinds } from '../upload/kind.ts';
import { UploadSession } from '../upload/session.ts';
import { LocalizationInput, newLocalizations, untranslatable } from './localization.ts';
import { PrivacyStatus } from './privacy.ts';
import { Video } from './resource.ts';
import {
  categoryOf,
  checkMetadata,
  checkPublishAt,
  checkTexts,
  type Metadata,
} from './video-check.ts';
import { VideoLicense } from './video-enum.ts';

const metadata = changes(videos.insert, {
  title: ['String', 'snippet.title', 'What it will be called.'],
  description: [
    'String',
    'snippet.description',
    'The text that will stand below the player, up to 5000 bytes.',
  ],
  tags: [['String'], 'snippet.tags', 'Keywords by which it can be found.'],
  categoryId: [
    'ID',
    'snippet.categoryId',
    'The number of its category; 22, people and blogs, if left out.',
    categoryOf,
  ],
  defaultLanguage: [
    'LanguageTag',
    'snippet.defaultLanguage',
    'The language in which title and description are given.',
  ],
  defaultAudioLanguage: [
    'LanguageTag',
    'snippet.defaultAudioLanguage',
    'The language spoken in the film.',
  ],
  localizations: [
    [LocalizationInput],
    'localizations',
    'Title and description in further languages; `defaultLanguage` has to be said then.',
    newLocalizations,
  ],
  privacyStatus: [
    PrivacyStatus,
    'status.privacyStatus',
    'Who may watch it once it is there; public if left out.',
  ],
  publishAt: [
    'DateTime',
    'status.publishAt',
    'When it goes public by itself: it has to be private until then.',
  ],
  license: [VideoLicense, 'status.license', 'What others will be allowed to do with it.'],
  embeddable: ['Boolean', 'status.embeddable', 'Whether other sites will be allowed to embed it.'],
  publicStatsViewable: [
    'Boolean',
    'status.publicStatsViewable',
    'Whether everybody will see extended statistics.',
  ],
  selfDeclaredMadeForKids: [
    'Boolean',
    'status.selfDeclaredMadeForKids',
    'Whether you say that it is made for children.',
  ],
  containsSyntheticMedia: [
    'Boolean',
    'status.containsSyntheticMedia',
    'Whether it shows altered or synthetic content that looks real.',
  ],
  recordedAt: ['DateTime', 'recordingDetails.recordingDate', 'When the film was shot.'],
  hasPaidProductPlacement: [
    'Boolean',
    'paidProductPlacementDetails.hasPaidProductPlacement',
    'Whether somebody paid for something shown in it.',
  ],
});

const inputs = (t: InputBuilder): Record<string, unknown> => ({
  ...metadata.inputs(t),
  title: t.string({
    required: true,
    description: 'What it will be called: up to 100 characters, none of them `<` or `>`.',
  }),
  notifySubscribers: t.boolean({
    required: true,
    defaultValue: false,
    description:
      "Whether the channel's subscribers are told; otherwise they learn nothing of it by themselves.",
  }),
  stabilize: t.boolean({ description: 'Whether shaky pictures are to be made calm.' }),
  autoLevels: t.boolean({ description: 'Whether light and colour are to be made better.' }),
  ...fileInputs(t, '`video/*`, or `application/octet-stream`'),
});

interface VideoInput extends FileInput, Metadata {
  readonly notifySubscribers: boolean;
  readonly stabilize?: boolean | null;
  readonly autoLevels?: boolean | null;
  readonly title: string;
  readonly publishAt?: string | null;
  readonly privacyStatus?: string | null;
  readonly defaultLanguage?: string | null;
  readonly localizations?: readonly Metadata[] | null;
}

/** Refused before upstream is asked, as it would refuse it. */
function check({
  publishAt,
  privacyStatus,
  defaultLanguage,
  localizations,
  ...metadata
}: VideoInput): void {
  checkMetadata(metadata);
  localizations?.forEach((each, index) => checkTexts(each, `localizations.${index}.`));
  if (localizations && localizations.length > 0 && defaultLanguage == null) throw untranslatable();
  checkPublishAt(publishAt);
  if (publishAt != null && privacyStatus !== 'private')
    throw new InvalidInput('publishAt', 'the video has to be private until then');
}

async function begin(
  { contentType, contentLength, notifySubscribers, stabilize, autoLevels, ...given }: VideoInput,
  execution: Execution,
): Promise<UploadRecord> {
  const file = fileOf(videos.insert, { contentType, contentLength: contentLength ?? null });
  check({ ...given, contentType, notifySubscribers });
  const changes = metadata
    .changesOf(given as unknown as Readonly<Record<string, unknown>>)
    .filter(({ apply }) => apply(undefined) !== undefined);
  const { body, parts } = filled(changes);
  const args = {
    part: parts,
    notifySubscribers,
    ...(stabilize != null && { stabilize }),
    ...(autoLevels != null && { autoLevels }),
    body,
  };
  return blaming(
    changes,
    execution.upload(videos.insert, args, { ...file, creates: { type: 'Video', parentKey: [] } }),
  );
}

const UploadVideo = builder.inputType('UploadVideoInput', {
  description: 'A video to be: what is said of it, and what its file is like.',
  fields: (t) => inputs(t) as never,
});

uploadKinds.set('video', {
  input: UploadVideo,
  description: 'A video of your own channel.',
  operations: [videos.insert],
  makes: Video,
  begin,
});

mutation('createVideo', {
  description:
    'Says what a new video is to be, and answers where its bytes go: the video is there when the last one has come. The same as `createUploadSession` with `video`.',
  operations: [videos.insert],
  inputDescription: 'The metadata of the video, and what its file is like.',
  input: inputs,
  node: ['uploadSession', UploadSession, 'Where the file is to go.'],
  run: async (input: VideoInput, execution) => ({
    ref: { resource: UploadSession.resource, key: [(await begin(input, execution)).id] },
  }),
});
