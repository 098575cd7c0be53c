/** Videos. */
import { GeoPoint } from '../../shared/geo-point.ts';
import type { youtube_v3 } from '@googleapis/youtube';
import { videos, commentThreads } from '../operations.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import {
  fields,
  valueType,
  ownKey,
  ownUrl,
  computed,
} from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { languageArgument, languageParameter } from '../../shared/youtube/language-argument.ts';
import { localizations, localized } from '../localization.ts';
import {
  Channel,
  Language,
  Video,
  VideoCategory,
  VideoRating,
  VideoTrainability,
} from '../resources.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';
import { VideoContentDetails } from './content.ts';
import { VideoFileDetails } from './file.ts';
import { VideoProcessingDetails, VideoSuggestions } from './processing.ts';
import { VideoRating as Rating } from '../../shared/youtube/enums.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { ownId } from '../../../engine/read/resource.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';

const VideoStatistics = valueType<youtube_v3.Schema$VideoStatistics>('VideoStatistics').rows(
  'Numbers of views, ratings and comments of a video.',
  {
    viewCount:
      'The number of times that the video was viewed. A view counts from the first frame: of Shorts since 31 March 2025, of all videos since 27 August 2026.',
    likeCount: 'The number of likes. Null if the video owner hides ratings.',
    dislikeCount: 'The number of dislikes. Video owner only, null for other callers.',
    commentCount: 'The number of published comments and replies. Null if comments are disabled.',
  },
);

const LiveStreamingDetails = valueType<youtube_v3.Schema$VideoLiveStreamingDetails>(
  'LiveStreamingDetails',
  'VideoLiveStreamingDetails',
).rows('Times and audience of the live broadcast of a video.', {
  scheduledStartAt: ['The planned start of the broadcast.', { rest: 'scheduledStartTime' }],
  scheduledEndAt: [
    'The planned end of the broadcast. Null if no end is planned.',
    { rest: 'scheduledEndTime' },
  ],
  actualStartAt: [
    'The time when the broadcast started. Null before the start.',
    { rest: 'actualStartTime' },
  ],
  actualEndAt: [
    'The time when the broadcast ended. Null before the end.',
    { rest: 'actualEndTime' },
  ],
  concurrentViewerCount: [
    'The number of current viewers. Null if the broadcast is not live or its owner hides the number.',
    { rest: 'concurrentViewers' },
  ],
});

export const videoConnection = connectionType(Video, 'videos', {
  counted: [
    videos.list,
    'The number of videos in the list, over all pages, as estimated by YouTube. In `Channel.videos` the number includes deleted and private videos, which are not listed. Null if the channel has no uploads playlist.',
  ],
});

const VideoTopicDetails = valueType<youtube_v3.Schema$VideoTopicDetails>('VideoTopicDetails').rows(
  'Topics that YouTube has detected in a video.',
  {
    topicIds: 'Freebase ids of the main topics. Freebase is no longer maintained.',
    relevantTopicIds: 'Freebase ids of further relevant topics. Freebase is no longer maintained.',
    topicCategories: [['URL'], 'Wikipedia articles about the detected topics.'],
  },
);

