/** Uploads of videos: first the metadata, then the bytes to the URL of the session. */
import { openUpload } from '../../data/write/open-upload.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { videos } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, parameters, required } from '../field/write-input.ts';
import type { UploadKind } from '../upload/create.ts';
import { UploadSession } from '../upload/session.ts';
import { fileSettings, uploadFileOf } from '../upload/upload-file.ts';
import {
  LocalizationInput,
  newLocalizations,
  requireDefaultLanguage,
} from './localization-write.ts';
import { PrivacyStatus, VideoLicense } from './video-enum.ts';
import { Video, VideoCategory } from './resource.ts';
import {
  checkDescription,
  checkPublishAt,
  checkTags,
  checkTexts,
  checkTitle,
} from './video-check.ts';

const createVideo = write('createVideo', {
  description:
    'Says what a new video is to be, and answers where its bytes go: the video is there when the last one has come. The same as `createUploadSession` with `video`.',
  inputDescription: 'The metadata of the video, and what its file is like.',
  operation: videos.insert,
  target: Video,
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: changes(videos.insert, {
    title: [
      required('String'),
      'snippet.title',
      'What it will be called: up to 100 characters, none of them `<` or `>`.',
      { check: checkTitle },
    ],
    description: [
      'String',
      'snippet.description',
      'The text that will stand below the player, up to 5000 bytes.',
      { check: checkDescription },
    ],
    tags: [['String'], 'snippet.tags', 'Keywords by which it can be found.', { check: checkTags }],
    categoryId: [
      'ID',
      'snippet.categoryId',
      'The number of its category; 22, people and blogs, if left out.',
      { references: VideoCategory },
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
      newLocalizations(checkTexts),
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
      { check: checkPublishAt },
    ],
    license: [VideoLicense, 'status.license', 'What others will be allowed to do with it.'],
    embeddable: [
      'Boolean',
      'status.embeddable',
      'Whether other sites will be allowed to embed it.',
    ],
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
  }),
  parameters: parameters(videos.insert, {
    notifySubscribers: [
      required('Boolean'),
      'notifySubscribers',
      "Whether the channel's subscribers are told; otherwise they learn nothing of it by themselves.",
      { default: false },
    ],
    stabilize: ['Boolean', 'stabilize', 'Whether shaky pictures are to be made calm.'],
    autoLevels: ['Boolean', 'autoLevels', 'Whether light and colour are to be made better.'],
  }),
  settings: fileSettings('`video/*`, or `application/octet-stream`'),
  validate: (input) => {
    requireDefaultLanguage(input);
    if (input.publishAt != null && input.privacyStatus !== 'private')
      throw new InvalidInput('publishAt', 'needs privacyStatus PRIVATE');
  },
  result: ['uploadSession', 'Where the file is to go.'],
  resultType: UploadSession,
});

/** The same upload as a kind of `createUploadSession`. */
export const videoUpload: UploadKind = {
  description: 'A video of your own channel.',
  typeName: 'UploadVideoInput',
  typeDescription: 'A video to be: what is said of it, and what its file is like.',
  upload: createVideo,
};

export const videoUploadWrites = [createVideo];
