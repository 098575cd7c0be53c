/** Playlists and their items. */
import { ownKey } from '../../data/ref.ts';
import { playlistItems } from '../../upstream/video/index.ts';
import { connection, connectionType } from '../field/connection.ts';
import { link } from '../field/link.ts';
import { at, fields, key } from '../field/table.ts';
import { refFrom } from '../global-id.ts';
import { node } from '../node-interface.ts';
import { PrivacyStatus } from './privacy.ts';
import { Channel, Playlist, PlaylistItem, Video } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

export const playlistConnection = connectionType(Playlist, 'playlists', { count: 'estimatedCount' });
const itemConnection = connectionType(PlaylistItem, 'playlist items', { count: 'totalCount' });

Playlist.implement({
  ...node,
  description: 'A list of videos in an order that somebody chose.',
  fields: (t) => ({
    playlistId: key(t, -1, "The video service's own id, `PL…` or `UU…`."),
    ...fields(t, 'snippet', {
      title: ['String', 'The name of the list.'],
      description: ['String', 'What the list is about.'],
      publishedAt: ['DateTime', 'When the list was made.'],
      defaultLanguage: ['LanguageTag', 'The language its name and description are written in.'],
    }),
    privacyStatus: at(t, PrivacyStatus, 'status.privacyStatus', 'Who may see the list.'),
    itemCount: at(t, 'Int', 'contentDetails.itemCount', 'How many items it holds, deleted and private videos among them.'),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    channel: link(t, Channel, 'snippet.channelId', 'The channel that made the list.'),
    items: connection(
      t,
      itemConnection,
      {
        operation: playlistItems.list,
        args: (playlist, { videoId }) => ({
          playlistId: ownKey(playlist),
          ...(videoId == null ? {} : { videoId: refFrom(Video.resource, videoId, 'videoId').key[0] }),
        }),
        arguments: { videoId: t.arg.id({ description: 'Only the items that show this video.' }) },
      },
      'The items in their order. Items of deleted and private videos stay; their `video` is null.',
    ),
  }),
});

PlaylistItem.implement({
  ...node,
  description: 'A place in a playlist: the same video can stand in it more than once.',
  fields: (t) => ({
    playlistItemId: key(t, -1, 'The id of this place in the list, not of the video.'),
    ...fields(t, 'snippet', {
      title: ['String', "The video's title as the list keeps it; of deleted and private videos it only tells that they are."],
      description: ['String', "The video's description as the list keeps it."],
      position: ['Int', 'Its place, counted from zero.'],
    }),
    addedAt: at(t, 'DateTime', 'snippet.publishedAt', 'When it was put on the list.'),
    note: at(t, 'String', 'contentDetails.note', "The owner's note on this place, up to 280 characters."),
    videoPublishedAt: at(t, 'DateTime', 'contentDetails.videoPublishedAt', 'When the video became public.'),
    privacyStatus: at(t, PrivacyStatus, 'status.privacyStatus', 'Who may watch the video that stands here.'),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    video: link(t, Video, 'contentDetails.videoId', 'The video; null where it was deleted or the caller may not see it.'),
    playlist: link(t, Playlist, 'snippet.playlistId', 'The list it stands in.'),
    addedBy: link(t, Channel, 'snippet.channelId', 'The channel that put it there.'),
    videoOwner: link(t, Channel, 'snippet.videoOwnerChannelId', 'Whose video it is: not always the channel that put it on the list.'),
  }),
});
