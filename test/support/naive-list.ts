/** The lists of the graph as direct calls: told once more by hand, to hold the connections against. */
import { refFrom } from '../../src/graph/global-id.ts';
import { resourceNamed } from '../../src/graph/field/field-factory.ts';
import type { Args, Json } from './direct.ts';

/** One list: how it is asked for, whether it shows only some of what comes, and which refusal means that there is none. */
export interface ListRow {
  readonly operation: string;
  readonly args: (own: string, given: Json) => Args;
  readonly of: string;
  /** The items are only pointers: where the id of what they lead to lies. Whatever is not there is left out. */
  readonly through?: string;
  readonly keep?: (item: Json, own: string) => boolean;
  readonly absent?: string;
  /** It stops where upstream's page does. */
  readonly onePage?: true;
  /** What came along inside the parent, where that is all there is. */
  readonly along?: (parent: Json) => readonly Json[] | undefined;
  /** Ids of the items, where the client gave them: then nothing is listed. */
  readonly named?: (given: Json) => readonly string[] | undefined;
  /** Keys before the item's own. */
  readonly under?: true;
}

const plain = { textFormat: 'plainText' };

const chosen = ({ order, search, moderationStatus }: Json): Args => ({
  order: order === 'time' ? undefined : order,
  searchTerms: search ?? undefined,
  moderationStatus: moderationStatus ?? undefined,
});

const drives = { supportsAllDrives: true };
const everyDrive = { ...drives, includeItemsFromAllDrives: true };

const filter = ({ isFolder, starred, nameContains, trashed = false }: Json): string[] => [
  ...(nameContains == null ? [] : [`name contains '${nameContains}'`]),
  ...(isFolder == null
    ? []
    : [`mimeType ${isFolder ? '=' : '!='} 'application/vnd.google-apps.folder'`]),
  ...(trashed == null ? [] : [`trashed = ${trashed}`]),
  ...(starred == null ? [] : [`starred = ${starred}`]),
];

const order = (
  keys: readonly { field: string; direction: string }[] | undefined,
): string | undefined =>
  keys?.map(({ field, direction }) => (direction === 'desc' ? `${field} desc` : field)).join();

