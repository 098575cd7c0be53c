/**
 * Reference: the paths of REST resources that hold ids. Source: the discovery documents and public
 * guides of the REST APIs. It covers all paths that are named like ids of a REST resource, exposed
 * or not; of other paths, those that some field links.
 */
import type { Service } from '../../../src/engine/api/register.ts';

/** REST resources by the path of their id in another resource, `Resource.path`. */
type IdPaths = Readonly<Record<string, readonly string[]>>;

const youtubeTarget = ['Video', 'Channel', 'Playlist'];
const [video, channel, playlist] = [['Video'], ['Channel'], ['Playlist']];
const [language, region, chat] = [['I18nLanguage'], ['I18nRegion'], ['LiveChat']];
const [level, file, drive] = [['MembershipsLevel'], ['File'], ['Drive']];

const videoPaths: IdPaths = {
  'Activity.contentDetails.bulletin.resourceId': youtubeTarget,
  'Activity.contentDetails.channelItem.resourceId': youtubeTarget,
  'Activity.contentDetails.comment.resourceId': youtubeTarget,
  'Activity.contentDetails.favorite.resourceId': youtubeTarget,
  'Activity.contentDetails.like.resourceId': youtubeTarget,
  'Activity.contentDetails.playlistItem.playlistId': playlist,
  'Activity.contentDetails.playlistItem.playlistItemId': ['PlaylistItem'],
  'Activity.contentDetails.playlistItem.resourceId': youtubeTarget,
  'Activity.contentDetails.promotedItem.videoId': video,
  'Activity.contentDetails.recommendation.resourceId': youtubeTarget,
  'Activity.contentDetails.recommendation.seedResourceId': youtubeTarget,
  'Activity.contentDetails.social.resourceId': youtubeTarget,
  'Activity.contentDetails.subscription.resourceId': youtubeTarget,
  'Activity.contentDetails.upload.videoId': video,
  'Activity.snippet.channelId': channel,
  'Caption.snippet.language': language,
  'Caption.snippet.videoId': video,
  'Channel.brandingSettings.channel.featuredChannelsUrls': channel,
  'Channel.brandingSettings.channel.unsubscribedTrailer': video,
  'Channel.brandingSettings.watch.featuredPlaylistId': playlist,
  'Channel.contentDetails.relatedPlaylists.favorites': playlist,
  'Channel.contentDetails.relatedPlaylists.likes': playlist,
  'Channel.contentDetails.relatedPlaylists.uploads': playlist,
  'Channel.contentDetails.relatedPlaylists.watchHistory': playlist,
  'Channel.contentDetails.relatedPlaylists.watchLater': playlist,
  'Channel.snippet.country': region,
  'Channel.snippet.defaultLanguage': language,
  'ChannelSection.contentDetails.channels': channel,
  'ChannelSection.contentDetails.playlists': playlist,
  'ChannelSection.snippet.channelId': channel,
  'Comment.snippet.authorChannelId.value': channel,
  'Comment.snippet.channelId': channel,
  'Comment.snippet.parentId': ['Comment'],
  'Comment.snippet.videoId': video,
  'CommentThread.snippet.channelId': channel,
  'CommentThread.snippet.videoId': video,
  'GuideCategory.snippet.channelId': channel,
  'Member.snippet.creatorChannelId': channel,
  'Member.snippet.memberDetails.channelId': channel,
  'Member.snippet.membershipsDetails.accessibleLevels': level,
  'Member.snippet.membershipsDetails.highestAccessibleLevel': level,
  'Member.snippet.membershipsDetails.membershipsDurationAtLevels.level': level,
  'MembershipsLevel.snippet.creatorChannelId': channel,
  'Playlist.snippet.channelId': channel,
  'Playlist.snippet.defaultLanguage': language,
  'Playlist.snippet.thumbnailVideoId': video,
  'PlaylistImage.snippet.playlistId': playlist,
  'PlaylistItem.contentDetails.videoId': video,
  'PlaylistItem.snippet.channelId': channel,
  'PlaylistItem.snippet.playlistId': playlist,
  'PlaylistItem.snippet.resourceId': youtubeTarget,
  'PlaylistItem.snippet.videoOwnerChannelId': channel,
  'SearchResult.id.channelId': channel,
  'SearchResult.id.playlistId': playlist,
  'SearchResult.id.videoId': video,
  'SearchResult.snippet.channelId': channel,
  'Subscription.snippet.channelId': channel,
  'Subscription.snippet.resourceId.channelId': channel,
  'Subscription.snippet.resourceId.playlistId': playlist,
  'Subscription.snippet.resourceId.videoId': video,
  'Subscription.subscriberSnippet.channelId': channel,
  'Video.brandPartner.channelId': channel,
  'Video.contentDetails.regionRestriction.allowed': region,
  'Video.contentDetails.regionRestriction.blocked': region,
  'Video.liveStreamingDetails.activeLiveChatId': chat,
  'Video.snippet.categoryId': ['VideoCategory'],
  'Video.snippet.channelId': channel,
  'Video.snippet.defaultAudioLanguage': language,
  'Video.snippet.defaultLanguage': language,
  'Video.suggestions.tagSuggestions.categoryRestricts': ['VideoCategory'],
  'VideoCategory.snippet.channelId': channel,
  'VideoRating.videoId': video,
  'VideoTrainability.videoId': video,
};

