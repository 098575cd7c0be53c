/** Items of playlists. */
import { link } from '../../../engine/schema/field/link.ts';
import { fieldAt, fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { PrivacyStatus } from '../../shared/youtube/privacy-status.ts';
import { Channel } from '../channel/resource.ts';
import { Playlist } from '../playlist/resource.ts';
import { PlaylistItem } from './resource.ts';
import { Video } from '../video/resource.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';

/** Adds the types and fields of this module to the schema. */
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
        title: [
          'String',
          'The title of the video. A placeholder text if the video is deleted or private.',
        ],
        description: [
          'String',
          'The description of the video. A placeholder text if the video is deleted or private.',
        ],
        position: ['Int', 'The position in the playlist, starting at 0.'],
      }),
      addedAt: fieldAt(
        t,
        'DateTime',
        'snippet.publishedAt',
        'The time when the video was added to the playlist. REST field: `snippet.publishedAt`.',
      ),
      note: fieldAt(
        t,
        'String',
        'contentDetails.note',
        'A note of the playlist owner. At most 280 characters.',
      ),
      videoPublishedAt: fieldAt(
        t,
        'DateTime',
        'contentDetails.videoPublishedAt',
        'The time when the video became public.',
      ),
      privacyStatus: fieldAt(
        t,
        PrivacyStatus,
        'status.privacyStatus',
        'The visibility of the video.',
      ),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      videoId: fieldAt(
        t,
        'ID',
        'contentDetails.videoId',
        'The YouTube id of the video, also if the video is deleted or private.',
      ),
      playlistId: fieldAt(
        t,
        'ID',
        'snippet.playlistId',
        'The YouTube id of the playlist that contains the item.',
      ),
      addedByChannelId: fieldAt(
        t,
        'ID',
        'snippet.channelId',
        'The YouTube id of the channel that added the video. REST field: `snippet.channelId`.',
      ),
      addedByChannelTitle: fieldAt(
        t,
        'String',
        'snippet.channelTitle',
        'The title of the channel that added the video. REST field: `snippet.channelTitle`.',
      ),
      videoOwnerChannelId: fieldAt(
        t,
        'ID',
        'snippet.videoOwnerChannelId',
        'The YouTube id of the channel that owns the video. Null if the video is deleted or private.',
      ),
      videoOwnerChannelTitle: fieldAt(
        t,
        'String',
        'snippet.videoOwnerChannelTitle',
        'The title of the channel that owns the video. Null if the video is deleted or private.',
      ),
      video: link(
        t,
        Video,
        'contentDetails.videoId',
        'The video. Null if the video is deleted or not visible to the caller.',
      ),
      playlist: link(t, Playlist, 'snippet.playlistId', 'The playlist that contains the item.'),
      addedBy: link(
        t,
        Channel,
        'snippet.channelId',
        'The channel that added the video to the playlist.',
      ),
      videoOwner: link(
        t,
        Channel,
        'snippet.videoOwnerChannelId',
        'The channel that owns the video. Not always the channel that added the video to the playlist.',
      ),
    }),
  });
}
