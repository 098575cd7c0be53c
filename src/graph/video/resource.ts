/** What of the video data service can be read again by its keys. */
import type { youtube_v3 } from '@googleapis/youtube';
import { channels, comments, commentThreads, playlistItems, playlists, videos } from '../../upstream/video/index.ts';
import { idOf, resource } from '../field/door.ts';

export const Video = resource<youtube_v3.Schema$Video>({
  name: 'Video',
  key: ['videoId'],
  read: { how: 'many', operation: videos.list, param: 'id', idOf },
});
export const Channel = resource<youtube_v3.Schema$Channel>({
  name: 'Channel',
  key: ['channelId'],
  read: { how: 'many', operation: channels.list, param: 'id', idOf },
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
