/** Writes of images of playlists. */
import { write } from '../../../engine/schema/write/write.ts';
import { playlistImages } from '../operations.ts';
import { PlaylistImage } from '../resources.ts';

const deletePlaylistImage = write('deletePlaylistImage', {
  description:
    'Delete an image of a playlist permanently. The playlist then shows the thumbnail of its first video again.',
  operation: playlistImages.delete,
  target: PlaylistImage,
  id: 'The image to delete: a global id or a YouTube id. Owner of the playlist only.',
});

export const playlistImageWrites = [deletePlaylistImage];