export function addVideo(): void {
  Video.implement({
    ...node,
    description: 'A YouTube video: an upload or a live broadcast.',
    fields: (t) => ({
      videoId: ownKey(t, 'The YouTube id of the video: the parameter `v` of the watch URL.'),
      url: ownUrl(t, 'https://www.youtube.com/watch?v=', 'The public URL of the video.'),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the channel that owns the video.',
        channelTitle: 'The title of the channel that owns the video.',
        title: 'The title of the video. At most 100 characters.',
        description: 'The text shown below the player. At most 5,000 bytes.',
        publishedAt: 'The publication time of the video. The upload time if the video is private.',
        tags: 'Keywords of the video. Null if the video has none.',
        categoryId: 'The YouTube id of the video category.',
        defaultLanguage: ['LanguageTag', 'The language of the title and the description.'],
        defaultAudioLanguage: ['LanguageTag', 'The language spoken in the video.'],
        liveBroadcastContent:
          'The stage of the live broadcast. Usually `NONE` for a broadcast that has ended, rarely `COMPLETED`: check `liveStreamingDetails.actualEndAt` instead.',
        language: [
          Language,
          'The language of the title and the description, with its name. Null if YouTube does not list the language.',
          { id: 'defaultLanguage' },
        ],
        audioLanguage: [
          Language,
          'The language spoken in the video, with its name. Null if YouTube does not list the language.',
          { id: 'defaultAudioLanguage' },
        ],
        channel: [Channel, 'The channel that owns the video.', { id: 'channelId' }],
      }),
      ...fields(t, 'status', {
        uploadStatus:
          'The state of the upload, from the received bytes to the playable video. `processingDetails` contains the progress of the processing, for the owner of the video.',
        failureReason: 'The reason why the upload failed. Null unless `uploadStatus` is `FAILED`.',
        rejectionReason:
          'The reason why YouTube rejected the video. Null unless `uploadStatus` is `REJECTED`.',
        privacyStatus: 'The audience that can watch the video.',
        publishAt:
          'The time at which YouTube will publish the private video. Video owner only. Null if no publication is scheduled.',
        license: 'The license under which the video is published.',
        embeddable: 'Whether other websites can embed the player.',
        publicStatsViewable: 'Whether extended statistics are public.',
        madeForKids: 'Whether YouTube treats the video as made for kids.',
        selfDeclaredMadeForKids:
          'Whether the owner declares the video as made for kids. Video owner only, null for other callers.',
        containsSyntheticMedia:
          'Whether the owner declares that the video contains realistic altered or synthetic content. Video owner only, null for other callers.',
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
          parameters: languageParameter,
          arguments: {
            language: languageArgument(
              'Return the category name in this language. Default: English.',
            ),
          },
        },
        'The category of the video. Requires a separate call if `language` is given.',
      ),
      ...fields(t, {
        contentDetails: [
          VideoContentDetails,
          'Duration, picture format, ratings and regional restrictions of the video.',
        ],
        statistics: [VideoStatistics, 'Numbers of views, likes and comments.'],
        liveStreamingDetails: [
          LiveStreamingDetails,
          'Times and audience of the live broadcast. Null if the video was never a broadcast.',
        ],
        topicDetails: [VideoTopicDetails, 'Topics that YouTube has detected in the video.'],
        hasPaidProductPlacement: [
          'Whether the owner declares paid product placement.',
          { path: 'paidProductPlacementDetails.hasPaidProductPlacement' },
        ],
        brandPartnerChannelId: [
          'The YouTube id of the channel of the brand that the video is linked to. Null without a link.',
          { rest: 'brandPartner.channelId' },
        ],
        brandPartner: [
          Channel,
          'The channel of the brand that the video is linked to. Null without a link.',
          { id: 'brandPartner.channelId' },
        ],
        recordedAt: [
          'The recording time. Null if the owner has not set one. REST field: `recordingDate`.',
          { path: 'recordingDetails.recordingDate' },
        ],
        recordingPlace: [
          'The recording location as text. Null if the owner has not set one. REST field: `locationDescription`.',
          { path: 'recordingDetails.locationDescription' },
        ],
        recordingLocation: [
          GeoPoint,
          'The coordinates of the recording location. Null if the owner has not set any. REST field: `location`.',
          { path: 'recordingDetails.location' },
        ],
      }),
      localizations: localizations(t),
      localized: localized(t, Video),
      fileDetails: separateFetch(
        t,
        VideoFileDetails,
        { resource: Video.resource, path: 'fileDetails', fetch: 'always' },
        'Metadata of the uploaded file. Requires a separate call, shared with `processingDetails` and `suggestions`. Video owner only; `FORBIDDEN` for other callers.',
      ),
      processingDetails: separateFetch(
        t,
        VideoProcessingDetails,
        { resource: Video.resource, path: 'processingDetails', fetch: 'always' },
        'Progress of the processing of the uploaded file, in more detail than `uploadStatus`. Requires a separate call, shared with `fileDetails` and `suggestions`. Video owner only; `FORBIDDEN` for other callers.',
      ),
      suggestions: separateFetch(
        t,
        VideoSuggestions,
        { resource: Video.resource, path: 'suggestions', fetch: 'always' },
        'Processing errors and suggested improvements. Requires a separate call, shared with `fileDetails` and `processingDetails`. Video owner only; `FORBIDDEN` for other callers.',
      ),
      trainingPermittedTo: separateFetch(
        t,
        ['String'],
        { resource: VideoTrainability, path: 'permitted', fetch: 'always' },
        'Who may train models on the video: `all`, `none`, or the names of the permitted parties. Requires a separate call for each video. REST field: `permitted`.',
      ),
      viewerRating: separateFetch(
        t,
        Rating,
        { resource: VideoRating, path: 'rating', fetch: 'always', nullOnReasons: noChannel },
        "The caller's rating of the video. Requires an access token. Null with a warning if the account has no channel.",
      ),
    }),
  });

  builder.objectField(Video, 'player', (t) =>
    separateFetch(
      t,
      VideoPlayer,
      {
        resource: Video.resource,
        path: 'player',
        fetch: 'ifArgumentsGiven',
        arguments: {
          maxWidth: ['Int', 'Limit the width of the player. Pixels, 72 to 8,192.'],
          maxHeight: ['Int', 'Limit the height of the player. Pixels, 72 to 8,192.'],
        },
      },
      'The embeddable player of the video. The player keeps the aspect ratio of the video. Requires a separate call if an argument is given.',
    ),
  );

  builder.objectFields(Video, (t) => ({
    commentsDisabled: field(t, {
      type: 'Boolean',
      description:
        'Whether comments are disabled. Requires a separate call of 1 quota unit for each video, because the YouTube API has no such property.',
      needs: {
        kind: 'calls',
        costOf: () => ({ calls: [[commentThreads.list, 1]], loads: [], values: 0 }),
      },
      operations: [commentThreads.list],
      resolve: (video: unknown, _: object, { execution }: Context) => {
        const args = {
          part: ['id'],
          videoId: ownId(video),
          maxResults: minSize,
          fields: 'items(id)',
        };
        return execution
          .sharedCall(commentThreads.list, args, noTypes)
          .then(() => false, isDisabled);
      },
    }),
  }));
}

