/** Writes of videos. Uploads are in `upload.ts`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { checkFuture, hasPassed } from '../../../shared/future.ts';
import { action, remove } from '../../../../engine/write/action.ts';
import { replaceParts, type ReplaceRules } from '../../../../engine/write/update/replace-parts.ts';
import { checkListId } from '../../../../engine/rest/request/request.ts';
import { videos } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { changes, parameters, required } from '../../../../engine/schema/write/write-input.ts';
import { checkRestId } from '../../../../engine/schema/type/global-id.ts';
import {
  changedLocalizations,
  LocalizationChange,
  syncDefaultLanguage,
} from '../../localization-write.ts';
import { Video, VideoAbuseReportReason, VideoCategory } from '../../resources.ts';
import { checkSchedule, checkTags, requirePrivate } from './check.ts';
import { checkDescription, checkTexts, checkTitle } from '../../../shared/youtube/text.ts';
import { VideoRating } from '../../../shared/youtube/enums.ts';

/** Null is rejected: the API resets a missing property to its default, `public` for example. */
const notClearable = { clearable: false } as const;

/** The rules by which `videos.update` replaces parts, for all mutations that call it. */
export const videoReplaceRules: ReplaceRules = {
  ownerOnlyPath: 'processingDetails.processingStatus',
  // A status replaced without the privacy status would make a private video public.
  requiredPath: { status: 'status.privacyStatus' },
};

/**
 * Removes a publication date in the past, and one with another privacy status than private: the API
 * rejects both.
 */
export function dropOutdatedSchedule({ status }: youtube_v3.Schema$Video): void {
  if (!status?.publishAt) return;
  if (status.privacyStatus !== 'private' || hasPassed(status.publishAt)) delete status.publishAt;
}

const updateVideo = write('updateVideo', {
  description:
    'Update the metadata of a video. The gateway reads the affected parts, merges the given fields and replaces the parts. If two clients change the same field, the last write wins.',
  operation: videos.update,
  target: Video,
  id: 'The video to update: a global id or a YouTube id. Owner only.',
  strategy: replaceParts(videoReplaceRules),
  input: changes(videos.update, {
    title: ['The new title. At most 100 characters, without `<` and `>`.', { check: checkTitle }],
    description: [
      'The new text below the player. At most 5,000 bytes, without `<` and `>`. Null clears the text.',
      { check: checkDescription },
    ],
    tags: [
      'All keywords. The list replaces the current one. At most 500 characters in total, without `<` and `>`. Null removes all keywords.',
      { check: checkTags },
    ],
    categoryId: [
      'The new category, which must be assignable: a global id or a YouTube id.',
      { references: VideoCategory },
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The new language of the title and the description. Null removes the setting.',
    ],
    defaultAudioLanguage: [
      'LanguageTag',
      'snippet.defaultAudioLanguage',
      'The new language spoken in the video. Null removes the setting.',
    ],
    localizations: [
      LocalizationChange,
      'localizations',
      'Changes to titles and descriptions in other languages. Requires a default language, in the input or on the video. Null removes all localizations.',
      changedLocalizations(checkTexts),
    ],
    privacyStatus: ['The new visibility.', notClearable],
    publishAt: [
      'DateTime',
      'status.publishAt',
      'The time at which YouTube will publish the video. Must be in the future. The video must be private. Null cancels the publication.',
      // A date in the past would publish a private video at once.
      { check: checkFuture },
    ],
    license: ['The new license.', notClearable],
    embeddable: ['Whether other websites can embed the player from now on.', notClearable],
    publicStatsViewable: ['Whether extended statistics are public from now on.', notClearable],
    selfDeclaredMadeForKids: [
      'Whether the caller declares the video as made for kids.',
      notClearable,
    ],
    containsSyntheticMedia: [
      'Whether the caller declares that the video contains realistic altered or synthetic content.',
      notClearable,
    ],
    recordedAt: [
      'DateTime',
      'recordingDetails.recordingDate',
      'The new recording time. Null removes the time. REST field: `recordingDate`.',
    ],
    hasPaidProductPlacement: ['Whether the caller declares paid product placement.', notClearable],
  }),
  validate: ({ publishAt, privacyStatus }) => {
    if (publishAt != null && privacyStatus != null) requirePrivate(privacyStatus);
  },
  adjust: (next, current, input) => {
    if (input.publishAt != null)
      checkSchedule(current.status?.privacyStatus, next.status?.privacyStatus);
    if (input.publishAt === undefined) dropOutdatedSchedule(next);
    syncDefaultLanguage(next, current, input);
  },
  // If the API reports a missing default language, the localizations are the cause.
  locations: {
    'body.snippet.defaultLanguage': ['localizations', 'snippet.defaultLanguage'],
  },
  result: ['video', 'The video after the update.'],
});

const deleteVideo = write('deleteVideo', {
  description:
    'Delete a video permanently, with its comments and its broadcast. Playlist items of the video remain, without a video.',
  operation: videos.delete,
  target: Video,
  id: 'The video to delete: a global id or a YouTube id. Owner only.',
  strategy: remove(),
  bulk: {
    name: 'deleteVideos',
    description:
      'Delete videos permanently, each with its comments and its broadcast. Costs 50 quota units per video: the cost limit of an operation (2,000 units by default) admits at most 40 videos.',
    entries: 'The videos to delete.',
  },
  deletes: 'The global id of the deleted video.',
});

const rateVideo = write('rateVideo', {
  description:
    "Set or remove the caller's rating of a video. Repeating the call has no further effect.",
  operation: videos.rate,
  target: Video,
  id: 'The video to rate: a global id or a YouTube id.',
  strategy: action(),
  parameters: parameters(videos.rate, {
    rating: [required(VideoRating), 'rating', 'The new rating. `NONE` removes the rating.'],
  }),
  result: ['video', 'The rated video. `viewerRating` is the new rating.'],
});

const reportVideoAbuse = write('reportVideoAbuse', {
  description:
    'Report a video to YouTube for abuse. YouTube limits the number of reports per user. If the response is lost, YouTube may have received the report.',
  operation: videos.reportAbuse,
  target: Video,
  id: 'The video to report: a global id or a YouTube id.',
  strategy: action(),
  input: changes(videos.reportAbuse, {
    reasonId: [
      'The reason: an id from `videoAbuseReportReasons`.',
      { references: VideoAbuseReportReason },
    ],
    secondaryReasonId: [
      'The secondary reason: a `secondaryReasonId` of the given reason.',
      {
        check: (id, argument) => {
          checkRestId('SecondaryReason', id, argument);
          checkListId(argument, id);
        },
      },
    ],
    comments: 'Additional information for the reviewers. YouTube documents no maximum length.',
    language: ['LanguageTag', 'language', 'The language of the text in `comments`.'],
  }),
  result: ['video', 'The reported video. The report does not change the video.'],
});

export const videoEntityWrites = [updateVideo, deleteVideo, rateVideo, reportVideoAbuse];
