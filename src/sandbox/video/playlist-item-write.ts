/** Writing the entries of playlists: who may, where an entry comes to stand, what an update forgets. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { uploadsOf } from '../seed/ids.ts';
import { rfc3339 } from '../time.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds } from './list-response.ts';
import { findPlaylistItems, findPlaylistItem, serializePlaylistItem } from './playlist-item.ts';
import { type PlaylistItemEntity, videoState } from './state.ts';
import { isVisibleVideo } from './video.ts';

/** How many entries a playlist takes. */
export const maxPlaylistItems = 5000;
const mostOfNote = 280;
const domain = 'youtube.playlistItem';

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
};

interface Snippet {
  readonly playlistId: string;
  readonly resourceId: { readonly kind?: string | null; readonly videoId?: string | null };
  readonly position?: number | null;
}

const snippetOf = ({ body }: ApiCall): Snippet => body['snippet'] as Snippet;

export const insertPlaylistItem: Handler = (call) => {
  const { simulation, operation, body, parts } = call;
  const { playlistId, position } = snippetOf(call);
  const entries = writable(call, playlistId, 'body.snippet.playlistId', position);
  const videoId = videoOf(call);
  checkNote(call);
  checkPosition(position, entries.length);
  if (entries.length >= maxPlaylistItems)
    throwForbidden(domain, 'playlistContainsMaximumNumberOfVideos');
  checkSeries(call, playlistId, videoId);
  const state = videoState(simulation);
  const id = `UEx${stableId(`added ${state.insertedPlaylistItems++} ${playlistId}`, 40)}`;
  const entry: PlaylistItemEntity = {
    id,
    playlistId,
    videoId,
    addedAt: rfc3339(simulation.now()),
    contentDetails: {},
  };
  replaceParts(
    operation,
    entry,
    { contentDetails: body['contentDetails'] },
    only(parts, 'contentDetails'),
  );
  entries.splice(position ?? (isSorted(call, playlistId) ? 0 : entries.length), 0, entry);
  return serializePlaylistItem(call, entry);
};

export const updatePlaylistItem: Handler = (call) => {
  const { operation, body, parts } = call;
  const entry = mine(call, body['id'] as string, 'body.id');
  const snippet = parts.has('snippet') ? snippetOf(call) : undefined;
  const entries = writable(call, entry.playlistId, 'body.id', snippet?.position);
  if (snippet) {
    if (snippet.playlistId !== entry.playlistId)
      throwNotFound(domain, 'playlistItemNotFound', 'body.id');
    videoOf(call);
    checkPosition(snippet.position, entries.length - 1);
  }
  checkNote(call);
  replaceParts(operation, entry, body, only(parts, 'contentDetails'));
  // An entry of which no place is said goes to the end of a list that is sorted by hand.
  if (snippet && !isSorted(call, entry.playlistId)) {
    entries.splice(entries.indexOf(entry), 1);
    entries.splice(snippet.position ?? entries.length, 0, entry);
  }
  return serializePlaylistItem(call, entry);
};

export const deletePlaylistItem: Handler = (call) => {
  const entry = mine(call, call.query.text('id')!, 'id');
  if (isUploads(call, entry.playlistId))
    throw new ApiError(400, 'playlistOperationUnsupported', { domain, location: 'id' });
  const entries = writable(call, entry.playlistId, 'id');
  entries.splice(entries.indexOf(entry), 1);
  return undefined;
};

const only = (parts: ReadonlySet<string>, part: string): ReadonlySet<string> =>
  new Set([...parts].filter((each) => each === part));

const isSorted = ({ simulation }: ApiCall, playlistId: string): boolean =>
  videoState(simulation).playlistKinds.get(playlistId) === 'sorted';

const isUploads = ({ simulation }: ApiCall, playlistId: string): boolean =>
  [...videoState(simulation).channels.keys()].some((channel) => uploadsOf(channel) === playlistId);

/** The list to write into; refuses those that are not there, not the caller's, or not sorted by hand though a place is asked for. */
function writable(
  call: ApiCall,
  playlistId: string,
  location: string,
  position?: number | null,
): PlaylistItemEntity[] {
  const { playlists, playlistItems } = videoState(call.simulation);
  const uploads = isUploads(call, playlistId);
  const playlist = playlists.get(playlistId);
  const own = playlist?.snippet.channelId === call.user.channelId;
  if (!uploads && (!playlist || (!own && playlist.status.privacyStatus === 'private')))
    return throwNotFound(domain, 'playlistNotFound', location);
  if (!uploads && !own) return throwForbidden(domain, 'playlistItemsNotAccessible');
  if (position != null && (uploads || isSorted(call, playlistId)))
    return wrong('manualSortRequired', 'body.snippet.position');
  return uploads
    ? throwForbidden(domain, 'playlistItemsNotAccessible')
    : playlistItems.get(playlistId)!;
}

/** The entry itself, where the caller may see it. */
function mine(call: ApiCall, id: string, location: string): PlaylistItemEntity {
  const [entry] = findByIds([id], (each) => findPlaylistItem(call, each));
  return entry ?? throwNotFound(domain, 'playlistItemNotFound', location);
}

function videoOf(call: ApiCall): string {
  const { kind, videoId } = snippetOf(call).resourceId;
  if (kind !== 'youtube#video') wrong('invalidResourceType', 'body.snippet.resourceId.kind');
  const video = videoState(call.simulation).videos.get(videoId ?? '');
  // The video of an entry that is there already may be gone: it is not looked for again.
  if (call.operation.method === 'POST' && (!video || !isVisibleVideo(call, video)))
    throwNotFound(domain, 'videoNotFound', 'body.snippet.resourceId.videoId');
  return videoId!;
}

function checkNote({ body }: ApiCall): void {
  const { note } = (body['contentDetails'] ?? {}) as { readonly note?: string | null };
  if (Array.from(note ?? '').length > mostOfNote)
    wrong('invalidContentDetails', 'body.contentDetails.note');
}

function checkPosition(position: number | null | undefined, most: number): void {
  if (position != null && (position < 0 || position > most))
    wrong('invalidPlaylistItemPosition', 'body.snippet.position');
}

/** A series shows each video once, and a video belongs to one series. */
function checkSeries(call: ApiCall, playlistId: string, videoId: string): void {
  const { playlistKinds } = videoState(call.simulation);
  if (playlistKinds.get(playlistId) !== 'series') return;
  const holds = (id: string): boolean =>
    findPlaylistItems(call, id)!.some((entry) => entry.videoId === videoId);
  if (holds(playlistId))
    throw new ApiError(409, 'videoAlreadyInPlaylist', {
      domain,
      location: 'body.snippet.resourceId.videoId',
    });
  if ([...playlistKinds].some(([id, kind]) => kind === 'series' && holds(id)))
    wrong('videoAlreadyInAnotherSeriesPlaylist', 'body.snippet.resourceId.videoId');
}
