/** Items of playlists. */
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { PrivacyStatus } from './video-enum.ts';
import { Channel, Playlist, PlaylistItem, Video } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

/** Adds the types and fields of this module to the schema. */
export function addPlaylistItem(): void {
  PlaylistItem.implement({
    ...node,
    description: 'A place in a playlist: the same video can stand in it more than once.',
    fields: (t) => ({
      playlistItemId: ownKey(t, 'The id of this place in the list, not of the video.'),
      ...fields(t, 'snippet', {
        title: [
          'String',
          "The video's title as the list keeps it; of deleted and private videos it only tells that they are.",
        ],
        description: ['String', "The video's description as the list keeps it."],
        position: ['Int', 'Its place, counted from zero.'],
      }),
      addedAt: fieldAt(t, 'DateTime', 'snippet.publishedAt', 'When it was put on the list.'),
      note: fieldAt(
        t,
        'String',
        'contentDetails.note',
        "The owner's note on this place, up to 280 characters.",
      ),
      videoPublishedAt: fieldAt(
        t,
        'DateTime',
        'contentDetails.videoPublishedAt',
        'When the video became public.',
      ),
      privacyStatus: fieldAt(
        t,
        PrivacyStatus,
        'status.privacyStatus',
        'Who may watch the video that stands here.',
      ),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      video: link(
        t,
        Video,
        'contentDetails.videoId',
        'The video; null where it was deleted or the caller may not see it.',
      ),
      playlist: link(t, Playlist, 'snippet.playlistId', 'The list it stands in.'),
      addedBy: link(t, Channel, 'snippet.channelId', 'The channel that put it there.'),
      videoOwner: link(
        t,
        Channel,
        'snippet.videoOwnerChannelId',
        'Whose video it is: not always the channel that put it on the list.',
      ),
    }),
  });
}
