/** Inserts, updates and deletions of playlist items. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { replaceParts } from '../../call/replace.ts';
import { rfc3339 } from '../../time.ts';
import {
  throwForbidden,
  throwInvalidParameter,
  throwInvalidValue,
  throwIdNotFound,
} from '../error.ts';
import { isOwnPlaylist, isUploadsPlaylist, isVisiblePlaylist } from '../playlist/access.ts';
import { findPlaylistItem, findPlaylistItems, serializePlaylistItem } from './playlist-item.ts';
import { type PlaylistItemEntity, videoState } from '../state.ts';
import { isLongerThan } from '../../text.ts';
import { isVisibleVideo } from '../video/access.ts';

/** Number of items that a playlist can have. */
export const maxPlaylistItems = 5000;
const maxNoteLength = 280;
const domain = 'youtube.playlistItem';

interface ItemSnippet {
  readonly playlistId: string;
  readonly resourceId: { readonly kind?: string | null; readonly videoId?: string | null };
  readonly position?: number | null;
}

const readSnippet = ({ body }: ApiCall): ItemSnippet => body['snippet'] as ItemSnippet;

/** `playlistItems.insert`: without a position at the end, or first in a sorted playlist. */
export const insertPlaylistItem: Handler = (call) => {
  const { simulation } = call;
  const { playlistId, position } = readSnippet(call);
  const items = findEditableItems(call, playlistId, 'body.snippet.playlistId', position);
  const videoId = checkVideo(call);
  checkNote(call);
  checkPosition(position, items.length);
  if (items.length >= maxPlaylistItems)
    throwForbidden(domain, 'playlistContainsMaximumNumberOfVideos');
  checkSeries(call, playlistId, videoId);
  const key = `added ${videoState(simulation).insertedPlaylistItems++} ${playlistId}`;
  const item: PlaylistItemEntity = {
    id: `UEx${stableId(key, 40)}`,
    playlistId,
    videoId,
    addedAt: rfc3339(simulation.now()),
    contentDetails: {},
  };
  replaceContentDetails(call, item);
  items.splice(position ?? (isSorted(call, playlistId) ? 0 : items.length), 0, item);
  return serializePlaylistItem(call, item);
};

/** `playlistItems.update`: a snippet without a position moves the item to the end. */
export const updatePlaylistItem: Handler = (call) => {
  const { body, parts } = call;
  const item = findItem(call, body['id'] as string, 'body.id');
  const snippet = parts.has('snippet') ? readSnippet(call) : undefined;
  const items = findEditableItems(call, item.playlistId, 'body.id', snippet?.position);
  if (snippet) {
    if (snippet.playlistId !== item.playlistId)
      throwIdNotFound(domain, 'playlistItemNotFound', 'body.id');
    checkVideo(call);
    checkPosition(snippet.position, items.length - 1);
  }
  checkNote(call);
  replaceContentDetails(call, item);
  if (snippet && !isSorted(call, item.playlistId)) {
    items.splice(items.indexOf(item), 1);
    items.splice(snippet.position ?? items.length, 0, item);
  }
  return serializePlaylistItem(call, item);
};

/** `playlistItems.delete`. */
export const deletePlaylistItem: Handler = (call) => {
  const item = findItem(call, call.query.text('id')!, 'id');
  if (isUploadsPlaylist(call, item.playlistId))
    throwInvalidParameter(domain, 'playlistOperationUnsupported', 'id');
  const items = findEditableItems(call, item.playlistId, 'id');
  items.splice(items.indexOf(item), 1);
  return undefined;
};

/** Replaces the content details if the call names that part. The snippet is never stored. */
function replaceContentDetails(call: ApiCall, item: PlaylistItemEntity): void {
  if (!call.parts.has('contentDetails')) return;
  replaceParts(item, { ...call, parts: new Set(['contentDetails']) });
}

/** Whether YouTube sorts the playlist, so that items have no position of their own. */
const isSorted = ({ simulation }: ApiCall, playlistId: string): boolean =>
  videoState(simulation).playlistKinds.get(playlistId) === 'sorted';

/**
 * Returns the stored items of a playlist, for changing them.
 * @param position the requested position of an item; only playlists without a sort order accept one
 * @throws ApiError 404 for a playlist that the caller cannot see; 403 for one that the caller
 * cannot change; 400 for a position in a sorted playlist
 */
function findEditableItems(
  call: ApiCall,
  playlistId: string,
  location: string,
  position?: number | null,
): PlaylistItemEntity[] {
  const { playlists, playlistItems } = videoState(call.simulation);
  const isUploads = isUploadsPlaylist(call, playlistId);
  const playlist = playlists.get(playlistId);
  if (!isUploads && (!playlist || !isVisiblePlaylist(call, playlist)))
    throwIdNotFound(domain, 'playlistNotFound', location);
  if (playlist && !isOwnPlaylist(call, playlist))
    throwForbidden(domain, 'playlistItemsNotAccessible');
  if (position != null && (isUploads || isSorted(call, playlistId)))
    throwInvalidValue(domain, 'manualSortRequired', 'body.snippet.position');
  if (isUploads) throwForbidden(domain, 'playlistItemsNotAccessible');
  return playlistItems.get(playlistId)!;
}

function findItem(call: ApiCall, id: string, location: string): PlaylistItemEntity {
  const item = findPlaylistItem(call, id);
  return item ?? throwIdNotFound(domain, 'playlistItemNotFound', location);
}

/**
 * Checks the video of the body. An update does not check that it exists: items of deleted videos
 * can be moved.
 * @returns the video's id
 */
function checkVideo(call: ApiCall): string {
  const { kind, videoId } = readSnippet(call).resourceId;
  if (kind !== 'youtube#video')
    throwInvalidValue(domain, 'invalidResourceType', 'body.snippet.resourceId.kind');
  const video = videoState(call.simulation).videos.get(videoId ?? '');
  if (call.operation.method !== 'POST') return videoId!;
  if (!video) throwIdNotFound(domain, 'videoNotFound', 'body.snippet.resourceId.videoId');
  // A private video of somebody else, since July 2022: Elijas/auto-youtube-subscription-playlist-2
  // #115, and tournesol-app/tournesol#1485 of 2023.
  if (!isVisibleVideo(call, video))
    throw new ApiError(400, 'failedPrecondition', { message: 'Precondition check failed.' });
  return video.id;
}

function checkNote({ body }: ApiCall): void {
  const { note } = (body['contentDetails'] ?? {}) as { readonly note?: string | null };
  if (isLongerThan(note, maxNoteLength))
    throwInvalidValue(domain, 'invalidContentDetails', 'body.contentDetails.note');
}

function checkPosition(position: number | null | undefined, maxPosition: number): void {
  if (position != null && (position < 0 || position > maxPosition))
    throwInvalidValue(domain, 'invalidPlaylistItemPosition', 'body.snippet.position');
}

/** A series shows each video once, and a video can be in one series only. */
function checkSeries(call: ApiCall, playlistId: string, videoId: string): void {
  const location = 'body.snippet.resourceId.videoId';
  const { playlistKinds } = videoState(call.simulation);
  if (playlistKinds.get(playlistId) !== 'series') return;
  const hasVideo = (id: string): boolean =>
    findPlaylistItems(call, id)!.some((item) => item.videoId === videoId);
  if (hasVideo(playlistId)) throw new ApiError(409, 'videoAlreadyInPlaylist', { domain, location });
  if ([...playlistKinds].some(([id, kind]) => kind === 'series' && hasVideo(id)))
    throwInvalidValue(domain, 'videoAlreadyInAnotherSeriesPlaylist', location);
}
