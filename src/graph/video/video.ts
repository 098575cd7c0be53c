/** Videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { videos } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { connectionType } from '../field/connection-type.ts';
import { link } from '../field/link.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { languageArgument } from './language.ts';
import { localizations, localized } from './localization.ts';
import { LiveBroadcastContent, PrivacyStatus, Rating, VideoLicense } from './video-enum.ts';
import { Channel, Language, noChannel, Video, VideoCategory, VideoRating } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';
import { VideoContentDetails } from './video-content.ts';
import { VideoFileDetails } from './video-file.ts';
import { VideoProcessingDetails, VideoSuggestions } from './video-processing.ts';

const UploadStatus = enumeration('UploadStatus', 'How far an upload has come.', {
  uploaded: 'The bytes are there, and being processed.',
  processed: 'It can be watched.',
  failed: 'Processing failed; `failureReason` tells why.',
  rejected: 'It was refused after the upload; `rejectionReason` tells why.',
  deleted: 'It was deleted.',
});

const UploadFailureReason = enumeration('UploadFailureReason', 'Why nothing came of an upload.', {
  conversion: 'It could not be converted.',
  invalidFile: 'The bytes are no film at all.',
  emptyFile: 'There were no bytes.',
  tooSmall: 'It is too small to be a film.',
  codec: 'The codec is none that is known.',
  uploadAborted: 'The upload ended before its end.',
});

const UploadRejectionReason = enumeration(
  'UploadRejectionReason',
  'Why the platform refused an upload that was complete.',
  {
    copyright: 'It infringes a copyright.',
    inappropriate: 'It shows what may not be shown.',
    duplicate: 'It was uploaded before.',
    termsOfUse: 'It breaks the terms of use.',
    uploaderAccountSuspended: 'Whoever uploaded it is suspended.',
    length: 'It is longer than the account may upload.',
    claim: 'Somebody has claimed what it shows.',
    uploaderAccountClosed: 'Whoever uploaded it has left.',
    trademark: 'It infringes a trademark.',
    legal: 'A law or a court forbids it.',
  },
);

export const videoConnection = connectionType(Video, 'videos', { countedBy: videos.list });

const VideoStatistics = builder
  .objectRef<youtube_v3.Schema$VideoStatistics>('VideoStatistics')
  .implement({
    description: 'How a video is doing.',
    fields: (t) =>
      fields(t, {
        viewCount: ['BigInt', 'How often it was watched.'],
        likeCount: ['BigInt', 'How many liked the video; null where its owner hides that.'],
        dislikeCount: ['BigInt', 'How many disliked it; shown to its owner alone.'],
        commentCount: ['BigInt', 'Comments and replies; null where comments are disabled.'],
      }),
  });

const LiveStreamingDetails = builder
  .objectRef<youtube_v3.Schema$VideoLiveStreamingDetails>('LiveStreamingDetails')
  .implement({
    description: 'When and to how many a video is or was broadcast.',
    fields: (t) =>
      fields(t, {
        scheduledStartTime: ['DateTime', 'When it is or was to begin.'],
        scheduledEndTime: ['DateTime', 'When it is or was to end; null where no end was set.'],
        actualStartTime: ['DateTime', 'When it went on air.'],
        actualEndTime: ['DateTime', 'When it went off air.'],
        concurrentViewers: [
          'BigInt',
          'How many are watching at this moment; null when not live or hidden.',
        ],
        activeLiveChatId: ['ID', 'The chat beside it, for as long as that is open.'],
      }),
  });

const VideoTopicDetails = builder
  .objectRef<youtube_v3.Schema$VideoTopicDetails>('VideoTopicDetails')
  .implement({
    description: 'What a video is about, as upstream has found out by itself.',
    fields: (t) =>
      fields(t, {
        topicIds: [['ID'], 'Topics of the former Freebase that it is about above all.'],
        relevantTopicIds: [['ID'], 'Topics of the former Freebase that it touches.'],
        topicCategories: [['URL'], 'Articles of Wikipedia that describe the field.'],
      }),
  });

const GeoPoint = builder.objectRef<youtube_v3.Schema$GeoPoint>('GeoPoint').implement({
  description: 'A place on earth.',
  fields: (t) =>
    fields(t, {
      latitude: ['Float', 'Degrees north of the equator; negative: south.'],
      longitude: ['Float', 'Degrees east of Greenwich; negative: west.'],
      altitude: ['Float', 'Metres above the reference ellipsoid.'],
    }),
});

/** Adds the types and fields of this module to the schema. */
export function addVideo(): void {
  Video.implement({
    ...node,
    description: 'A video, be it an upload or a broadcast.',
    fields: (t) => ({
      videoId: ownKey(t, "The video service's own id: the `v` of a watch address."),
      ...fields(t, 'snippet', {
        title: ['String', 'The title shown under the player, up to 100 characters.'],
        description: ['String', 'The text below it, up to 5000 bytes.'],
        publishedAt: [
          'DateTime',
          'When the video became public; for private ones, when it was uploaded.',
        ],
        tags: [['String'], 'Keywords; shown to the owner alone.'],
        categoryId: ['ID', 'The number of its category in the region.'],
        defaultLanguage: ['LanguageTag', 'The language of title and description.'],
        defaultAudioLanguage: ['LanguageTag', 'The language that is spoken in it.'],
        liveBroadcastContent: [
          LiveBroadcastContent,
          'Whether it is a broadcast, and at which stage.',
        ],
      }),
      ...fields(t, 'status', {
        uploadStatus: [UploadStatus, 'How far the upload has come.'],
        failureReason: [UploadFailureReason, 'Why nothing came of it; null where it did not fail.'],
        rejectionReason: [
          UploadRejectionReason,
          'Why the platform refused it; null where it did not.',
        ],
        privacyStatus: [PrivacyStatus, 'Who may watch it.'],
        publishAt: [
          'DateTime',
          'When a private video goes public by itself; shown to the owner alone.',
        ],
        license: [VideoLicense, 'What others may do with it.'],
        embeddable: ['Boolean', 'Whether other sites may embed the player.'],
        publicStatsViewable: ['Boolean', 'Whether everybody sees the extended statistics.'],
        madeForKids: ['Boolean', 'Whether it counts as made for children.'],
        selfDeclaredMadeForKids: [
          'Boolean',
          'Whether the owner says it is made for children; shown to the owner alone.',
        ],
        containsSyntheticMedia: [
          'Boolean',
          'Whether the owner declares realistic altered or synthetic content.',
        ],
      }),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      category: separateFetch(
        t,
        VideoCategory,
        {
          resource: VideoCategory.resource,
          by: {
            paths: ['snippet.categoryId'],
            key: ({ snippet }) => (snippet?.categoryId ? [snippet.categoryId] : null),
          },
          fetch: 'ifArgumentsGiven',
          arguments: {
            hl: languageArgument(t, "The language of the category's title; English, unless said."),
          },
        },
        'What it is filed under.',
      ),
      language: link(
        t,
        Language,
        'snippet.defaultLanguage',
        'The language of title and description; null where upstream does not list it.',
      ),
      audioLanguage: link(
        t,
        Language,
        'snippet.defaultAudioLanguage',
        'The language spoken in it; null where upstream does not list it.',
      ),
      contentDetails: fieldAt(
        t,
        VideoContentDetails,
        'contentDetails',
        'Length, definition and the like.',
      ),
      statistics: fieldAt(t, VideoStatistics, 'statistics', 'Views, likes, comments.'),
      liveStreamingDetails: fieldAt(
        t,
        LiveStreamingDetails,
        'liveStreamingDetails',
        'Times and viewers of the broadcast; null for a plain upload.',
      ),
      localizations: localizations(t),
      localized: localized(t, Video),
      topicDetails: fieldAt(
        t,
        VideoTopicDetails,
        'topicDetails',
        'What it is about, as upstream sees it.',
      ),
      fileDetails: separateFetch(
        t,
        VideoFileDetails,
        { resource: Video.resource, path: 'fileDetails', fetch: 'always' },
        'The uploaded file; its owner alone may ask.',
      ),
      processingDetails: separateFetch(
        t,
        VideoProcessingDetails,
        { resource: Video.resource, path: 'processingDetails', fetch: 'always' },
        'How far upstream has come with it; for its owner alone.',
      ),
      suggestions: separateFetch(
        t,
        VideoSuggestions,
        { resource: Video.resource, path: 'suggestions', fetch: 'always' },
        'What went wrong with the upload, or could be better; for its owner alone.',
      ),
      viewerRating: separateFetch(
        t,
        Rating,
        { resource: VideoRating, path: 'rating', fetch: 'always', nullOnReasons: noChannel },
        'What the caller thinks of it; null with a warning for an account without a channel.',
      ),
      hasPaidProductPlacement: fieldAt(
        t,
        'Boolean',
        'paidProductPlacementDetails.hasPaidProductPlacement',
        'Whether the owner says that somebody paid to be shown in it.',
      ),
      recordedAt: fieldAt(
        t,
        'DateTime',
        'recordingDetails.recordingDate',
        'When it was recorded, if the owner says so.',
      ),
      recordingPlace: fieldAt(
        t,
        'String',
        'recordingDetails.locationDescription',
        'Where it was recorded, in words.',
      ),
      recordingLocation: fieldAt(
        t,
        GeoPoint,
        'recordingDetails.location',
        'Where it was recorded, on the map.',
      ),
      channel: link(t, Channel, 'snippet.channelId', 'The channel that uploaded the video.'),
    }),
  });
}
