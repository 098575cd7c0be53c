/** Writes of videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { hasPassed } from '../../../shared/future.ts';
import { action } from '../../../../engine/write/action.ts';
import { replaceParts, type ReplaceRules } from '../../../../engine/write/update/replace-parts.ts';
import { checkListId } from '../../../../engine/rest/request/request.ts';
import { videos } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { changes, parameters, required } from '../../../../engine/schema/write/write-input.ts';
import { checkRestId } from '../../../../engine/schema/type/global-id.ts';
import { syncDefaultLanguage } from '../../localization-write.ts';
import { Video, VideoAbuseReportReason } from '../../resources.ts';
import { checkSchedule, requirePrivate } from './check.ts';
import { videoRows, checkNewVideo, newVideoParameters } from './input.ts';
import { VideoRating } from '../../../shared/youtube/enums.ts';
import { openUpload } from '../../../../engine/write/insert/open-upload.ts';
import { UploadSession } from '../../../shared/upload-session.ts';
import { fileSettings, uploadFileOf } from '../../../../engine/schema/upload/upload-file.ts';

const createVideo = write('createVideo', {
  description:
    'Create an upload session for a new video. YouTube creates the video when the last byte has been sent to `uploadSession.uploadUrl`.',
  inputDescription: 'Input of `createVideo`: the metadata of the video and the type of the file.',
  operation: videos.insert,
  target: Video,
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: changes(videos.insert, videoRows),
  parameters: parameters(videos.insert, newVideoParameters),
  settings: fileSettings('`video/*` or `application/octet-stream`', '274,877,906,944 (256 GiB)'),
  validate: checkNewVideo,
  result: 'The upload session that receives the file.',
  resultType: UploadSession,
});

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
  id: { note: 'Owner only.' },
  strategy: replaceParts(videoReplaceRules),
  input: changes(videos.update, videoRows),
  validate: ({ publishAt, privacyStatus }) => {
    if (publishAt != null && privacyStatus != null) requirePrivate(privacyStatus);
  },
  adjust: (next, current, input) => {
    if (input.publishAt != null)
      checkSchedule(current.status?.privacyStatus, next.status?.privacyStatus);
    if (input.publishAt === undefined) dropOutdatedSchedule(next);
    // One of both names the brand; the id is that of the brand before.
    if (next.brandPartner?.channelHandle != null) delete next.brandPartner.channelId;
    syncDefaultLanguage(next, current, input);
  },
  // If the API reports a missing default language, the localizations are the cause.
  locations: {
    'body.snippet.defaultLanguage': ['localizations', 'snippet.defaultLanguage'],
  },
  result: 'The video after the update.',
});

const deleteVideo = write('deleteVideo', {
  description:
    'Delete a video permanently, with its comments and its broadcast. Playlist items of the video remain, without a video.',
  operation: videos.delete,
  target: Video,
  id: { note: 'Owner only.' },
  bulk: {
    name: 'deleteVideos',
    description:
      'Delete videos permanently, each with its comments and its broadcast. Costs 50 quota units per video: the cost limit of an operation (2,000 units by default) admits at most 40 videos.',
    entries: 'The videos to delete.',
  },
});

const rateVideo = write('rateVideo', {
  description:
    "Set or remove the caller's rating of a video. Repeating the call has no further effect.",
  operation: videos.rate,
  target: Video,
  id: {},
  strategy: action(),
  parameters: parameters(videos.rate, {
    rating: [required(VideoRating), 'rating', 'The new rating. `NONE` removes the rating.'],
  }),
  result: 'The rated video. `viewerRating` is the new rating.',
});

const reportVideoAbuse = write('reportVideoAbuse', {
  description:
    'Report a video to YouTube for abuse. YouTube limits the number of reports per user. If the response is lost, YouTube may have received the report.',
  operation: videos.reportAbuse,
  target: Video,
  id: {},
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
    languageTag: ['LanguageTag', 'language', 'The language of the text in `comments`.'],
  }),
  result: 'The reported video. The report does not change the video.',
});

export const videoEntityWrites = [
  createVideo,
  updateVideo,
  deleteVideo,
  rateVideo,
  reportVideoAbuse,
];
