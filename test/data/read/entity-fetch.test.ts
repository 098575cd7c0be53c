/** Calls that read a batch of entities, on a service of the test's own. */
import { expect, it } from 'vitest';
import { CacheEntry } from '../../../src/data/read/cache-entry.ts';
import { fetchEntities, type SendRead } from '../../../src/data/read/entity-fetch.ts';
import { Paths } from '../../../src/data/read/path.ts';
import { Video } from '../../../src/graph/video/resource.ts';
import { upstreamError } from '../../../src/upstream/error.ts';
import { videos } from '../../../src/upstream/video/index.ts';

const paths = Paths.of('id', 'snippet.title');
const videoOf = (id: string): object => ({ id, snippet: { title: `Title of ${id}` } });

/**
 * Reads videos of which one fails every call.
 * @param onFailure runs before a call fails
 * @returns the ids of each call, and the entries by id
 */
async function readWith(failing: string, ids: readonly string[], onFailure: OnFailure = () => {}) {
  const calls: string[][] = [];
  const entries = Object.fromEntries(
    ids.map((id) => [id, new CacheEntry({ resource: Video.resource, key: [id] })]),
  );
  const send: SendRead = (_, args) => {
    const { id } = args as { readonly id: string[] };
    calls.push(id);
    if (!id.includes(failing)) return Promise.resolve({ items: id.map(videoOf) });
    onFailure(entries);
    return Promise.reject(upstreamError(videos.list, 'FORBIDDEN'));
  };
  const fetches = Object.values(entries).map((entry) => ({
    entry,
    paths,
    downstream: new Set<string>(),
  }));
  const started = fetchEntities(Video.resource, fetches, send, () => {});
  await Promise.all(started.map(({ done }) => done));
  return { calls, entries };
}

type OnFailure = (entries: Readonly<Record<string, CacheEntry>>) => void;

it('halves the ids of a failed call until the failing one stands alone', async () => {
  const { calls, entries } = await readWith('b', ['a', 'b', 'c', 'd']);
  expect(calls).toEqual([['a', 'b', 'c', 'd'], ['a', 'b'], ['c', 'd'], ['a'], ['b']]);
  expect(['a', 'c', 'd'].map((id) => entries[id]!.read(paths))).toMatchObject(
    ['a', 'c', 'd'].map(videoOf),
  );
  expect(() => entries['b']!.read(paths)).toThrow('FORBIDDEN');
});

it('leaves out an entity that another call has read meanwhile', async () => {
  const { calls } = await readWith('b', ['a', 'b', 'c', 'd'], ({ a, d }) => {
    a!.store(videoOf('a'), paths);
    d!.store({ id: 'd' }, Paths.of('id'));
  });
  expect(calls).toEqual([['a', 'b', 'c', 'd'], ['b'], ['c', 'd']]);
});

it('sends no call if another one has read all entities meanwhile', async () => {
  const { calls } = await readWith('b', ['a', 'b'], (entries) => {
    for (const [id, entry] of Object.entries(entries)) entry.store(videoOf(id), paths);
  });
  expect(calls).toEqual([['a', 'b']]);
});
