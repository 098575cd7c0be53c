/** The resources of YouTube Data: how entities are named, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Resource, SubsetRead } from '../../engine/read/resource.ts';
import { batchRead, resource, wholeListRead } from '../../engine/schema/field/field-factory.ts';
import {
  captions,
  channels,
  channelSections,
  comments,
  commentThreads,
  guideCategories,
  type GuideCategory as GuideCategoryShape,
  i18nLanguages,
  i18nRegions,
  membershipsLevels,
  playlistImages,
  playlistItems,
  playlists,
  subscriptions,
  videoAbuseReportReasons,
  videoCategories,
  videos,
  videoTrainability,
} from './operations.ts';

/** Comments are read as plain text; the default of the REST API is HTML. */
export const plainText = { textFormat: 'plainText' } as const;

export const Comment = resource<youtube_v3.Schema$Comment>({
  name: 'Comment',
  key: ['commentId'],
  sameKeyAs: 'CommentThread',
  read: batchRead(comments.list),
  choiceParameter: 'textFormat',
  fixed: plainText,
});

export const VideoAbuseReportReason = resource<youtube_v3.Schema$VideoAbuseReportReason>({
  name: 'VideoAbuseReportReason',
  key: ['reasonId'],
  read: wholeListRead(videoAbuseReportReasons.list),
});

export const Caption = resource<youtube_v3.Schema$Caption>({
  name: 'Caption',
  key: ['videoId', 'captionId'],
  read: batchRead(captions.list),
});

export const GuideCategory = resource<GuideCategoryShape>({
  name: 'GuideCategory',
  key: ['guideCategoryId'],
  read: batchRead(guideCategories.list),
  variantParameters: ['hl'],
});

export const VideoCategory = resource<youtube_v3.Schema$VideoCategory>({
  name: 'VideoCategory',
  key: ['categoryId'],
  read: batchRead(videoCategories.list),
  variantParameters: ['hl'],
});

export const ChannelSection = resource<youtube_v3.Schema$ChannelSection>({
  name: 'ChannelSection',
  key: ['sectionId'],
  read: batchRead(channelSections.list),
});

export const Channel = resource<youtube_v3.Schema$Channel>({
  name: 'Channel',
  key: ['channelId'],
  read: batchRead(channels.list),
  choiceParameter: 'hl',
});

export const CommentThread = resource<youtube_v3.Schema$CommentThread>({
  name: 'CommentThread',
  key: ['threadId'],
  read: batchRead(commentThreads.list),
  choiceParameter: 'textFormat',
  fixed: plainText,
});

export const Language = resource<youtube_v3.Schema$I18nLanguage>({
  name: 'Language',
  key: ['code'],
  read: wholeListRead(i18nLanguages.list),
});

export const Region = resource<youtube_v3.Schema$I18nRegion>({
  name: 'Region',
  key: ['code'],
  read: wholeListRead(i18nRegions.list),
});

export const MembershipLevel = resource<youtube_v3.Schema$MembershipsLevel>({
  name: 'MembershipLevel',
  key: ['levelId'],
  read: wholeListRead(membershipsLevels.list),
});

/** No operation reads an image by its id. */
export const PlaylistImage = resource<youtube_v3.Schema$PlaylistImage>({
  name: 'PlaylistImage',
  key: ['imageId'],
  read: { kind: 'unreadable', operation: playlistImages.list },
});

export const PlaylistItem = resource<youtube_v3.Schema$PlaylistItem>({
  name: 'PlaylistItem',
  key: ['playlistItemId'],
  read: batchRead(playlistItems.list),
});

export const Playlist = resource<youtube_v3.Schema$Playlist>({
  name: 'Playlist',
  key: ['playlistId'],
  read: batchRead(playlists.list),
  choiceParameter: 'hl',
});

export const ChannelSubscription = resource<youtube_v3.Schema$Subscription>({
  name: 'ChannelSubscription',
  key: ['subscriptionId'],
  read: batchRead(subscriptions.list),
});

/**
 * Its `publishTime` and `duration` are left out: by the discovery document (youtube v3, revision
 * 20260924), the first is the time of the upload, and the second can have a part of a second.
 */
const statistics: SubsetRead = {
  operation: videos.batchGetStats,
  paths: new Set(['id', 'statistics.viewCount', 'statistics.likeCount', 'statistics.commentCount']),
};

export const Video = resource<youtube_v3.Schema$Video>({
  name: 'Video',
  key: ['videoId'],
  sameKeyAs: 'Broadcast',
  read: batchRead(videos.list, statistics),
  choiceParameter: 'hl',
});

/** The caller's rating of a video. Not a GraphQL type: a separate fetch of the video reads it. */
export const VideoRating: Resource<youtube_v3.Schema$VideoRating> = {
  name: 'VideoRating',
  key: ['videoId'],
  read: { kind: 'batch', operation: videos.getRating, param: 'id', idPath: 'videoId' },
};

/** Who may train models on a video. No GraphQL type either, for the same reason. */
export const VideoTrainability: Resource<youtube_v3.Schema$VideoTrainability> = {
  name: 'VideoTrainability',
  // The parameter of the operation: the video has the id.
  key: ['id'],
  read: { kind: 'single', operation: videoTrainability.get, idPath: 'videoId' },
};

export const videoResources = [
  Video,
  Caption,
  Channel,
  ChannelSection,
  Playlist,
  PlaylistImage,
  PlaylistItem,
  CommentThread,
  Comment,
  GuideCategory,
  Language,
  Region,
  VideoAbuseReportReason,
  VideoCategory,
  ChannelSubscription,
  MembershipLevel,
];
