/**
 * Every place where YouTube names another resource, or a resource has a list of others, and the
 * GraphQL field for it. Source: the API's discovery document and public guides.
 */
interface RestLink {
  /** The resource and path that holds the id, or a name of the lookup if no path does. */
  readonly from: string;
  /** The GraphQL type of the target. */
  readonly to: string;
  /** `Type.field`, or the reason why there is none. */
  readonly field: string | { readonly reason: string };
}

const row = (from: string, to: string, field: RestLink['field']): RestLink => ({ from, to, field });
const deprecated = { reason: 'Deprecated and always empty.' };
const writeOnly = { reason: 'Only written, never returned.' };

export const restLinks: readonly RestLink[] = [
  row('Video.snippet.channelId', 'Channel', 'Video.channel'),
  row('Video.snippet.categoryId', 'VideoCategory', 'Video.category'),
  row('Video.snippet.defaultLanguage', 'Language', 'Video.language'),
  row('Video.snippet.defaultAudioLanguage', 'Language', 'Video.audioLanguage'),
  row(
    'Video.contentDetails.regionRestriction.allowed',
    'Region',
    'RegionRestriction.allowedRegions',
  ),
  row(
    'Video.contentDetails.regionRestriction.blocked',
    'Region',
    'RegionRestriction.blockedRegions',
  ),
  row(
    'Video.contentDetails.countryRestriction.exception',
    'Region',
    'CountryRestriction.exceptionRegions',
  ),
  row('Video.liveStreamingDetails.activeLiveChatId', 'LiveChat', {
    reason: 'Live chats are not exposed yet.',
  }),
  row('captions of a video', 'Caption', 'Video.captions'),
  row('comment threads of a video', 'CommentThread', 'Video.commentThreads'),
  row('rating of a video by the caller', 'VideoRating', 'Video.viewerRating'),
  row('broadcast of a video', 'Broadcast', 'Video.broadcast'),
  row('videos that the caller has rated', 'Video', 'Viewer.ratedVideos'),
  row('Caption.snippet.videoId', 'Video', 'Caption.video'),
  row('Caption.snippet.language', 'Language', 'Caption.inLanguage'),
  row('Channel.contentDetails.relatedPlaylists.uploads', 'Playlist', 'Channel.uploads'),
  row('Channel.contentDetails.relatedPlaylists.likes', 'Playlist', 'Channel.likes'),
  row('Channel.contentDetails.relatedPlaylists.favorites', 'Playlist', deprecated),
  row('Channel.contentDetails.relatedPlaylists.watchHistory', 'Playlist', deprecated),
  row('Channel.contentDetails.relatedPlaylists.watchLater', 'Playlist', deprecated),
  row(
    'Channel.brandingSettings.channel.unsubscribedTrailer',
    'Video',
    'ChannelBrandingSettings.unsubscribedTrailer',
  ),
  row('Channel.brandingSettings.channel.featuredChannelsUrls', 'Channel', deprecated),
  row('Channel.brandingSettings.watch.featuredPlaylistId', 'Playlist', deprecated),
  row('Channel.snippet.country', 'Region', 'Channel.region'),
  row('Channel.snippet.defaultLanguage', 'Language', 'Channel.language'),
  row('Channel.snippet.customUrl', 'Channel', 'Query.channel'),
  row('sections of a channel', 'ChannelSection', 'Channel.sections'),
  row('playlists of a channel', 'Playlist', 'Channel.playlists'),
  row('uploads of a channel', 'Video', 'Channel.videos'),
  row('activities of a channel', 'Activity', 'Channel.activities'),
  row('subscriptions of a channel', 'ChannelSubscription', 'Channel.subscriptions'),
  row(
    'subscription of the caller to a channel',
    'ChannelSubscription',
    'Channel.viewerSubscription',
  ),
  row('threads that mention a channel', 'CommentThread', 'Channel.commentThreads'),
  row('search within a channel', 'SearchResult', 'Query.search'),
  row('ChannelSection.snippet.channelId', 'Channel', 'ChannelSection.channel'),
  row('ChannelSection.contentDetails.playlists', 'Playlist', 'ChannelSection.playlists'),
  row('ChannelSection.contentDetails.channels', 'Channel', 'ChannelSection.channels'),
  row('ChannelBannerResource.url', 'Channel', { reason: 'A value for a write, no id.' }),
  row('Comment.snippet.channelId', 'Channel', 'Comment.channel'),
  row('Comment.snippet.videoId', 'Video', 'Comment.video'),
  row('Comment.snippet.parentId', 'Comment', 'Comment.parent'),
  row('Comment.snippet.authorChannelId.value', 'Channel', 'Comment.author'),
  row('thread of a comment', 'CommentThread', 'Comment.thread'),
  row('CommentThread.snippet.channelId', 'Channel', 'CommentThread.channel'),
  row('CommentThread.snippet.videoId', 'Video', 'CommentThread.video'),
  row('CommentThread.snippet.topLevelComment', 'Comment', 'CommentThread.topLevelComment'),
  row('CommentThread.replies.comments', 'Comment', 'CommentThread.replies'),
  row('GuideCategory.snippet.channelId', 'Channel', 'GuideCategory.channel'),
  row('Member.snippet.creatorChannelId', 'Channel', 'Member.creator'),
  row('Member.snippet.memberDetails.channelId', 'Channel', 'Member.channel'),
  row(
    'Member.snippet.membershipsDetails.highestAccessibleLevel',
    'MembershipLevel',
    'Member.level',
  ),
  row(
    'Member.snippet.membershipsDetails.accessibleLevels',
    'MembershipLevel',
    'Member.accessibleLevels',
  ),
  row(
    'Member.snippet.membershipsDetails.membershipsDurationAtLevels.level',
    'MembershipLevel',
    'MembershipDurationAtLevel.level',
  ),
  row('MembershipsLevel.snippet.creatorChannelId', 'Channel', 'MembershipLevel.creator'),
  row('Playlist.snippet.channelId', 'Channel', 'Playlist.channel'),
  row('Playlist.snippet.thumbnailVideoId', 'Video', 'Playlist.thumbnailVideo'),
  row('items of a playlist', 'PlaylistItem', 'Playlist.items'),
  row('PlaylistItem.snippet.playlistId', 'Playlist', 'PlaylistItem.playlist'),
  row('PlaylistItem.snippet.channelId', 'Channel', 'PlaylistItem.addedBy'),
  row('PlaylistItem.snippet.videoOwnerChannelId', 'Channel', 'PlaylistItem.videoOwner'),
  row('PlaylistItem.contentDetails.videoId', 'Video', 'PlaylistItem.video'),
  row('SearchResult.id.videoId', 'Video', 'SearchResult.target'),
  row('SearchResult.id.channelId', 'Channel', 'SearchResult.target'),
  row('SearchResult.id.playlistId', 'Playlist', 'SearchResult.target'),
  row('SearchResult.snippet.channelId', 'Channel', 'SearchResult.channel'),
  row('Subscription.snippet.resourceId.channelId', 'Channel', 'ChannelSubscription.channel'),
  row('Subscription.snippet.channelId', 'Channel', 'ChannelSubscription.subscriber'),
  row('Activity.snippet.channelId', 'Channel', 'Activity.channel'),
  row('Activity.contentDetails.upload.videoId', 'Video', 'Activity.target'),
  row('Activity.contentDetails.subscription.resourceId', 'Channel', 'Activity.target'),
  row('Activity.contentDetails.channelItem.resourceId', 'Playlist', 'Activity.target'),
  row('Activity.contentDetails.recommendation.seedResourceId', 'Video', deprecated),
  row('Activity.contentDetails.playlistItem.playlistId', 'Playlist', 'Activity.playlist'),
  row(
    'Activity.contentDetails.playlistItem.playlistItemId',
    'PlaylistItem',
    'Activity.playlistItem',
  ),
  row('Activity.contentDetails.playlistItem.resourceId.videoId', 'Video', 'Activity.target'),
  row('VideoCategory.snippet.channelId', 'Channel', 'VideoCategory.channel'),
  row('InvideoBranding.targetChannelId', 'Channel', writeOnly),
  row('VideoAbuseReport.reasonId', 'VideoAbuseReportReason', writeOnly),
  row('LiveBroadcast.id', 'Video', 'Broadcast.video'),
  row('LiveBroadcast.snippet.channelId', 'Channel', 'Broadcast.channel'),
  row('LiveStream.snippet.channelId', 'Channel', 'Stream.channel'),
];
