/** Playlists: those people made, and each channel's uploads. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { likesOf, uploadsOf } from '../seed/ids.ts';
import { buildThumbnails } from '../seed/video/channel.ts';
import { rfc3339 } from '../time.ts';
import { parseLanguage, localize } from './language.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { findPlaylistItems } from './playlist-item.ts';
import { type ChannelEntity, type PlaylistEntity, videoState } from './state.ts';

const domain = 'youtube.playlist';

export const listPlaylists: Handler = (call) => {
  const hl = parseLanguage(call);
  return listResponse(call, 'playlistListResponse', choose(call), (playlist) =>
    show(call, playlist, hl),
  );
};

function choose(call: ApiCall): readonly PlaylistEntity[] {
  const { query, user, simulation } = call;
  const { playlists, channels } = videoState(simulation);
  const own = ({ snippet }: PlaylistEntity): boolean => snippet.channelId === user.channelId;
  if (query.has('id'))
    return findByIds(
      query.list('id'),
      (id) => playlists.get(id) ?? uploads(channels, id) ?? likes(call, id),
    ).filter((playlist) => own(playlist) || playlist.status.privacyStatus !== 'private');
  if (query.has('channelId')) {
    const channel = query.text('channelId')!;
    if (!channels.has(channel)) throwNotFound('youtube.parameter', 'channelNotFound', 'channelId');
    return [...playlists.values()].filter(
      (playlist) =>
        playlist.snippet.channelId === channel &&
        (own(playlist) || playlist.status.privacyStatus === 'public'),
    );
  }
  return [...playlists.values()].filter(own);
}

/** The playlist that each channel has without having made it. */
function uploads(
  channels: ReadonlyMap<string, ChannelEntity>,
  id: string,
): PlaylistEntity | undefined {
  const channel = [...channels.values()].find((one) => uploadsOf(one.id) === id);
  if (!channel) return undefined;
  const { title, publishedAt } = channel.snippet;
  const snippet = {
    publishedAt,
    channelId: channel.id,
    title: `Uploads from ${title}`,
    description: '',
    channelTitle: title,
  };
  return { kind: 'youtube#playlist', id, snippet, status: { privacyStatus: 'public' } };
}

/** What its owner likes, shown to them alone. */
function likes(
  { user, simulation }: Pick<ApiCall, 'user' | 'simulation'>,
  id: string,
): PlaylistEntity | undefined {
  const channel =
    user.channelId && id === likesOf(user.channelId)
      ? videoState(simulation).channels.get(user.channelId)
      : undefined;
  if (!channel) return undefined;
  const { title, publishedAt } = channel.snippet;
  const snippet = {
    publishedAt,
    channelId: channel.id,
    title: 'Liked videos',
    description: '',
    channelTitle: title,
  };
  return { kind: 'youtube#playlist', id, snippet, status: { privacyStatus: 'private' } };
}

function show(call: ApiCall, playlist: PlaylistEntity, hl?: string): object {
  const { id, snippet, localizations } = playlist;
  const entries = findPlaylistItems(call, id) ?? [];
  return {
    ...playlist,
    snippet: {
      ...snippet,
      ...(entries[0]
        ? {
            thumbnails: buildThumbnails(`vi/${entries[0].videoId}`),
            thumbnailVideoId: entries[0].videoId,
          }
        : { thumbnails: {} }),
      localized: localize(snippet, localizations, hl),
    },
    contentDetails: { itemCount: entries.length },
    player: {
      embedHtml: `<iframe width="640" height="360" src="//www.video.example/embed/videoseries?list=${id}"></iframe>`,
    },
  };
}

/** How many playlists a channel may have made. */
export const maxPlaylists = 500;
const mostOfTitle = 150;
const mostOfDescription = 5000;

type Snippet = {
  readonly title: string;
  readonly description?: string | null;
  readonly defaultLanguage?: string | null;
};

type Translations = Readonly<
  Record<string, { readonly title?: string | null; readonly description?: string | null }>
>;

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
};

const tooLong = (text: string | null | undefined, most: number): boolean =>
  Array.from(text ?? '').length > most;

function checkTexts({ body, parts }: ApiCall, kept?: string): void {
  const snippet = body['snippet'] as Snippet | undefined;
  if (tooLong(snippet?.title, mostOfTitle)) wrong('invalidPlaylistSnippet', 'body.snippet.title');
  if (tooLong(snippet?.description, mostOfDescription))
    wrong('invalidPlaylistSnippet', 'body.snippet.description');
  const translations = body['localizations'] as Translations | null | undefined;
  if (!translations) return;
  const language = parts.has('snippet') ? snippet?.defaultLanguage : kept;
  if (!language) wrong('defaultLanguageNotSetError', 'body.snippet.defaultLanguage');
  for (const { title, description } of Object.values(translations))
    if (!title || tooLong(title, mostOfTitle) || tooLong(description, mostOfDescription))
      wrong('localizationValidationError', 'body.localizations');
}

const defaults = {
  'snippet.description': '',
  'status.privacyStatus': 'public',
  'status.podcastStatus': 'disabled',
};

export const insertPlaylist: Handler = (call) => {
  const { simulation, user, operation, body, parts } = call;
  const { playlists, playlistItems, channels } = videoState(simulation);
  checkTexts(call);
  const publishedAt = rfc3339(simulation.now());
  const id = `PL${stableId(`made ${playlists.size} ${simulation.now().toISOString()}`, 32)}`;
  const channelId = user.channelId!;
  if (
    [...playlists.values()].filter(({ snippet }) => snippet.channelId === channelId).length >=
    maxPlaylists
  )
    wrong('maxPlaylistExceeded', 'body.snippet');
  const channelTitle = channels.get(channelId)!.snippet.title;
  const playlist: PlaylistEntity = {
    kind: 'youtube#playlist',
    id,
    snippet: { publishedAt, channelId, title: '', description: '', channelTitle },
    status: { privacyStatus: 'public', podcastStatus: 'disabled' },
  };
  replaceParts(operation, playlist, body, parts, defaults);
  playlists.set(id, playlist);
  playlistItems.set(id, []);
  return show(call, playlist);
};

/** The caller's own playlist; refuses what is not there, not theirs, or made by the service. */
function mine({ simulation, user }: ApiCall, id: string, location: string): PlaylistEntity {
  const { playlists, channels } = videoState(simulation);
  if (uploads(channels, id) ?? likes({ user, simulation }, id))
    throw new ApiError(403, 'playlistOperationUnsupported', { domain, location });
  const playlist = playlists.get(id);
  const own = playlist?.snippet.channelId === user.channelId;
  if (!playlist || (!own && playlist.status.privacyStatus === 'private'))
    return throwNotFound(domain, 'playlistNotFound', location);
  return own ? playlist : throwForbidden(domain, 'playlistForbidden');
}

export const updatePlaylist: Handler = (call) => {
  const playlist = mine(call, call.body['id'] as string, 'body.id');
  checkTexts(call, playlist.snippet.defaultLanguage);
  replaceParts(call.operation, playlist, call.body, call.parts, defaults);
  return show(call, playlist);
};

export const deletePlaylist: Handler = (call) => {
  const { id } = mine(call, call.query.text('id')!, 'id');
  const { playlists, playlistItems } = videoState(call.simulation);
  playlists.delete(id);
  playlistItems.delete(id);
  return undefined;
};
