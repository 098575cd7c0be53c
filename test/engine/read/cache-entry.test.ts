import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import {
  CacheEntry,
  type PendingFetch,
  UNKNOWN,
} from '../../../src/engine/read/load/cache-entry.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import { attachRef, refOf } from '../../../src/engine/read/resource.ts';
import { checkAnswer } from '../../../src/engine/rest/operation/answer-check.ts';
import { errorAbove } from '../../../src/engine/rest/operation/invalid-value.ts';
import { videos } from '../../../src/services/video/operations.ts';

const resource = {
  name: 'Video',
  key: ['videoId'],
  read: { kind: 'single', operation: videos.list },
} as const;

const ref = { resource, key: ['v'] };

const [title, tags, count, files] = [
  Paths.of('snippet.title'),
  Paths.of('snippet.tags'),
  Paths.of('statistics.viewCount'),
  Paths.of('attachments.fileId'),
];

function fetchOf(answered: Paths): PendingFetch {
  const alone: PendingFetch[] = [];
  const fetch = { answered, alone };
  alone.push(fetch);
  return fetch;
}

/** A copy without the ref, which values have under a symbol. */
const plain = (entry: CacheEntry, paths: Paths): unknown => structuredClone(entry.read(paths));

describe('a cache entry', () => {
  it('is unknown, known or null path by path', () => {
    const entry = new CacheEntry(ref);
    expect(entry.read(title)).toBe(UNKNOWN);
    entry.store({ snippet: { title: 'T' } }, title);
    expect(plain(entry, title)).toEqual({ snippet: { title: 'T' } });
    expect(entry.read(tags)).toBe(UNKNOWN);
    entry.store(null, tags);
    expect(entry.read(count)).toBeNull();
  });
  it('knows an invalid value until a later answer has a valid one', () => {
    const entry = new CacheEntry(ref);
    const add = (item: object, paths: Paths): void => {
      checkAnswer(googleApis, videos.list, paths.under('items').mask, { items: [item] });
      entry.store(item, paths);
    };
    const errorsAt = (path: string): unknown => errorAbove(entry.read(Paths.none), path);
    add({ snippet: { title: 7 }, statistics: { viewCount: 'many' } }, Paths.union([title, count]));
    expect(errorsAt('snippet.title')).toMatchObject({ code: 'UPSTREAM_INVALID' });
    add({ snippet: { title: 'T', tags: [null] } }, Paths.union([title, tags]));
    expect(errorsAt('snippet.title')).toBeUndefined();
    expect(errorsAt('snippet.tags')).toMatchObject({ code: 'UPSTREAM_INVALID' });
    expect(errorsAt('statistics.viewCount')).toMatchObject({ code: 'UPSTREAM_INVALID' });
  });
  it('mixes no two items of lists that came in another order', () => {
    const entry = new CacheEntry({ ...ref, key: [] });
    const list = (
      ...items: readonly { readonly id: string; readonly [name: string]: string }[]
    ) => ({
      items: items.map((item) => attachRef({ ...item }, { resource, key: [item.id] })),
    });
    const [names, codes] = [Paths.of('name'), Paths.of('code')];
    const [one, two] = [{ id: '1' }, { id: '2' }];
    entry.store(list({ ...one, name: 'One' }, { ...two, name: 'Two' }), names);
    entry.store(list({ ...two, code: 'b' }, { ...one, code: 'a' }), codes);
    expect(entry.read(names)).toBe(UNKNOWN);
    expect(plain(entry, codes)).toEqual({
      items: [
        { ...two, code: 'b' },
        { ...one, code: 'a' },
      ],
    });
    entry.store(list({ ...two, name: 'Two' }, { ...one, name: 'One' }), names);
    expect(plain(entry, names)).toEqual({
      items: [
        { ...two, code: 'b', name: 'Two' },
        { ...one, code: 'a', name: 'One' },
      ],
    });
  });
  it('misses only paths that are neither known nor pending', async () => {
    const entry = new CacheEntry(ref);
    entry.store({ snippet: { title: 'T' } }, title);
    const fetch = fetchOf(tags);
    entry.startFetch(fetch);
    expect([
      ...entry.missing(Paths.of('snippet.title', 'snippet.tags', 'statistics.viewCount')).set,
    ]).toEqual(['statistics.viewCount']);
    const fetched = entry.whenFetched(tags);
    entry.endFetches(new Set([fetch]));
    await fetched;
    expect([...entry.missing(tags).set]).toEqual(['snippet.tags']);
  });
  it('waits for pending fetches of the paths and for no others', async () => {
    const entry = new CacheEntry(ref);
    const fetches = [title, tags, count].map(fetchOf);
    for (const fetch of fetches) entry.startFetch(fetch);
    const fetched: string[] = [];
    const both = entry
      .whenFetched(Paths.of('snippet.title', 'snippet.tags'))
      .then(() => fetched.push('title and tags'));
    const one = entry.whenFetched(tags).then(() => fetched.push('tags'));
    entry.endFetches(new Set([fetches[1]!]));
    await one;
    expect(fetched).toEqual(['tags']);
    entry.endFetches(new Set([fetches[0]!]));
    await both;
    await entry.whenFetched(files);
    expect([...entry.missing(Paths.of('snippet.title', 'statistics.viewCount')).set]).toEqual([
      'snippet.title',
    ]);
  });
  it('fails only for the paths whose call failed', () => {
    const entry = new CacheEntry(ref);
    entry.store({ snippet: { title: 'T' } }, title);
    entry.fail(count, new Error('no'));
    expect(plain(entry, title)).toEqual({ snippet: { title: 'T' } });
    expect(() => entry.read(Paths.of('snippet.title', 'statistics.viewCount'))).toThrow('no');
    expect(entry.read(tags)).toBe(UNKNOWN);
  });
});

