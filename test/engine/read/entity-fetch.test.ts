/** Calls that read a batch of entities, on a service of the test's own. */
import { expect, it } from 'vitest';
import { CacheEntry } from '../../../src/engine/read/load/cache-entry.ts';
import {
  type EntitiesFetch,
  fetchEntities,
  type SendRead,
} from '../../../src/engine/read/load/entity-fetch.ts';
import type { Resource } from '../../../src/engine/read/resource.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import { FreeBusy, freeBusyPaths } from '../../../src/services/calendar/resources.ts';
import { Video } from '../../../src/services/video/resources.ts';
import { upstreamError } from '../../../src/engine/api/error.ts';
import { videos } from '../../../src/services/video/operations.ts';

const paths = Paths.of('id', 'snippet.title');
const videoOf = (id: string): object => ({ id, snippet: { title: `Title of ${id}` } });

/** Fetches entities. @returns resolves when all calls have ended */
function fetchAll(
  resource: Resource,
  fetch: EntitiesFetch,
  send: SendRead,
  onFound: (value: object) => void = () => {},
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = fetch.entries.length;
  const onCallEnd = ({ length }: readonly CacheEntry[]): void => {
    left -= length;
    if (left === 0) resolve();
  };
  fetchEntities(resource, [fetch], send, { onFound, onCallEnd });
  return promise;
}

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
  const fetch = { entries: Object.values(entries), paths, downstream: new Set<string>() };
  await fetchAll(Video.resource, fetch, send);
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

it.each([
  ['in another order', ['c', 'a', 'b'], []],
  ['without one that does not exist', ['b', 'c'], ['a']],
  ['without the last one', ['a', 'b'], ['c']],
])('stores the entities of an answer %s', async (_, answered, missing) => {
  const entries = ['a', 'b', 'c'].map(
    (id) => new CacheEntry({ resource: Video.resource, key: [id] }),
  );
  const send: SendRead = () => Promise.resolve({ items: answered.map(videoOf) });
  await fetchAll(Video.resource, { entries, paths, downstream: new Set<string>() }, send);
  const read = Object.fromEntries(entries.map((entry) => [entry.ref.key[0]!, entry.read(paths)]));
  expect(read).toMatchObject({
    ...Object.fromEntries(answered.map((id) => [id, videoOf(id)])),
    ...Object.fromEntries(missing.map((id) => [id, null])),
  });
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

it('requests owner-only parts apart after a refusal, which one of them has caused', async () => {
  const calls: (readonly string[])[] = [];
  const ref = { resource: Video.resource, key: ['a'] };
  const entry = new CacheEntry(ref);
  const [refused = '', allowed = ''] = videos.list.ownerOnlyParts!;
  const send: SendRead = (_, args) => {
    const { part } = args as { readonly part: readonly string[] };
    calls.push(part);
    return part.includes(refused)
      ? Promise.reject(upstreamError(videos.list, 'FORBIDDEN'))
      : Promise.resolve({ items: [{ id: 'a', [allowed]: { of: 'a' } }] });
  };
  const parts = Paths.of('id', `${refused}.of`, `${allowed}.of`);
  const fetch = { entries: [entry], paths: parts, downstream: new Set<string>() };
  await fetchAll(Video.resource, fetch, send);
  const [first = [], ...others] = calls;
  expect([new Set(first), others.map(({ length }) => length)]).toEqual([
    new Set([refused, allowed]),
    [1, 1],
  ]);
  expect(new Set(others.flat())).toEqual(new Set([refused, allowed]));
  expect(entry.read(Paths.of(`${allowed}.of`))).toMatchObject({ [allowed]: { of: 'a' } });
  expect(() => entry.read(Paths.of(`${refused}.of`))).toThrow('FORBIDDEN');
});

it('requests calendars again that an answer leaves out because of a group', async () => {
  const calls: string[][] = [];
  const found: object[] = [];
  const leftOut = { errors: [{ reason: 'tooManyCalendarsRequested' }], busy: [] };
  const refOf = (id: string) => ({ resource: FreeBusy.resource, key: [id] });
  const entries = ['a', 'group', 'b'].map((id) => new CacheEntry(refOf(id)));
  const send: SendRead = (_, { body }) => {
    const { items } = body as { readonly items: readonly { readonly id: string }[] };
    const ids = items.map(({ id }) => id);
    calls.push(ids);
    return Promise.resolve(
      ids.includes('group')
        ? {
            calendars: { a: { busy: [] }, b: leftOut, member: { busy: [] }, other: leftOut },
            groups: { group: { calendars: ['member', 'other'] } },
          }
        : { calendars: { b: { busy: [{ start: 'x', end: 'y' }] } } },
    );
  };
  const fetch = { entries, paths: freeBusyPaths, downstream: new Set<string>() };
  await fetchAll(FreeBusy.resource, fetch, send, (value) => found.push(value));
  expect(calls).toEqual([['a', 'group', 'b'], ['b']]);
  expect(entries.map((entry) => entry.read(freeBusyPaths))).toMatchObject([
    { busy: [] },
    { calendars: ['member', 'other'] },
    { busy: [{ start: 'x', end: 'y' }] },
  ]);
  expect(found).toMatchObject([{ busy: [] }, leftOut]);
});
