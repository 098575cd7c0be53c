/** Writes of videos. Uploads are in `video-upload.ts`. */
import { action, remove } from '../../data/write/action.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { checkListId } from '../../upstream/id.ts';
import { videos } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, parameters, required } from '../field/write-input.ts';
import { checkRestId } from '../global-id.ts';
import {
  changedLocalizations,
  LocalizationChange,
  syncDefaultLanguage,
} from './localization-write.ts';
import { PrivacyStatus, Rating, VideoLicense } from './video-enum.ts';
import { Video, VideoAbuseReportReason, VideoCategory } from './resource.ts';
import {
  checkDescription,
  checkPublishAt,
  checkSchedule,
  checkTags,
  checkTexts,
  checkTitle,
  requirePrivate,
} from './video-check.ts';

/** The API resets an omitted property to its default: a private video would become public. */
const keptOnNull = { clearable: false } as const;

const updateVideo = write('updateVideo', {
  description:
    'Changes what is named and keeps the rest: it reads the parts concerned, merges and replaces them. Concurrent changes of other fields are kept; of two writers of the same field the last one wins.',
  inputDescription: 'What to change on a video. A field left out keeps its value, null clears it.',
  operation: videos.update,
  target: Video,
  id: 'The video to change.',
  strategy: replaceParts({
    ownerOnlyPath: 'processingDetails.processingStatus',
    // A status replaced without the privacy status would make a private video public.
    requiredPath: { status: 'status.privacyStatus' },
  }),
  input: changes(videos.update, {
    title: [
      'String',
      'snippet.title',
      'The new title, up to 100 characters; it cannot be cleared.',
      { check: checkTitle },
    ],
    description: [
      'String',
      'snippet.description',
      'The new text below the player.',
      { check: checkDescription },
    ],
    tags: [
      ['String'],
      'snippet.tags',
      'All keywords: the list replaces the old one.',
      { check: checkTags },
    ],
    categoryId: [
      'ID',
      'snippet.categoryId',
      'Another category, one that is `assignable`; it cannot be cleared.',
      { references: VideoCategory },
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The language of title and description.',
    ],
    defaultAudioLanguage: [
      'LanguageTag',
      'snippet.defaultAudioLanguage',
      'The language spoken in the video.',
    ],
    localizations: [
      LocalizationChange,
      'localizations',
      'Title and description in other languages.',
      changedLocalizations(checkTexts),
    ],
    privacyStatus: [
      PrivacyStatus,
      'status.privacyStatus',
      'Who may watch it from now on.',
      keptOnNull,
    ],
    publishAt: [
      'DateTime',
      'status.publishAt',
      'When it goes public by itself: in the future, and for private videos alone.',
      { check: checkPublishAt },
    ],
    license: [VideoLicense, 'status.license', 'What others may do with the video.', keptOnNull],
    embeddable: ['Boolean', 'status.embeddable', 'Whether other sites may embed it.', keptOnNull],
    publicStatsViewable: [
      'Boolean',
      'status.publicStatsViewable',
      'Whether everybody may see extended statistics.',
      keptOnNull,
    ],
    selfDeclaredMadeForKids: [
      'Boolean',
      'status.selfDeclaredMadeForKids',
      'Whether you declare it as made for children.',
      keptOnNull,
    ],
    containsSyntheticMedia: [
      'Boolean',
      'status.containsSyntheticMedia',
      'Whether it holds realistic altered or synthetic content.',
      keptOnNull,
    ],
    recordedAt: ['DateTime', 'recordingDetails.recordingDate', 'When it was recorded.'],
    hasPaidProductPlacement: [
      'Boolean',
      'paidProductPlacementDetails.hasPaidProductPlacement',
      'Whether it shows paid product placement.',
      keptOnNull,
    ],
  }),
  validate: ({ publishAt, privacyStatus }) => {
    if (publishAt != null && privacyStatus != null) requirePrivate(privacyStatus);
  },
  adjust: (next, current, input) => {
    const { status } = next;
    if (input.publishAt != null)
      checkSchedule(current.status?.privacyStatus, status?.privacyStatus);
    // The API rejects a publication date in the past, and one with another privacy status.
    const outdated =
      status?.publishAt &&
      (status.privacyStatus !== 'private' || Date.parse(status.publishAt) <= Date.now());
    if (outdated && input.publishAt === undefined) delete status.publishAt;
    syncDefaultLanguage(next, current, input);
  },
  // If the API reports a missing default language, the localizations are the cause.
  locations: { 'body.snippet.defaultLanguage': 'localizations' },
  result: ['video', 'The video as it is now.'],
});

const deleteVideo = write('deleteVideo', {
  description:
    'Deletes a video for good, with its comments and its broadcast. Playlists keep the places where it stood, without a video.',
  inputDescription: 'Which of your videos to delete.',
  operation: videos.delete,
  target: Video,
  id: 'The video, one of your own.',
  strategy: remove(),
  deletes: 'The global id of the video that is gone.',
});

const rateVideo = write('rateVideo', {
  description:
    'Says what the caller thinks of a video, or takes it back. Saying the same again changes nothing.',
  inputDescription: 'Which video, and what the caller thinks of it.',
  operation: videos.rate,
  target: Video,
  id: 'Which video: the global id, or that of the video service.',
  strategy: action(),
  parameters: parameters(videos.rate, {
    rating: [
      required(Rating),
      'rating',
      'What the caller thinks; `NONE` takes back what was said.',
    ],
  }),
  result: ['video', 'The video that was rated: `viewerRating` of it is what was said just now.'],
});

const reportVideoAbuse = write('reportVideoAbuse', {
  description:
    'Reports a video to the platform, which looks into it by itself. Where the answer is lost, nobody can tell whether the report arrived; each one counts towards how many a person may send.',
  inputDescription: 'Which video is reported, and why.',
  operation: videos.reportAbuse,
  target: Video,
  id: { argument: 'videoId', description: 'The video that should not be there.' },
  strategy: action(),
  input: changes(videos.reportAbuse, {
    reasonId: [
      required('ID'),
      'reasonId',
      'Why, of `videoAbuseReportReasons`.',
      { references: VideoAbuseReportReason },
    ],
    secondaryReasonId: [
      'ID',
      'secondaryReasonId',
      'Why exactly: a secondary reason of that reason.',
      {
        check: (id, argument) => {
          checkRestId('SecondaryReason', id, argument);
          checkListId(argument, id);
        },
      },
    ],
    comments: ['String', 'comments', 'What else whoever looks into it should know.'],
    language: ['LanguageTag', 'language', 'The language of `comments`.'],
  }),
  result: ['video', 'The video that was reported; nothing of it has changed.'],
});

export const videoEntityWrites = [updateVideo, deleteVideo, rateVideo, reportVideoAbuse];
