/** Playlists that a caller can read, including those that YouTube creates for every channel. */
import type { ApiCall } from '../../call/handler.ts';
import { likesOf, uploadsOf } from '../../seed/ids.ts';
import { type ChannelEntity, type PlaylistEntity, type Privacy, videoState } from '../state.ts';

/** Whether the playlist is on the caller's channel. */
export const isOwnPlaylist = ({ user }: ApiCall, { snippet }: PlaylistEntity): boolean =>
  snippet.channelId === user.channelId;

/** Whether the caller can read the playlist by its id. */
export const isVisiblePlaylist = (call: ApiCall, playlist: PlaylistEntity): boolean =>
  playlist.status.privacyStatus !== 'private' || isOwnPlaylist(call, playlist);

/** Whether the playlist is one of the channels' uploads playlists. */
export const isUploadsPlaylist = (call: ApiCall, playlistId: string): boolean =>
  findUploadsChannel(call, playlistId) !== undefined;

/** Returns the channel whose uploads playlist has this id. */
export const findUploadsChannel = (
  { simulation }: ApiCall,
  playlistId: string,
): ChannelEntity | undefined =>
  [...videoState(simulation).channels.values()].find(({ id }) => uploadsOf(id) === playlistId);

/**
 * Returns the uploads playlist or the caller's likes playlist with this id. YouTube creates these
 * playlists itself; users cannot change them.
 */
export function findSystemPlaylist(call: ApiCall, id: string): PlaylistEntity | undefined {
  const { user, simulation } = call;
  const channel = findUploadsChannel(call, id);
  if (channel) return buildPlaylist(id, channel, `Uploads from ${channel.snippet.title}`, 'public');
  if (user.channelId === undefined || id !== likesOf(user.channelId)) return undefined;
  const ownChannel = videoState(simulation).channels.get(user.channelId)!;
  return buildPlaylist(id, ownChannel, 'Liked videos', 'private');
}

const buildPlaylist = (
  id: string,
  { id: channelId, snippet }: ChannelEntity,
  title: string,
  privacyStatus: Privacy,
): PlaylistEntity => ({
  kind: 'youtube#playlist',
  id,
  snippet: {
    publishedAt: snippet.publishedAt,
    channelId,
    title,
    description: '',
    channelTitle: snippet.title,
  },
  status: { privacyStatus },
});
