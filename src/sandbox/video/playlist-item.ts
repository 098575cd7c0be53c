/** The entries of playlists, deleted and private videos among them. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { likesOf, uploadsOf } from '../seed/ids.ts';
import { rfc3339 } from '../time.ts';
import { forbid, found, list, notFound } from './list.ts';
import { type PlaylistEntry, videoState } from './state.ts';
import { isListed, isVisible } from './video.ts';

/** A playlist's entries in order, as this caller may see them; undefined: no such playlist. */
export function entriesOf(call: ApiCall, playlistId: string): readonly PlaylistEntry[] | undefined {
  const { user, simulation } = call;
  const { entries, channels, videos } = videoState(simulation);
  const made = entries.get(playlistId);
  if (made) return made;
  if (user.channelId !== undefined && playlistId === likesOf(user.channelId))
    return liked(call, playlistId);
  const channel = [...channels.keys()].find((id) => uploadsOf(id) === playlistId);
  if (channel === undefined) return undefined;
  return [...videos.values()]
    .filter((video) => video.snippet.channelId === channel && isListed(call, video))
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
function liked({ user, simulation }: ApiCall, playlistId: string): readonly PlaylistEntry[] {
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

export const listItems: Handler = (call) => {
  const { query } = call;
  const chosen = query.has('id') ? byIds(call) : byPlaylist(call, query.text('playlistId')!);
  const video = query.text('videoId');
  const items = video === undefined ? chosen : chosen.filter(({ videoId }) => videoId === video);
  return list(call, 'playlistItemListResponse', items, (entry) => showItem(call, entry));
};

function byPlaylist(call: ApiCall, id: string): readonly PlaylistEntry[] {
  const playlist = videoState(call.simulation).playlists.get(id);
  const entries = entriesOf(call, id);
  if (!entries) return notFound('youtube.playlistItem', 'playlistNotFound', 'playlistId');
  if (
    playlist?.status.privacyStatus === 'private' &&
    playlist.snippet.channelId !== call.user.channelId
  )
    return forbid('youtube.playlistItem', 'playlistItemsNotAccessible');
  return entries;
}

const byIds = (call: ApiCall): readonly PlaylistEntry[] =>
  found(call.query.list('id'), (id) => entryOf(call, id));

/** An entry by its id, where the caller may see the list that it stands in. */
export function entryOf(call: ApiCall, id: string): PlaylistEntry | undefined {
  const { entries, playlists, channels } = videoState(call.simulation);
  const { channelId } = call.user;
  for (const made of playlists.values()) {
    if (made.status.privacyStatus === 'private' && made.snippet.channelId !== call.user.channelId)
      continue;
    const entry = entries.get(made.id)!.find((each) => each.id === id);
    if (entry) return entry;
  }
  const made = [...channels.keys()].map(uploadsOf);
  for (const list of channelId === undefined ? made : [likesOf(channelId), ...made]) {
    const entry = entriesOf(call, list)!.find((each) => each.id === id);
    if (entry) return entry;
  }
  return undefined;
}

/** What an entry shows follows from its video, and from who looks. */
export function showItem(
  call: ApiCall,
  { id, playlistId, videoId, addedAt, contentDetails }: PlaylistEntry,
): object {
  const { videos, playlists, channels } = videoState(call.simulation);
  const owner = playlists.get(playlistId)?.snippet.channelId ?? `UC${playlistId.slice(2)}`;
  const position = entriesOf(call, playlistId)!.findIndex((entry) => entry.id === id);
  const video = videos.get(videoId);
  const seen = video && isVisible(call, video) ? video : undefined;
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