const livePaths: IdPaths = {
  'FanFundingEvent.snippet.channelId': channel,
  'FanFundingEvent.snippet.supporterDetails.channelId': channel,
  'LiveBroadcast.contentDetails.boundStreamId': ['LiveStream'],
  'LiveBroadcast.snippet.categoryId': ['VideoCategory'],
  'LiveBroadcast.snippet.channelId': channel,
  'LiveBroadcast.snippet.liveChatId': chat,
  'LiveChatBan.snippet.bannedUserDetails.channelId': channel,
  'LiveChatBan.snippet.liveChatId': chat,
  'LiveChatMessage.authorDetails.channelId': channel,
  'LiveChatMessage.snippet.authorChannelId': channel,
  'LiveChatMessage.snippet.giftMembershipReceivedDetails.gifterChannelId': channel,
  'LiveChatMessage.snippet.liveChatId': chat,
  'LiveChatMessage.snippet.userBannedDetails.bannedUserDetails.channelId': channel,
  'LiveChatModerator.snippet.liveChatId': chat,
  'LiveChatModerator.snippet.moderatorDetails.channelId': channel,
  'LiveCuepoint.broadcastId': ['LiveBroadcast'],
  'LiveStream.snippet.channelId': channel,
  'Sponsor.snippet.channelId': channel,
  'Sponsor.snippet.sponsorDetails.channelId': channel,
  'SuperChatEvent.snippet.channelId': channel,
  'SuperChatEvent.snippet.supporterDetails.channelId': channel,
};

const storagePaths: IdPaths = {
  'AccessProposal.fileId': file,
  'Approval.targetFileId': file,
  'Change.driveId': drive,
  'Change.fileId': file,
  'Change.teamDriveId': drive,
  'File.appProperties': video,
  'File.driveId': drive,
  'File.headRevisionId': ['Revision'],
  'File.parents': file,
  'File.permissionIds': ['Permission'],
  'File.shortcutDetails.targetId': file,
  'File.teamDriveId': drive,
  'Permission.permissionDetails.inheritedFrom': file,
};

const calendarPaths: IdPaths = {
  'Event.attachments.fileId': file,
  'Event.extendedProperties.private': ['Video', 'LiveBroadcast'],
  'Event.recurringEventId': ['Event'],
};

/** The ids of each service. A target may be a resource of another service. */
export const idPaths: Readonly<Record<Service, IdPaths>> = {
  video: videoPaths,
  live: livePaths,
  storage: storagePaths,
  calendar: calendarPaths,
};

/** Paths that seem to name a REST resource (`namesResource`) and name none, by reason. */
export const foreignIdPaths: Readonly<Record<string, readonly string[]>> = {
  'Names a label of a calendar, no label of Google Drive.': ['Event.eventLabelId'],
  'The id of the approval itself.': ['Approval.approvalId'],
  'The id of the own revision of the resource.': ['Label.revisionId'],
  'Names a person in permissions; a permission is an entity only together with its file.': [
    'About.user.permissionId',
    'Approval.initiator.permissionId',
    'Approval.reviewerResponses.reviewer.permissionId',
    'Comment.author.permissionId',
    'File.contentRestrictions.restrictingUser.permissionId',
    'File.lastModifyingUser.permissionId',
    'File.owners.permissionId',
    'File.sharingUser.permissionId',
    'File.trashingUser.permissionId',
    'Reply.author.permissionId',
    'Revision.lastModifyingUser.permissionId',
  ],
};

interface Relation {
  readonly name: string;
  /** The GraphQL type of the entity or entities that the field leads to. */
  readonly target: string;
  /** `Type.field`. */
  readonly field: string;
}

const relation = (name: string, target: string, field: string): Relation => ({
  name,
  target,
  field,
});

/**
 * Relations between YouTube resources that no path holds: lists, lookups, ids with two meanings.
 */
export const relations: readonly Relation[] = [
  relation('captions of a video', 'Caption', 'Video.captions'),
  relation('comment threads of a video', 'CommentThread', 'Video.commentThreads'),
  relation('rating of a video by the caller', 'VideoRating', 'Video.viewerRating'),
  relation('broadcast of a video', 'Broadcast', 'Video.broadcast'),
  relation('videos that the caller has rated', 'Video', 'Viewer.ratedVideos'),
  relation('video of a caption', 'Video', 'Caption.video'),
  relation('channel with a custom URL', 'Channel', 'Query.channel'),
  relation('sections of a channel', 'ChannelSection', 'Channel.sections'),
  relation('images of a playlist', 'PlaylistImage', 'Playlist.images'),
  relation('playlists of a channel', 'Playlist', 'Channel.playlists'),
  relation('uploads of a channel', 'Video', 'Channel.videos'),
  relation('activities of a channel', 'Activity', 'Channel.activities'),
  relation('subscriptions of a channel', 'ChannelSubscription', 'Channel.subscriptions'),
  relation(
    'subscription of the caller to a channel',
    'ChannelSubscription',
    'Channel.viewerSubscription',
  ),
  relation('threads that mention a channel', 'CommentThread', 'Channel.commentThreads'),
  relation('search within a channel', 'SearchResult', 'Query.search'),
  relation('thread of a comment', 'CommentThread', 'Comment.thread'),
  relation('first comment of a thread', 'Comment', 'CommentThread.topLevelComment'),
  relation('replies of a thread', 'Comment', 'CommentThread.replies'),
  relation('items of a playlist', 'PlaylistItem', 'Playlist.items'),
  relation('video of a broadcast', 'Video', 'Broadcast.video'),
];