describe('two responses about one entity', () => {
  it('are merged into one value with the ref; values returned before do not change', () => {
    const entry = new CacheEntry(ref);
    entry.store({ snippet: { title: 'T' } }, title);
    const first = entry.read(title);
    entry.store(
      { statistics: { viewCount: '1' }, snippet: { tags: ['a'] } },
      Paths.of('statistics.viewCount', 'snippet.tags'),
    );
    expect(entry.read(Paths.of('snippet', 'statistics.viewCount'))).toBe(UNKNOWN);
    const both = entry.read(Paths.of('snippet.title', 'snippet.tags', 'statistics.viewCount'));
    expect(structuredClone(both)).toEqual({
      snippet: { title: 'T', tags: ['a'] },
      statistics: { viewCount: '1' },
    });
    expect(structuredClone(first)).toEqual({ snippet: { title: 'T' } });
    expect(refOf(both)).toBe(ref);
  });
  it('merge lists item by item', () => {
    const entry = new CacheEntry(ref);
    entry.store({ attachments: [{ title: 'a' }, { title: 'b' }] }, Paths.of('attachments.title'));
    entry.store({ attachments: [{ fileId: '1' }, { fileId: '2' }] }, files);
    expect(plain(entry, Paths.of('attachments.title', 'attachments.fileId'))).toEqual({
      attachments: [
        { title: 'a', fileId: '1' },
        { title: 'b', fileId: '2' },
      ],
    });
  });
  it('are not merged if a list has changed in between: paths of the older response are unknown again', () => {
    const entry = new CacheEntry(ref);
    entry.store({ attachments: [{ title: 'a' }, { title: 'b' }] }, Paths.of('attachments.title'));
    entry.store({ attachments: [{ fileId: '1' }] }, files);
    expect(plain(entry, files)).toEqual({ attachments: [{ fileId: '1' }] });
    expect(entry.read(Paths.of('attachments.title'))).toBe(UNKNOWN);
  });
});
