/** Images of playlists. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { throwForbidden, throwIdNotFound } from '../error.ts';
import { listResponse } from '../list-response.ts';
import { readImage } from './image.ts';
import { isOwnPlaylist } from '../playlist/access.ts';
import { type PlaylistEntity, type PlaylistImageEntity, videoState } from '../state.ts';

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
    ({ id: imageId, snippet }) => ({ id: imageId, snippet }),
  );
};

/** @throws ApiError 404 if the image does not exist, 403 if its playlist is not the caller's */
function findOwnImage(call: ApiCall, id: string, location: string): PlaylistImageEntity {
  const image = videoState(call.simulation).playlistImages.get(id);
  if (!image) throwIdNotFound(domain, 'playlistImageNotFound', location);
  findOwn(call, image.snippet.playlistId, location);
  return image;
}

/** Checks the playlist of a new image. */
export function checkPlaylistImageInsert(call: ApiCall): void {
  const { playlistId } = call.body['snippet'] as PlaylistImageEntity['snippet'];
  findOwn(call, playlistId, 'body.snippet.playlistId');
}

/** Stores an image. Assumed: all have one size, as the sandbox reads no pixels. */
function save(call: ApiCall, id: string, playlistId: string): object {
  const { sha256 } = readImage(call, domain, 'invalidImage');
  const snippet = { playlistId, type: 'hero', width: 2048, height: 2048 } as const;
  videoState(call.simulation).playlistImages.set(id, { id, snippet, sha256 });
  return { kind: 'youtube#playlistImages', id, snippet };
}

/** `playlistImages.insert`: at most 50 MB (revision history, 14 September 2026). */
export const insertPlaylistImage: Handler = (call) => {
  const { playlistId } = call.body['snippet'] as PlaylistImageEntity['snippet'];
  const { playlistImages } = videoState(call.simulation);
  const id = stableId(`image ${playlistImages.size} ${call.simulation.now().toISOString()}`, 48);
  return save(call, id, playlistId);
};

/** Checks the image to replace, and the playlist that the body names. */
export function checkPlaylistImageUpdate(call: ApiCall): void {
  findOwnImage(call, call.body['id'] as string, 'body.id');
  checkPlaylistImageInsert(call);
}

/**
 * `playlistImages.update`: the page of the method (read 29 November 2026) wants playlist and type
 * again. Assumed: that the id in the body names the image, that a file is required, and that the
 * image moves to another playlist, as updates replace a part.
 */
export const updatePlaylistImage: Handler = (call) => {
  const { playlistId } = call.body['snippet'] as PlaylistImageEntity['snippet'];
  return save(call, call.body['id'] as string, playlistId);
};

/** `playlistImages.delete` (discovery document, revision 20260924). Assumed: the reasons. */
export const deletePlaylistImage: Handler = (call) => {
  const { id } = findOwnImage(call, call.query.text('id')!, 'id');
  videoState(call.simulation).playlistImages.delete(id);
  return undefined;
};
