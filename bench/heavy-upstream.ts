/**
 * A fake YouTube with as many playlists, items and videos as a query requests. It responds with the
 * requested fields only, after a delay.
 */
import { applyMask, parseMask } from '../src/sandbox/call/mask.ts';
import { responseOf, serveCounted } from './counted-server.ts';

/** Milliseconds before each response. */
const delayMs = Number(process.argv[2]);

/** Characters of a description; YouTube allows 5000 bytes. */
const descriptionLength = Number(process.argv[3]);

const pageSize = 50;
const description = 'A sentence of a description, as long as usual. '.repeat(110);

const textOf = (id: string): object => ({
  title: `The title of ${id}, which has a usual length`,
  description: `${id} ${description.slice(0, descriptionLength)}`,
  channelId: `UC${id.padStart(22, '0')}`,
  channelTitle: 'A channel',
  publishedAt: '2026-03-10T09:00:00Z',
});

const playlist = (id: string): object => ({ id, snippet: textOf(id) });

const playlistItem = (id: string): object => ({
  id,
  snippet: { ...textOf(id), position: 1, resourceId: { videoId: id.slice(-11) } },
  contentDetails: { videoId: id.slice(-11) },
});

/** By the last segment of the path. */
const resources: Readonly<Record<string, (id: string) => object>> = {
  playlists: playlist,
  playlistItems: playlistItem,
  videos: (id) => ({ id, snippet: textOf(id) }),
  channels: (id) => ({ id, snippet: textOf(id) }),
};

/** The requested ids, or the next page of an endless list. */
function page(query: URLSearchParams): { ids: readonly string[]; nextPageToken?: string } {
  const ids = query.getAll('id').flatMap((value) => value.split(','));
  if (ids.length > 0) return { ids };
  const start = Number(query.get('pageToken') ?? 0);
  const parent = query.get('playlistId') ?? 'PL';
  const indexes = Array.from({ length: pageSize }, (_, index) => start + index);
  const idOf = (index: number): string => `${parent}${String(index).padStart(5, '0')}`;
  return { ids: indexes.map(idOf), nextPageToken: String(start + pageSize) };
}

function respond(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  const entity = resources[pathname.split('/').at(-1)!];
  if (entity === undefined) throw new Error(`The fake upstream has no ${pathname}.`);
  const { ids, nextPageToken } = page(searchParams);
  const mask = parseMask(searchParams.get('fields') ?? '*');
  return JSON.stringify(applyMask(mask, { items: ids.map(entity), nextPageToken }));
}

serveCounted((url) => responseOf(respond(url)), delayMs);