export const lists: Readonly<Record<string, ListRow>> = {
  'Query.videoChart': {
    operation: 'video:videos.list',
    args: (_, { chart, regionCode, categoryId }) => ({
      chart,
      regionCode,
      videoCategoryId: categoryId,
    }),
    of: 'Video',
  },
  'Viewer.ratedVideos': {
    operation: 'video:videos.list',
    args: (_, { rating }) => ({ myRating: rating }),
    of: 'Video',
  },
  'Channel.playlists': {
    operation: 'video:playlists.list',
    args: (channelId) => ({ channelId }),
    of: 'Playlist',
  },
  'Channel.videos': {
    operation: 'video:playlistItems.list',
    args: (channelId) => ({ playlistId: `UU${channelId.slice(2)}` }),
    of: 'Video',
    through: 'contentDetails.videoId',
    absent: 'playlistNotFound',
  },
  'Query.channels': {
    operation: 'video:channels.list',
    args: (_, { by }) => ({
      ...by,
      categoryId:
        by.categoryId && refFrom(resourceNamed('GuideCategory')!, by.categoryId as string).key[0],
    }),
    of: 'Channel',
    named: ({ by }) =>
      (by.ids as string[] | undefined)?.map((id) => refFrom(resourceNamed('Channel')!, id).key[0]!),
  },
  'Viewer.playlists': {
    operation: 'video:playlists.list',
    args: () => ({ mine: true }),
    of: 'Playlist',
  },
  'Playlist.items': {
    operation: 'video:playlistItems.list',
    args: (playlistId, { videoId }) => ({
      playlistId,
      videoId: videoId && refFrom(resourceNamed('Video')!, videoId as string).key[0],
    }),
    of: 'PlaylistItem',
  },
  'Video.commentThreads': {
    operation: 'video:commentThreads.list',
    args: (videoId, given) => ({ ...plain, videoId, ...chosen(given) }),
    of: 'CommentThread',
    absent: 'commentsDisabled',
  },
  'Channel.commentThreads': {
    operation: 'video:commentThreads.list',
    args: (own, { scope, ...given }) => ({ ...plain, [scope as string]: own, ...chosen(given) }),
    of: 'CommentThread',
  },
  'Query.postCommentThreads': {
    operation: 'video:commentThreads.list',
    args: (_, { postId, ...given }) => ({ ...plain, postId, ...chosen(given) }),
    of: 'CommentThread',
  },
  'CommentThread.replies': {
    operation: 'video:comments.list',
    args: (parentId) => ({ ...plain, parentId }),
    of: 'Comment',
    along: ({ snippet, replies }) => {
      const some = (replies?.comments ?? []) as readonly Json[];
      return snippet?.totalReplyCount === some.length ? some : undefined;
    },
  },
  'Query.search': {
    operation: 'video:search.list',
    args: (_, { query, filter = {}, order }) => ({
      q: query,
      type:
        filter.video || filter.of
          ? 'video'
          : filter.types?.map((type: string) => type.replace('youtube#', '')).join(),
      channelId: filter.channelId,
      videoDuration: filter.video?.duration,
      forMine: filter.of === 'forMine' || undefined,
      order: order === 'relevance' ? undefined : order,
    }),
    of: 'SearchResult',
    onePage: true,
  },
  'Channel.subscriptions': {
    operation: 'video:subscriptions.list',
    args: (channelId, { order }) => ({
      channelId,
      order: order === 'relevance' ? undefined : order,
    }),
    of: 'ChannelSubscription',
    absent: 'subscriptionForbidden',
  },
  'Viewer.subscriptions': {
    operation: 'video:subscriptions.list',
    args: (_, { order }) => ({ mine: true, order: order === 'relevance' ? undefined : order }),
    of: 'ChannelSubscription',
  },
  'Viewer.subscribers': {
    operation: 'video:subscriptions.list',
    args: (_, { recent, order }) => ({
      ...(recent ? { myRecentSubscribers: true } : { mySubscribers: true }),
      order: order === 'relevance' ? undefined : order,
    }),
    of: 'ChannelSubscription',
  },
  'Channel.activities': {
    operation: 'video:activities.list',
    args: (channelId, { publishedAfter, regionCode }) => ({
      channelId,
      publishedAfter,
      regionCode,
    }),
    of: 'Activity',
  },
  'Viewer.activities': {
    operation: 'video:activities.list',
    args: (_, { publishedAfter, regionCode }) => ({ mine: true, publishedAfter, regionCode }),
    of: 'Activity',
  },
  'Viewer.members': {
    operation: 'video:members.list',
    args: (_, { level }) => ({
      hasAccessToLevel: level && refFrom(resourceNamed('MembershipLevel')!, level as string).key[0],
    }),
    of: 'Member',
    absent: 'channelMembershipsNotEnabled',
  },
  'Viewer.broadcasts': {
    operation: 'live:liveBroadcasts.list',
    args: (_, { status, type }) => ({
      ...(status == null ? { mine: true } : { broadcastStatus: status }),
      broadcastType: type,
    }),
    of: 'Broadcast',
  },
  'Viewer.streams': {
    operation: 'live:liveStreams.list',
    args: () => ({ mine: true }),
    of: 'Stream',
  },
  'Stream.broadcasts': {
    operation: 'live:liveBroadcasts.list',
    args: () => ({ mine: true, broadcastType: 'all' }),
    of: 'Broadcast',
    keep: ({ contentDetails }, own) => contentDetails.boundStreamId === own,
  },
  'Viewer.calendars': {
    operation: 'calendar:calendarList.list',
    args: (_, { minAccessRole, showHidden }) => ({
      minAccessRole,
      showHidden: showHidden || undefined,
    }),
    of: 'CalendarListEntry',
  },
  'Calendar.events': {
    operation: 'calendar:events.list',
    args: (calendarId, { from, to, expandSeries, orderBy, maxAttendees }) => ({
      calendarId,
      singleEvents: expandSeries,
      timeMin: from,
      timeMax: to,
      orderBy,
      maxAttendees,
    }),
    of: 'Event',
    under: true,
  },
  'Query.files': {
    operation: 'storage:files.list',
    args: (_, { filter: given = {}, orderBy }) => ({
      ...everyDrive,
      q: filter(given).join(' and '),
      orderBy: order(orderBy),
    }),
    of: 'File',
  },
  'File.children': {
    operation: 'storage:files.list',
    args: (own, { filter: given = {}, orderBy }) => ({
      ...everyDrive,
      q: [`'${own}' in parents`, ...filter(given)].join(' and '),
      orderBy: order(orderBy),
    }),
    of: 'File',
  },
  'File.permissions': {
    operation: 'storage:permissions.list',
    args: (fileId) => ({ ...drives, fileId }),
    of: 'FilePermission',
    under: true,
    absent: 'insufficientFilePermissions',
  },
};
