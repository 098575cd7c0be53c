/** Lists of playlists, and playlists as a caller sees them. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { throwIdNotFound } from '../error.ts';
import { parseLanguage } from '../language.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { localize } from '../localization.ts';
import { findSystemPlaylist, isOwnPlaylist, isVisiblePlaylist } from './access.ts';
import { findPlaylistItems } from '../playlist-item/playlist-item.ts';
import { type PlaylistEntity, videoState } from '../state.ts';
import { buildThumbnails } from '../image/thumbnail.ts';

/** `playlists.list`: the playlists with these ids, of a channel, or of the caller's channel. */
export const listPlaylists: Handler = (call) => {
  const hl = parseLanguage(call);
  return listResponse(call, selectPlaylists(call), (playlist) =>
    serializePlaylist(call, playlist, hl),
  );
};

function selectPlaylists(call: ApiCall): readonly PlaylistEntity[] {
  const { query, simulation } = call;
  const { playlists, channels } = videoState(simulation);
  if (query.has('id'))
    return findByIds(
      query.list('id'),
      (id) => playlists.get(id) ?? findSystemPlaylist(call, id),
    ).filter((playlist) => isVisiblePlaylist(call, playlist));
  const all = [...playlists.values()];
  const own = all.filter((playlist) => isOwnPlaylist(call, playlist));
  if (!query.has('channelId')) return own;
  const channelId = query.text('channelId')!;
  if (!channels.has(channelId))
    throwIdNotFound('youtube.parameter', 'channelNotFound', 'channelId');
  return all.filter(
    (playlist) =>
      playlist.snippet.channelId === channelId &&
      (isOwnPlaylist(call, playlist) || playlist.status.privacyStatus === 'public'),
  );
}

/** Returns a playlist as the caller sees it. Its thumbnails are those of its first video. */
export function serializePlaylist(call: ApiCall, playlist: PlaylistEntity, hl?: string): object {
  const { id, snippet, localizations } = playlist;
  const items = findPlaylistItems(call, id) ?? [];
  const firstVideoId = items[0]?.videoId;
  const playerUrl = `//www.video.example/embed/videoseries?list=${id}`;
  return {
    ...playlist,
    snippet: {
      ...snippet,
      ...(firstVideoId === undefined
        ? { thumbnails: {} }
        : {
            thumbnails: buildThumbnails(`vi/${firstVideoId}`),
            thumbnailVideoId: firstVideoId,
          }),
      localized: localize(snippet, localizations, hl),
    },
    contentDetails: { itemCount: items.length },
    player: { embedHtml: `<iframe width="640" height="360" src="${playerUrl}"></iframe>` },
  };
}
