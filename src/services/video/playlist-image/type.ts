/** Images of playlists. */
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { playlistImages } from '../operations.ts';
import { PlaylistImageType } from '../../shared/youtube/enums.ts';
import { Playlist, PlaylistImage } from '../resources.ts';

export function addPlaylistImage(): void {
  PlaylistImage.implement({
    description: 'An image that the owner of a playlist has uploaded for it.',
    fields: (t) => ({
      id: unreadableId(t, { mutations: ['deletePlaylistImage', 'updatePlaylistImage'] }),
      imageId: ownKey(t, 'The YouTube id of the image. REST field: `id`.'),
      ...fields(t, 'snippet', {
        type: [PlaylistImageType, 'The kind of the image.'],
        width: 'The width. Pixels.',
        height: 'The height. Pixels.',
        playlistId: 'The YouTube id of the playlist.',
        playlist: [Playlist, 'The playlist that the image belongs to.', { id: 'playlistId' }],
      }),
    }),
  });

  builder.objectFields(Playlist, (t) => ({
    images: connection(
      t,
      connectionType(PlaylistImage, 'images'),
      { operation: playlistImages.list, args: (_, __, ref) => ({ parent: ref!.key[0]! }) },
      'The images that the owner has uploaded for the playlist. Owner only.',
    ),
  }));
}
