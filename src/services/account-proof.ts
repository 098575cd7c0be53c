/**
 * How answers prove whose access token it is. YouTube names the channel of the caller, Google
 * Calendar the address of the caller's primary calendar. No answer proves that a channel and an
 * address belong together, so each service has an account of its own.
 */
import type { AccountProof } from '../engine/api/api.ts';

const mine = ['mine', true] as const;

const ownChannel: AccountProof = {
  kind: 'channel',
  argument: mine,
  path: 'items.snippet.channelId',
};

const primaryCalendar: AccountProof = {
  kind: 'address',
  argument: ['calendarId', 'primary'],
  path: 'id',
};

/** By the key of the operation. */
export const accountProofs: ReadonlyMap<string, AccountProof> = new Map([
  ['video:channels.list', { kind: 'channel', argument: mine, path: 'items.id' }],
  ['video:playlists.list', ownChannel],
  ['video:channelSections.list', ownChannel],
  ['live:liveBroadcasts.list', ownChannel],
  ['live:liveStreams.list', ownChannel],
  ['calendar:calendars.get', primaryCalendar],
  ['calendar:calendarList.get', primaryCalendar],
]);
