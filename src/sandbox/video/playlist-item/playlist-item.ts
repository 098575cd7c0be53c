/** Items of playlists. Items of deleted and private videos stay listed, without texts. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { likesOf, uploadsOf } from '../../seed/ids.ts';
import { rfc3339 } from '../../time.ts';
import { throwForbidden, throwIdNotFound } from '../error.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { findUploadsChannel, isVisiblePlaylist } from '../playlist/access.ts';
import { type PlaylistItemEntity, type VideoEntity, videoState } from '../state.ts';
import { isListedVideo, isVisibleVideo } from '../video/access.ts';

/**
 * Returns the items of a playlist in order. Items of uploads playlists and of the caller's likes
 * playlist are computed; stored items are the stored array itself.
 * @returns undefined if there is no such playlist
 */
export function findPlaylistItems(
  call: ApiCall,
  playlistId: string,
): readonly PlaylistItemEntity[] | undefined {
  const { user, simulation } = call;
  const stored = videoState(simulation).playlistItems.get(playlistId);
  if (stored) return stored;
  if (user.channelId !== undefined && playlistId === likesOf(user.channelId))
    return findLikedItems(call, playlistId);
  const channel = findUploadsChannel(call, playlistId);
  return channel && findUploadedItems(call, playlistId, channel.id);
}

/** The videos of a channel that the caller can list, newest first. */
function findUploadedItems(
  call: ApiCall,
  playlistId: string,
  channelId: string,
): readonly PlaylistItemEntity[] {
  const { videos } = videoState(call.simulation);
  return [...videos.values()]
    .filter((video) => video.snippet.channelId === channelId && isListedVideo(call, video))
    .toSorted((a, b) => (a.snippet.publishedAt < b.snippet.publishedAt ? 1 : -1))
    .map(({ id, snippet }) => ({
      id: `UE${stableId(`upload ${id}`, 30)}`,
      playlistId,
      videoId: id,
      addedAt: snippet.publishedAt,
      contentDetails: {},
    }));
}

/** The videos that the caller likes, the last rated first. */
function findLikedItems(
  { user, simulation }: ApiCall,
  playlistId: string,
): readonly PlaylistItemEntity[] {
  const ratings = videoState(simulation).ratings.get(user.email) ?? new Map<string, string>();
  const liked = [...ratings].filter(([, rating]) => rating === 'like');
  return liked.toReversed().map(([videoId]) => ({
    id: `LE${stableId(`liked ${user.email} ${videoId}`, 30)}`,
    playlistId,
    videoId,
    addedAt: rfc3339(simulation.start),
    contentDetails: {},
  }));
}

/** `playlistItems.list`: the items with these ids or of a playlist, of one video or of all. */
export const listPlaylistItems: Handler = (call) => {
  const { query } = call;
  const items = query.has('id')
    ? findByIds(query.list('id'), (id) => findPlaylistItem(call, id))
    : findItemsOfPlaylist(call, query.text('playlistId')!);
  const requestedVideo = query.text('videoId');
  const selected =
    requestedVideo === undefined
      ? items
      : items.filter(({ videoId }) => videoId === requestedVideo);
  return listResponse(call, selected, (item) => serializePlaylistItem(call, item));
};

function findItemsOfPlaylist(call: ApiCall, playlistId: string): readonly PlaylistItemEntity[] {
  const domain = 'youtube.playlistItem';
  const playlist = videoState(call.simulation).playlists.get(playlistId);
  const items = findPlaylistItems(call, playlistId);
  if (!items) return throwIdNotFound(domain, 'playlistNotFound', 'playlistId');
  if (playlist && !isVisiblePlaylist(call, playlist))
    return throwForbidden(domain, 'playlistItemsNotAccessible');
  return items;
}

/** Returns the item with this id from the playlists that the caller can see. */
export function findPlaylistItem(call: ApiCall, id: string): PlaylistItemEntity | undefined {
  const { playlists, channels } = videoState(call.simulation);
  const { channelId } = call.user;
  const playlistIds = [
    ...[...playlists.values()]
      .filter((playlist) => isVisiblePlaylist(call, playlist))
      .map((playlist) => playlist.id),
    ...(channelId === undefined ? [] : [likesOf(channelId)]),
    ...[...channels.keys()].map(uploadsOf),
  ];
  for (const playlistId of playlistIds) {
    const item = findPlaylistItems(call, playlistId)!.find((candidate) => candidate.id === id);
    if (item) return item;
  }
  return undefined;
}

/** Returns an item as the caller sees it: its texts are those of the video, if that is visible. */
export function serializePlaylistItem(
  call: ApiCall,
  { id, playlistId, videoId, addedAt, contentDetails }: PlaylistItemEntity,
): object {
  const { videos, playlists, channels } = videoState(call.simulation);
  const channelId = playlists.get(playlistId)?.snippet.channelId ?? `UC${playlistId.slice(2)}`;
  const position = findPlaylistItems(call, playlistId)!.findIndex((item) => item.id === id);
  const video = videos.get(videoId);
  const visible = video && isVisibleVideo(call, video) ? video : undefined;
  return {
    kind: 'youtube#playlistItem',
    id,
    snippet: {
      publishedAt: addedAt,
      channelId,
      ...(visible ? serializeVideoTexts(visible) : unavailableTexts(video)),
      channelTitle: channels.get(channelId)!.snippet.title,
      playlistId,
      position,
      resourceId: { kind: 'youtube#video', videoId },
    },
    contentDetails: {
      videoId,
      ...contentDetails,
      ...(visible ? { videoPublishedAt: visible.snippet.publishedAt } : {}),
    },
    status: { privacyStatus: video ? video.status.privacyStatus : 'privacyStatusUnspecified' },
  };
}

const serializeVideoTexts = ({ snippet }: VideoEntity): object => ({
  title: snippet.title,
  description: snippet.description,
  thumbnails: snippet.thumbnails,
  videoOwnerChannelTitle: snippet.channelTitle,
  videoOwnerChannelId: snippet.channelId,
});

const unavailableTexts = (video: VideoEntity | undefined): object => ({
  title: video ? 'Private video' : 'Deleted video',
  description: video ? 'This video is private.' : 'This video is unavailable.',
  thumbnails: {},
});
