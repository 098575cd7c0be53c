/** Other behaviours of reads that the gateway depends on. */
import { calendarList, events, freebusy } from '../../src/services/calendar/operations.ts';
import { files } from '../../src/services/storage/operations.ts';
import { captions, channels, playlists, videos } from '../../src/services/video/operations.ts';
import type { AnyOperation } from '../../src/engine/api/operation.ts';
import { checkStatus } from '../check.ts';
import type { Arguments } from '../rest-request.ts';
import type { Check } from '../session.ts';
import { ownChannel, ownVideos, spokenTrack, unknown } from './lookup.ts';

const etagCheck = (operation: AnyOperation, args: Arguments): Check => ({
  name: `${operation.key}: If-None-Match`,
  calls: [operation, operation],
  run: async (session) => {
    const first = (await session.need(operation, args)) as { readonly etag?: string };
    session.observeWord(operation, 'form of the etag', {
      absent: first.etag === undefined,
      'in quotes': first.etag?.startsWith('"') === true,
      'without quotes': true,
    });
    const headers = { 'if-none-match': quoted(first.etag ?? '') };
    await session.send(operation, args, { step: 'same etag', headers });
  },
});

/** An etag as a header has it; YouTube and Calendar state it with or without quotes. */
export const quoted = (etag: string): string => (/^(W\/)?"/.test(etag) ? etag : `"${etag}"`);

const playlistArgs = { part: ['id'], mine: true, maxResults: 1 };

/** Parameters of the gateway in every call. */
const compact = { prettyPrint: false };

export const readBehaviours: readonly Check[] = [
  checkStatus(playlists.list, 'compact JSON', { ...playlistArgs, ...compact }),
  checkStatus(files.list, 'compact JSON', { pageSize: 1, ...compact }),
  checkStatus(calendarList.list, 'compact JSON', compact),
  {
    name: 'lists of unknown ids',
    calls: [channels.list, playlists.list],
    run: async (session) => {
      const observe = (operation: AnyOperation, { items }: { readonly items?: unknown }): void =>
        session.observeWord(operation, 'items', {
          absent: items === undefined,
          empty: Array.isArray(items) && items.length === 0,
        });
      const part = ['id'];
      observe(channels.list, await session.need(channels.list, { part, id: unknown.channel }));
      observe(playlists.list, await session.need(playlists.list, { part, id: unknown.playlist }));
    },
  },
  {
    name: 'track of captions by speech recognition',
    calls: [],
    lookups: [ownChannel, ownVideos, spokenTrack],
    run: async (session) => {
      const { trackKind, lastUpdated } = await session.find(spokenTrack);
      session.observeWord(captions.list, 'trackKind', {
        asr: trackKind === 'asr',
        ASR: trackKind === 'ASR',
      });
      session.observeWord(captions.list, 'lastUpdated', {
        'with five digits of the second': /\.\d{5}Z$/.test(lastUpdated ?? ''),
        'with others': true,
      });
    },
  },
  {
    name: 'unknown and repeated ids among those of a call',
    calls: [videos.list],
    lookups: [ownChannel, ownVideos],
    run: async (session) => {
      const [id = ''] = await session.find(ownVideos);
      const args = { part: ['id'], id: [id, unknown.video, id] };
      const { items = [] } = await session.need(videos.list, args);
      session.observeWord(videos.list, 'items', {
        'left out, once': items.length === 1,
        'left out, as often as asked': items.length === 2,
      });
    },
  },
  {
    name: 'statistics alone, and those of the list',
    calls: [videos.list, videos.batchGetStats, videos.batchGetStats],
    lookups: [ownChannel, ownVideos],
    run: async (session) => {
      const operation = videos.batchGetStats;
      const [id = ''] = await session.find(ownVideos);
      const part = ['snippet', 'statistics', 'contentDetails'];
      const { items: [video] = [] } = await session.need(videos.list, { part, id: [id] });
      const whole = await session.need(operation, { part, id: [id, unknown.video] });
      const masked = await session.need(
        operation,
        { part: ['statistics'], id: [id], fields: 'items(id,statistics/viewCount)' },
        { step: 'as the gateway asks' },
      );
      session.observeWord(operation, 'unknown id', {
        'left out': whole.items?.length === 1,
        'an item': true,
      });
      session.observeWord(operation, 'id without its part', {
        present: masked.items?.[0]?.id === id,
        absent: true,
      });
      const [item] = whole.items ?? [];
      for (const name of ['viewCount', 'likeCount', 'commentCount'] as const)
        session.observeWord(operation, name, {
          'as in the list': item?.statistics?.[name] === video?.statistics?.[name],
          absent: item?.statistics?.[name] === undefined,
          'another number': true,
        });
      session.observeWord(operation, 'publishTime', {
        'as in the list': item?.snippet?.publishTime === video?.snippet?.publishedAt,
        'another time': true,
      });
      session.observeWord(operation, 'duration', {
        'whole seconds': /^\d+s$/.test(item?.contentDetails?.duration ?? ''),
        'parts of a second': /^\d+\.\d+s$/.test(item?.contentDetails?.duration ?? ''),
        'another form': true,
      });
    },
  },
  {
    name: 'fields outside the parts of a call',
    calls: [videos.list],
    lookups: [ownChannel, ownVideos],
    run: async (session) => {
      const [id = ''] = await session.find(ownVideos);
      const args = { part: ['id'], id, fields: 'items(snippet/title)' };
      const { items } = await session.need(videos.list, args);
      session.observeWord(videos.list, 'items', {
        'no items': items === undefined,
        'empty items': items?.length === 1 && Object.keys(items[0]!).length === 0,
        'no elements': items?.length === 0,
      });
    },
  },
  {
    name: 'page token that the mask does not name',
    calls: [playlists.list, playlists.list],
    run: async (session) => {
      const whole = await session.need(playlists.list, playlistArgs);
      const options = { step: 'with a mask' };
      const masked = await session.need(
        playlists.list,
        { ...playlistArgs, fields: 'items(id)' },
        options,
      );
      if (whole.nextPageToken)
        session.observeWord(playlists.list, 'page token', {
          absent: masked.nextPageToken === undefined,
          present: true,
        });
    },
  },
  etagCheck(playlists.list, playlistArgs),
  etagCheck(events.list, { calendarId: 'primary', maxResults: 1 }),
  etagCheck(calendarList.list, {}),
  {
    name: 'number of generated ids',
    calls: [files.generateIds],
    run: async (session) => {
      const { ids = [] } = await session.need(files.generateIds, {});
      session.observeNumber(files.generateIds, 'pageSize', 'default', ids?.length ?? 0);
    },
  },
  {
    name: 'free times of an unknown calendar',
    calls: [freebusy.query],
    run: async (session) => {
      const body = {
        timeMin: '2026-01-01T00:00:00Z',
        timeMax: '2026-01-02T00:00:00Z',
        items: [{ id: unknown.calendar }],
      };
      const { calendars: found = {} } = await session.need(freebusy.query, { body });
      const entry = found?.[unknown.calendar];
      session.observeWord(freebusy.query, 'unknown calendar', {
        absent: entry === undefined,
        notFound: entry?.errors?.[0]?.reason === 'notFound',
        'another error': entry?.errors !== undefined,
        'no error': true,
      });
    },
  },
  {
    name: 'sync token of a filtered list',
    calls: [events.list, events.list],
    run: async (session) => {
      const args = { calendarId: 'primary', maxResults: 2500, timeMin: '2026-01-01T00:00:00Z' };
      const { nextSyncToken } = await session.need(events.list, args);
      if (!nextSyncToken) return;
      const { calendarId } = args;
      const next = { calendarId, syncToken: nextSyncToken };
      await session.send(events.list, next, { step: 'without the filter' });
    },
  },
];
