/** Inserts, updates and deletions of playlists. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { replaceParts } from '../../call/replace.ts';
import { rfc3339 } from '../../time.ts';
import { throwForbidden, throwInvalidValue, throwIdNotFound } from '../error.ts';
import { areValidLocalizations, type LocalizationsBody } from '../localization.ts';
import { serializePlaylist } from './playlist.ts';
import { findSystemPlaylist, isOwnPlaylist, isVisiblePlaylist } from './access.ts';
import { type PlaylistEntity, videoState } from '../state.ts';
import { isLongerThan } from '../../text.ts';

const domain = 'youtube.playlist';

/** Number of playlists that a channel can have. */
export const maxPlaylists = 500;
const maxTitleLength = 150;
const maxDescriptionLength = 5000;

const defaults = {
  'snippet.description': '',
  'status.privacyStatus': 'public',
  'status.podcastStatus': 'disabled',
};

interface PlaylistSnippet {
  readonly title: string;
  readonly description?: string | null;
  readonly defaultLanguage?: string | null;
}

/** @param storedLanguage the default language of the playlist before the update */
function checkTexts({ body, parts }: ApiCall, storedLanguage?: string): void {
  const snippet = body['snippet'] as PlaylistSnippet | undefined;
  if (isLongerThan(snippet?.title, maxTitleLength))
    throwInvalidValue(domain, 'invalidPlaylistSnippet', 'body.snippet.title');
  if (isLongerThan(snippet?.description, maxDescriptionLength))
    throwInvalidValue(domain, 'invalidPlaylistSnippet', 'body.snippet.description');
  const localizations = body['localizations'] as LocalizationsBody | null | undefined;
  if (!localizations) return;
  const language = parts.has('snippet') ? snippet?.defaultLanguage : storedLanguage;
  if (!language)
    throwInvalidValue(domain, 'defaultLanguageNotSetError', 'body.snippet.defaultLanguage');
  if (!areValidLocalizations(localizations, maxTitleLength, maxDescriptionLength))
    throwInvalidValue(domain, 'localizationValidationError', 'body.localizations');
}

/** `playlists.insert`. */
export const insertPlaylist: Handler = (call) => {
  const { simulation, user } = call;
  const { playlists, playlistItems, channels } = videoState(simulation);
  checkTexts(call);
  const own = [...playlists.values()].filter((playlist) => isOwnPlaylist(call, playlist));
  if (own.length >= maxPlaylists) throwInvalidValue(domain, 'maxPlaylistExceeded', 'body.snippet');
  const channelId = user.channelId!;
  const playlist: PlaylistEntity = {
    kind: 'youtube#playlist',
    id: `PL${stableId(`made ${playlists.size} ${simulation.now().toISOString()}`, 32)}`,
    snippet: {
      publishedAt: rfc3339(simulation.now()),
      channelId,
      title: '',
      description: '',
      channelTitle: channels.get(channelId)!.snippet.title,
    },
    status: { privacyStatus: 'public', podcastStatus: 'disabled' },
  };
  replaceParts(playlist, call, defaults);
  playlists.set(playlist.id, playlist);
  playlistItems.set(playlist.id, []);
  return serializePlaylist(call, playlist);
};

/**
 * Returns a playlist that the caller can change.
 * @throws ApiError 404 for a playlist that the caller cannot see; 403 for one of another channel,
 * and for one that YouTube creates itself
 */
function findEditablePlaylist(call: ApiCall, id: string, location: string): PlaylistEntity {
  if (findSystemPlaylist(call, id))
    throw new ApiError(403, 'playlistOperationUnsupported', { domain, location });
  const playlist = videoState(call.simulation).playlists.get(id);
  if (!playlist || !isVisiblePlaylist(call, playlist))
    return throwIdNotFound(domain, 'playlistNotFound', location);
  return isOwnPlaylist(call, playlist) ? playlist : throwForbidden(domain, 'playlistForbidden');
}

/** `playlists.update`: properties of the named parts that the body leaves out are reset. */
export const updatePlaylist: Handler = (call) => {
  const playlist = findEditablePlaylist(call, call.body['id'] as string, 'body.id');
  checkTexts(call, playlist.snippet.defaultLanguage);
  replaceParts(playlist, call, defaults);
  return serializePlaylist(call, playlist);
};

/** `playlists.delete`: deletes the playlist and its items. */
export const deletePlaylist: Handler = (call) => {
  const { id } = findEditablePlaylist(call, call.query.text('id')!, 'id');
  const { playlists, playlistItems } = videoState(call.simulation);
  playlists.delete(id);
  playlistItems.delete(id);
  return undefined;
};
