/** What YouTube Data rejects, and with which reason. */
import {
  activities,
  channels,
  commentThreads,
  comments,
  i18nLanguages,
  playlistItems,
  playlists,
  search,
  subscriptions,
  thumbnails,
  videoCategories,
  videos,
} from '../../src/services/video/operations.ts';
import { checkStatus } from '../check.ts';
import type { Check } from '../session.ts';
import { unknown } from './lookup.ts';

const part = ['id'];
const mine = { part, mine: true };

/** One id more than a call may have. */
const tooManyIds = Array.from(
  { length: 51 },
  (_, index) => `AAAAAAAA${String(index).padStart(3, '0')}`,
);

export const videoRejections: readonly Check[] = [
  checkStatus(playlists.list, 'no token', mine, { credential: 'none' }),
  checkStatus(playlists.list, 'invalid token', mine, { credential: 'invalid' }),
  checkStatus(playlists.list, 'no part', { mine: true }),
  checkStatus(playlists.list, 'empty part', { part: '', mine: true }),
  checkStatus(playlists.list, 'unknown part', { part: ['id', unknown.word], mine: true }),
  checkStatus(playlists.list, 'no filter', { part }),
  checkStatus(playlists.list, 'two filters', { ...mine, channelId: unknown.channel }),
  checkStatus(playlists.list, 'unknown channel', { part, channelId: unknown.channel }),
  checkStatus(playlists.list, 'unknown id', { part, id: unknown.playlist }),
  checkStatus(playlists.list, 'invalid page token', { ...mine, pageToken: unknown.word }),
  checkStatus(playlists.list, 'page size that is no number', { ...mine, maxResults: 'many' }),
  checkStatus(playlists.list, 'unknown field', { ...mine, fields: `items(${unknown.word})` }),
  checkStatus(playlists.list, 'malformed fields', { ...mine, fields: 'items(id' }),
  checkStatus(playlists.list, 'unknown alt', { ...mine, alt: unknown.word }),
  checkStatus(playlists.list, 'unknown parameter', { ...mine, [unknown.word]: 'x' }),
  checkStatus(playlists.list, 'unknown language', { ...mine, hl: 'zz-ZZ' }),
  checkStatus(playlists.list, 'unknown content owner', {
    ...mine,
    onBehalfOfContentOwner: unknown.word,
  }),
  checkStatus(playlistItems.list, 'unknown playlist', { part, playlistId: unknown.playlist }),
  checkStatus(playlistItems.list, 'no filter', { part }),
  checkStatus(playlistItems.list, 'watch later', { part, playlistId: 'WL' }),
  checkStatus(playlistItems.list, 'watch history', { part, playlistId: 'HL' }),
  checkStatus(videos.list, 'unknown id', { part, id: unknown.video }),
  checkStatus(videos.list, 'malformed id', { part, id: '-' }),
  checkStatus(videos.list, 'too many ids', { part, id: tooManyIds }),
  checkStatus(videos.list, 'page size with ids', { part, id: unknown.video, maxResults: 5 }),
  checkStatus(videos.list, 'unknown chart', { part, chart: unknown.word }),
  checkStatus(videos.list, 'unknown region', { part, chart: 'mostPopular', regionCode: 'ZZ' }),
  checkStatus(videos.list, 'unknown category', {
    part,
    chart: 'mostPopular',
    videoCategoryId: '99999',
  }),
  checkStatus(videos.list, 'private part of an unknown video', {
    part: ['fileDetails'],
    id: unknown.video,
  }),
  checkStatus(videos.getRating, 'unknown id', { id: unknown.video }),
  checkStatus(videos.getRating, 'no id', {}),
  checkStatus(channels.list, 'two filters', { ...mine, id: unknown.channel }),
  checkStatus(channels.list, 'unknown id', { part, id: unknown.channel }),
  checkStatus(channels.list, 'unknown handle', { part, forHandle: '@studiograph-unknown-0' }),
  checkStatus(activities.list, 'unknown channel', { part, channelId: unknown.channel }),
  checkStatus(activities.list, 'no filter', { part }),
  checkStatus(commentThreads.list, 'unknown video', { part, videoId: unknown.video }),
  checkStatus(commentThreads.list, 'unknown id', { part, id: unknown.word }),
  checkStatus(commentThreads.list, 'no filter', { part }),
  checkStatus(comments.list, 'unknown parent', { part, parentId: unknown.word }),
  checkStatus(comments.list, 'unknown id', { part, id: unknown.word }),
  checkStatus(subscriptions.list, 'unknown channel', { part, channelId: unknown.channel }),
  checkStatus(subscriptions.list, 'unknown order', { ...mine, order: unknown.word }),
  checkStatus(search.list, 'event type without type', {
    part,
    q: unknown.word,
    eventType: 'live',
  }),
  checkStatus(search.list, 'invalid page token', { part, q: 'x', pageToken: unknown.word }),
  checkStatus(i18nLanguages.list, 'no part', {}),
  checkStatus(videoCategories.list, 'unknown id', { part: ['snippet'], id: '99999' }),
  checkStatus(videoCategories.list, 'unknown region', { part: ['snippet'], regionCode: 'ZZ' }),
];

/** Rejected writes of what does not exist. */
export const videoWriteRejections: readonly Check[] = [
  checkStatus(
    thumbnails.set,
    'image of 3 MB',
    { videoId: unknown.video, body: {} },
    { writes: true, file: { type: 'image/png', text: 'x'.repeat(3 * 1024 * 1024) } },
  ),
  checkStatus(
    channels.update,
    'branding settings with another part',
    {
      part: ['brandingSettings', 'status'],
      body: { id: unknown.channel, brandingSettings: {}, status: {} },
    },
    { writes: true },
  ),
  checkStatus(
    channels.update,
    'no localizations',
    { part: ['localizations'], body: { id: unknown.channel, localizations: {} } },
    { writes: true },
  ),
];
