/** Items of playlists. */
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { Channel, Playlist, PlaylistItem, Video } from '../resources.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';

export function addPlaylistItem(): void {
  PlaylistItem.implement({
    ...node,
    description: 'An entry of a YouTube playlist. A playlist can contain a video more than once.',
    fields: (t) => ({
      playlistItemId: ownKey(
        t,
        'The YouTube id of the playlist item. Not the id of the video. REST field: `id`.',
      ),
      ...fields(t, 'snippet', {
        title: 'The title of the video. A placeholder text if the video is deleted or private.',
        description:
          'The description of the video. A placeholder text if the video is deleted or private.',
        position: 'The position in the playlist, starting at 0.',
        addedAt: [
          'The time when the video was added to the playlist. REST field: `snippet.publishedAt`.',
          { path: 'publishedAt' },
        ],
        playlistId: 'The YouTube id of the playlist that contains the item.',
        addedByChannelId: [
          'The YouTube id of the channel that added the video. REST field: `snippet.channelId`.',
          { path: 'channelId' },
        ],
        addedByChannelTitle: [
          'The title of the channel that added the video. REST field: `snippet.channelTitle`.',
          { path: 'channelTitle' },
        ],
        videoOwnerChannelId:
          'The YouTube id of the channel that owns the video. Null if the video is deleted or private.',
        videoOwnerChannelTitle:
          'The title of the channel that owns the video. Null if the video is deleted or private.',
        playlist: [Playlist, 'The playlist that contains the item.', { id: 'playlistId' }],
        addedBy: [
          Channel,
          'The channel that added the video to the playlist.',
          { id: 'channelId' },
        ],
        videoOwner: [
          Channel,
          'The channel that owns the video. Not always the channel that added the video to the playlist.',
          { id: 'videoOwnerChannelId' },
        ],
      }),
      ...fields(t, 'contentDetails', {
        note: 'A note of the playlist owner. At most 280 characters.',
        videoPublishedAt: 'The time when the video became public.',
        videoId: 'The YouTube id of the video, also if the video is deleted or private.',
        video: [
          Video,
          'The video. Null if the video is deleted or not visible to the caller.',
          { id: 'videoId' },
        ],
      }),
      ...fields(t, {
        privacyStatus: ['The visibility of the video.', { path: 'status.privacyStatus' }],
      }),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
    }),
  });
}
