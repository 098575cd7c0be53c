/** What of the video data service can be read again by its keys. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Resource } from '../../data/read/resource.ts';
import type { GuideCategory as GuideCategoryShape } from '../../upstream/video/guide-category.ts';
import {
  captions,
  channels,
  channelSections,
  comments,
  commentThreads,
  guideCategories,
  i18nLanguages,
  i18nRegions,
  membershipsLevels,
  playlistItems,
  playlists,
  subscriptions,
  videoAbuseReportReasons,
  videoCategories,
  videos,
} from '../../upstream/video/index.ts';
import { idOf, resource } from '../field/field-factory.ts';

export const Video = resource<youtube_v3.Schema$Video>({
  name: 'Video',
  key: ['videoId'],
  read: { how: 'many', operation: videos.list, param: 'id', idOf },
});

export const Caption = resource<youtube_v3.Schema$Caption>({
  name: 'Caption',
  key: ['videoId', 'captionId'],
  read: { how: 'many', operation: captions.list, param: 'id', idOf },
});

export const Channel = resource<youtube_v3.Schema$Channel>({
  name: 'Channel',
  key: ['channelId'],
  read: { how: 'many', operation: channels.list, param: 'id', idOf },
});

export const ChannelSection = resource<youtube_v3.Schema$ChannelSection>({
  name: 'ChannelSection',
  key: ['sectionId'],
  read: { how: 'many', operation: channelSections.list, param: 'id', idOf },
});

export const Playlist = resource<youtube_v3.Schema$Playlist>({
  name: 'Playlist',
  key: ['playlistId'],
  read: { how: 'many', operation: playlists.list, param: 'id', idOf },
});

export const PlaylistItem = resource<youtube_v3.Schema$PlaylistItem>({
  name: 'PlaylistItem',
  key: ['playlistItemId'],
  read: { how: 'many', operation: playlistItems.list, param: 'id', idOf },
});

/** What the caller thinks of a video: no type of its own, it is told aside of the video. */
export const VideoRating: Resource<youtube_v3.Schema$VideoRating> = {
  name: 'VideoRating',
  key: ['videoId'],
  read: {
    how: 'many',
    operation: videos.getRating,
    param: 'id',
    idOf: ({ videoId }) => videoId,
    idAt: 'videoId',
  },
};

/** Upstream's word where the caller's account has no channel: a state, and no failure of the token. */
export const noChannel = ['youtubeSignupRequired'] as const;

/** Texts are read as plain text: upstream's default is HTML. */
export const plainText = { textFormat: 'plainText' } as const;

export const CommentThread = resource<youtube_v3.Schema$CommentThread>({
  name: 'CommentThread',
  key: ['threadId'],
  read: { how: 'many', operation: commentThreads.list, param: 'id', idOf },
  fixed: plainText,
});

export const Comment = resource<youtube_v3.Schema$Comment>({
  name: 'Comment',
  key: ['commentId'],
  read: { how: 'many', operation: comments.list, param: 'id', idOf },
  fixed: plainText,
});

export const GuideCategory = resource<GuideCategoryShape>({
  name: 'GuideCategory',
  key: ['guideCategoryId'],
  read: { how: 'many', operation: guideCategories.list, param: 'id', idOf },
});

export const Language = resource<youtube_v3.Schema$I18nLanguage>({
  name: 'Language',
  key: ['code'],
  read: { how: 'whole', operation: i18nLanguages.list, idOf },
});

export const Region = resource<youtube_v3.Schema$I18nRegion>({
  name: 'Region',
  key: ['code'],
  read: { how: 'whole', operation: i18nRegions.list, idOf },
});

export const VideoAbuseReportReason = resource<youtube_v3.Schema$VideoAbuseReportReason>({
  name: 'VideoAbuseReportReason',
  key: ['reasonId'],
  read: { how: 'whole', operation: videoAbuseReportReasons.list, idOf },
});

export const VideoCategory = resource<youtube_v3.Schema$VideoCategory>({
  name: 'VideoCategory',
  key: ['categoryId'],
  read: { how: 'many', operation: videoCategories.list, param: 'id', idOf },
});

export const ChannelSubscription = resource<youtube_v3.Schema$Subscription>({
  name: 'ChannelSubscription',
  key: ['subscriptionId'],
  read: { how: 'many', operation: subscriptions.list, param: 'id', idOf },
});

export const MembershipLevel = resource<youtube_v3.Schema$MembershipsLevel>({
  name: 'MembershipLevel',
  key: ['levelId'],
  read: { how: 'whole', operation: membershipsLevels.list, idOf },
});