const parsePixels = (value: string | null | undefined): number | null =>
  value == null ? null : Number(value);

const VideoPlayer = builder.objectType<youtube_v3.Schema$VideoPlayer>('VideoPlayer').implement({
  description: 'An embeddable player of a video.',
  fields: (t) => ({
    ...fields(t, {
      embedHtml: 'HTML of an `<iframe>` with the player, generated by YouTube.',
    }),
    embedWidth: computed(
      t,
      'Int',
      { paths: ['embedWidth'], compute: ({ embedWidth }) => parsePixels(embedWidth) },
      'The width of the player. Pixels. Null if neither `maxWidth` nor `maxHeight` is given.',
    ),
    embedHeight: computed(
      t,
      'Int',
      { paths: ['embedHeight'], compute: ({ embedHeight }) => parsePixels(embedHeight) },
      'The height of the player. Pixels. Null if neither `maxWidth` nor `maxHeight` is given.',
    ),
  }),
});

const { minSize } = commentThreads.list.page!;
const noTypes: ReadonlySet<string> = new Set();

/**
 * Returns true for the error that YouTube sends if comments are disabled.
 * @throws the error if it has another reason
 */
function isDisabled(error: unknown): true {
  const reason = error instanceof UpstreamError ? error.failure.reason : undefined;
  if (reason !== commentThreads.list.reasons.commentsDisabled) throw error;
  return true;
}
