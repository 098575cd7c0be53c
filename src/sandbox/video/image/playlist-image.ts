/** Images of playlists. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { throwForbidden, throwIdNotFound } from '../error.ts';
import { listResponse } from '../list-response.ts';
import { isOwnPlaylist } from '../playlist/access.ts';
import { type PlaylistEntity, videoState } from '../state.ts';

const domain = 'youtube.playlistImage';

/** @throws ApiError 404 if the playlist does not exist, 403 if it is that of another channel */
function findOwn(call: ApiCall, id: string, location: string): PlaylistEntity {
  const playlist = videoState(call.simulation).playlists.get(id);
  if (!playlist) throwIdNotFound(domain, 'playlistNotFound', location);
  return isOwnPlaylist(call, playlist) ? playlist : throwForbidden(domain);
}

/**
 * `playlistImages.list` (discovery document youtube v3, revision 20260924). Assumed: the reasons,
 * and that nobody but the owner of a playlist reads its images.
 */
export const listPlaylistImages: Handler = (call) => {
  const { id } = findOwn(call, call.query.text('parent')!, 'parent');
  const images = [...videoState(call.simulation).playlistImages.values()];
  return listResponse(
    call,
    images.filter(({ snippet }) => snippet.playlistId === id),
  );
};

/** `playlistImages.delete` (same source). Assumed: the reasons. */
export const deletePlaylistImage: Handler = (call) => {
  const id = call.query.text('id')!;
  const { playlistImages } = videoState(call.simulation);
  const image = playlistImages.get(id);
  if (!image) throwIdNotFound(domain, 'playlistImageNotFound', 'id');
  findOwn(call, image.snippet.playlistId, 'id');
  playlistImages.delete(id);
  return undefined;
};
