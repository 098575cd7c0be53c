/** The entries of playlists, deleted and private videos among them. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { likesOf, uploadsOf } from '../seed/ids.ts';
import { rfc3339 } from '../time.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type PlaylistItemEntity, videoState } from './state.ts';
import { isListedVideo, isVisibleVideo } from './video.ts';

/** A playlist's entries in order, as this caller may see them; undefined: no such playlist. */
export function findPlaylistItems(
  call: ApiCall,
  playlistId: string,
): readonly PlaylistItemEntity[] | undefined {
  const { user, simulation } = call;
  const { playlistItems, channels, videos } = videoState(simulation);
  const made = playlistItems.get(playlistId);
  if (made) return made;
  if (user.channelId !== undefined && playlistId === likesOf(user.channelId))
    return liked(call, playlistId);
  const channel = [...channels.keys()].find((id) => uploadsOf(id) === playlistId);
  if (channel === undefined) return undefined;
  return [...videos.values()]
    .filter((video) => video.snippet.channelId === channel && isListedVideo(call, video))
    .toSorted((a, b) => (a.snippet.publishedAt < b.snippet.publishedAt ? 1 : -1))
    .map(({ id, snippet }) => ({
      id: `UE${stableId(`upload ${id}`, 30)}`,
      playlistId,
      videoId: id,
      addedAt: snippet.publishedAt,
      contentDetails: {},
    }));
}

/** What the caller likes, the latest first. */
function liked({ user, simulation }: ApiCall, playlistId: string): readonly PlaylistItemEntity[] {
  const ratings = [...(videoState(simulation).ratings.get(user.email) ?? [])].filter(
    ([, rating]) => rating === 'like',
  );
  return ratings.toReversed().map(([videoId]) => ({
    id: `LE${stableId(`liked ${user.email} ${videoId}`, 30)}`,
    playlistId,
    videoId,
    addedAt: rfc3339(simulation.start),
    contentDetails: {},
  }));
}

export const listPlaylistItems: Handler = (call) => {
  const { query } = call;
  const chosen = query.has('id') ? byIds(call) : byPlaylist(call, query.text('playlistId')!);
  const video = query.text('videoId');
  const items = video === undefined ? chosen : chosen.filter(({ videoId }) => videoId === video);
  return listResponse(call, 'playlistItemListResponse', items, (entry) =>
    serializePlaylistItem(call, entry),
  );
};

function byPlaylist(call: ApiCall, id: string): readonly PlaylistItemEntity[] {
  const playlist = videoState(call.simulation).playlists.get(id);
  const entries = findPlaylistItems(call, id);
  if (!entries) return throwNotFound('youtube.playlistItem', 'playlistNotFound', 'playlistId');
  if (
    playlist?.status.privacyStatus === 'private' &&
    playlist.snippet.channelId !== call.user.channelId
  )
    return throwForbidden('youtube.playlistItem', 'playlistItemsNotAccessible');
  return entries;
}

const byIds = (call: ApiCall): readonly PlaylistItemEntity[] =>
  findByIds(call.query.list('id'), (id) => findPlaylistItem(call, id));

/** An entry by its id, where the caller may see the list that it stands in. */
export function findPlaylistItem(call: ApiCall, id: string): PlaylistItemEntity | undefined {
  const { playlistItems, playlists, channels } = videoState(call.simulation);
  const { channelId } = call.user;
  for (const made of playlists.values()) {
    if (made.status.privacyStatus === 'private' && made.snippet.channelId !== call.user.channelId)
      continue;
    const entry = playlistItems.get(made.id)!.find((each) => each.id === id);
    if (entry) return entry;
  }
  const made = [...channels.keys()].map(uploadsOf);
  for (const list of channelId === undefined ? made : [likesOf(channelId), ...made]) {
    const entry = findPlaylistItems(call, list)!.find((each) => each.id === id);
    if (entry) return entry;
  }
  return undefined;
}

/** What an entry shows follows from its video, and from who looks. */
export function serializePlaylistItem(
  call: ApiCall,
  { id, playlistId, videoId, addedAt, contentDetails }: PlaylistItemEntity,
): object {
  const { videos, playlists, channels } = videoState(call.simulation);
  const owner = playlists.get(playlistId)?.snippet.channelId ?? `UC${playlistId.slice(2)}`;
  const position = findPlaylistItems(call, playlistId)!.findIndex((entry) => entry.id === id);
  const video = videos.get(videoId);
  const seen = video && isVisibleVideo(call, video) ? video : undefined;
  const gone = video
    ? { title: 'Private video', description: 'This video is private.' }
    : { title: 'Deleted video', description: 'This video is unavailable.' };
  const texts = seen
    ? {
        title: seen.snippet.title,
        description: seen.snippet.description,
        thumbnails: seen.snippet.thumbnails,
      }
    : { ...gone, thumbnails: {} };
  return {
    kind: 'youtube#playlistItem',
    id,
    snippet: {
      publishedAt: addedAt,
      channelId: owner,
      ...texts,
      channelTitle: channels.get(owner)!.snippet.title,
      playlistId,
      position,
      resourceId: { kind: 'youtube#video', videoId },
      ...(seen
        ? {
            videoOwnerChannelTitle: seen.snippet.channelTitle,
            videoOwnerChannelId: seen.snippet.channelId,
          }
        : {}),
    },
    contentDetails: {
      videoId,
      ...contentDetails,
      ...(seen ? { videoPublishedAt: seen.snippet.publishedAt } : {}),
    },
    status: { privacyStatus: video ? video.status.privacyStatus : 'privacyStatusUnspecified' },
  };
}
