/** Videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { at, fields, inside, key } from '../field/table.ts';
import { node } from '../node-interface.ts';
import { localizations } from './localization.ts';
import { PrivacyStatus } from './privacy.ts';
import { Channel, Video } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

export const LiveBroadcastContent = enumeration('LiveBroadcastContent', 'Whether a video is, will be or was a live broadcast.', {
  none: 'It is no broadcast; most often it says so of one that is over, too.',
  upcoming: 'It is going to be broadcast.',
  live: 'It is on air.',
  completed: 'The broadcast is over. Do not wait for it: `actualEndTime` tells for certain.',
});
const UploadStatus = enumeration('UploadStatus', 'How far an upload has come.', {
  uploaded: 'The bytes are there, and being processed.',
  processed: 'It can be watched.',
  failed: 'Processing failed.',
  rejected: 'It was refused after the upload.',
  deleted: 'It was deleted.',
});
export const VideoLicense = enumeration('VideoLicense', 'What others may do with a video.', {
  youtube: "The platform's standard licence.",
  creativeCommon: 'Creative Commons attribution: others may use it and name the author.',
});
const VideoDefinition = enumeration('VideoDefinition', 'How sharp the picture is.', { sd: 'Standard definition.', hd: 'High definition.' });

const VideoStatistics = builder.objectRef<youtube_v3.Schema$VideoStatistics>('VideoStatistics').implement({
  description: 'How a video is doing.',
  fields: (t) =>
    fields(t, {
      viewCount: ['BigInt', 'How often it was watched.'],
      likeCount: ['BigInt', 'How many liked the video; null where its owner hides that.'],
      dislikeCount: ['BigInt', 'How many disliked it; shown to its owner alone.'],
      commentCount: ['BigInt', 'Comments and replies; null where comments are disabled.'],
    }),
});
const VideoContentDetails = builder.objectRef<youtube_v3.Schema$VideoContentDetails>('VideoContentDetails').implement({
  description: 'What the recording itself is like.',
  fields: (t) => ({
    ...fields(t, {
      duration: ['Duration', 'How long it runs; `P0D` while it is live.'],
      dimension: ['String', '`2d` or `3d`.'],
      definition: [VideoDefinition, 'Whether it is available in high definition.'],
      licensedContent: ['Boolean', 'Whether it was uploaded and claimed by a content partner.'],
    }),
  }),
});
const LiveStreamingDetails = builder.objectRef<youtube_v3.Schema$VideoLiveStreamingDetails>('LiveStreamingDetails').implement({
  description: 'When and to how many a video is or was broadcast.',
  fields: (t) =>
    fields(t, {
      scheduledStartTime: ['DateTime', 'When it is or was to begin.'],
      scheduledEndTime: ['DateTime', 'When it is or was to end; null where no end was set.'],
      actualStartTime: ['DateTime', 'When it went on air.'],
      actualEndTime: ['DateTime', 'When it went off air.'],
      concurrentViewers: ['BigInt', 'How many are watching at this moment; null when not live or hidden.'],
    }),
});

Video.implement({
  ...node,
  description: 'A video, be it an upload or a broadcast.',
  fields: (t) => ({
    videoId: key(t, -1, "The video service's own id: the `v` of a watch address."),
    ...fields(t, 'snippet', {
      title: ['String', 'The title shown under the player, up to 100 characters.'],
      description: ['String', 'The text below it, up to 5000 bytes.'],
      publishedAt: ['DateTime', 'When the video became public; for private ones, when it was uploaded.'],
      tags: [['String'], 'Keywords; shown to the owner alone.'],
      categoryId: ['ID', 'The number of its category in the region.'],
      defaultLanguage: ['LanguageTag', 'The language of title and description.'],
      defaultAudioLanguage: ['LanguageTag', 'The language that is spoken in it.'],
      liveBroadcastContent: [LiveBroadcastContent, 'Whether it is a broadcast, and at which stage.'],
    }),
    ...fields(t, 'status', {
      uploadStatus: [UploadStatus, 'How far the upload has come.'],
      privacyStatus: [PrivacyStatus, 'Who may watch it.'],
      publishAt: ['DateTime', 'When a private video goes public by itself; shown to the owner alone.'],
      license: [VideoLicense, 'What others may do with it.'],
      embeddable: ['Boolean', 'Whether other sites may embed the player.'],
      publicStatsViewable: ['Boolean', 'Whether everybody sees the extended statistics.'],
      madeForKids: ['Boolean', 'Whether it counts as made for children.'],
      selfDeclaredMadeForKids: ['Boolean', 'Whether the owner says it is made for children; shown to the owner alone.'],
      containsSyntheticMedia: ['Boolean', 'Whether the owner declares realistic altered or synthetic content.'],
    }),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    contentDetails: inside(t, VideoContentDetails, 'contentDetails', 'Length, definition and the like.'),
    statistics: inside(t, VideoStatistics, 'statistics', 'Views, likes, comments.'),
    liveStreamingDetails: inside(
      t,
      LiveStreamingDetails,
      'liveStreamingDetails',
      'Times and viewers of the broadcast; null for a plain upload.',
    ),
    localizations: localizations(t),
    hasPaidProductPlacement: at(
      t,
      'Boolean',
      'paidProductPlacementDetails.hasPaidProductPlacement',
      'Whether the owner says that somebody paid to be shown in it.',
    ),
    recordedAt: at(t, 'DateTime', 'recordingDetails.recordingDate', 'When it was recorded, if the owner says so.'),
    channel: link(t, Channel, 'snippet.channelId', 'The channel that uploaded the video.'),
  }),
});
