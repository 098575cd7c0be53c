/** Uploads of videos: first the metadata, then the bytes to the URL of the session. */
import { openUpload } from '../../data/write/open-upload.ts';
import { videos } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, parameters, required } from '../field/write-input.ts';
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
  requirePrivate,
} from './video-check.ts';

const createVideo = write('createVideo', {
  description:
    'Create an upload session for a new video. YouTube creates the video when the last byte has been sent to `uploadSession.uploadUrl`.',
  inputDescription: 'Input of `createVideo`: the metadata of the video and the type of the file.',
  operation: videos.insert,
  target: Video,
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: changes(videos.insert, {
    title: [
      required('String'),
      'snippet.title',
      'The title. At most 100 characters, without `<` and `>`.',
      { check: checkTitle },
    ],
    description: [
      'String',
      'snippet.description',
      'The text shown below the player. At most 5,000 bytes, without `<` and `>`.',
      { check: checkDescription },
    ],
    tags: [
      ['String'],
      'snippet.tags',
      'Keywords for search. At most 500 characters in total, without `<` and `>`.',
      { check: checkTags },
    ],
    categoryId: [
      'ID',
      'snippet.categoryId',
      'An assignable video category: a global id or a YouTube id. Default: 22 (People & Blogs).',
      { references: VideoCategory },
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The language of the given title and description.',
    ],
    defaultAudioLanguage: [
      'LanguageTag',
      'snippet.defaultAudioLanguage',
      'The language spoken in the new video.',
    ],
    localizations: [
      [LocalizationInput],
      'localizations',
      'Titles and descriptions in other languages. Requires `defaultLanguage`.',
      newLocalizations(checkTexts),
    ],
    privacyStatus: [
      PrivacyStatus,
      'status.privacyStatus',
      'The visibility of the new video. Default: `PUBLIC`.',
    ],
    publishAt: [
      'DateTime',
      'status.publishAt',
      'The time at which YouTube will publish the video. Must be in the future. Requires `privacyStatus: PRIVATE`.',
      { check: checkPublishAt },
    ],
    license: [
      VideoLicense,
      'status.license',
      'The license of the new video. Default: decided by YouTube.',
    ],
    embeddable: [
      'Boolean',
      'status.embeddable',
      'Whether other websites will be able to embed the player. Default: decided by YouTube.',
    ],
    publicStatsViewable: [
      'Boolean',
      'status.publicStatsViewable',
      'Whether extended statistics will be public. Default: true.',
    ],
    selfDeclaredMadeForKids: [
      'Boolean',
      'status.selfDeclaredMadeForKids',
      'Whether the caller declares the new video as made for kids. Default: decided by YouTube.',
    ],
    containsSyntheticMedia: [
      'Boolean',
      'status.containsSyntheticMedia',
      'Whether the caller declares that the new video contains realistic altered or synthetic content. Default: decided by YouTube.',
    ],
    recordedAt: [
      'DateTime',
      'recordingDetails.recordingDate',
      'The recording time of the new video. REST field: `recordingDate`.',
    ],
    hasPaidProductPlacement: [
      'Boolean',
      'paidProductPlacementDetails.hasPaidProductPlacement',
      'Whether the caller declares paid product placement in the new video. Default: decided by YouTube.',
    ],
  }),
  parameters: parameters(videos.insert, {
    notify: [
      required('Boolean'),
      'notifySubscribers',
      "Whether YouTube notifies the channel's subscribers. REST parameter: `notifySubscribers`.",
      { default: false },
    ],
    stabilize: [
      'Boolean',
      'stabilize',
      'Whether YouTube stabilizes the picture. Default: decided by YouTube.',
    ],
    autoLevels: [
      'Boolean',
      'autoLevels',
      'Whether YouTube corrects brightness and color. Default: decided by YouTube.',
    ],
  }),
  settings: fileSettings('`video/*` or `application/octet-stream`', '274,877,906,944 (256 GiB)'),
  validate: (input) => {
    requireDefaultLanguage(input);
    if (input.publishAt != null) requirePrivate(input.privacyStatus);
  },
  result: ['uploadSession', 'The upload session that receives the file.'],
  resultType: UploadSession,
});

export const videoUploadWrites = [createVideo];
