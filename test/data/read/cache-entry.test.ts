import { describe, expect, it } from 'vitest';
import { Held, UNKNOWN } from '../../../src/data/read/cache-entry.ts';
import { Paths } from '../../../src/data/read/path.ts';
import { refOf } from '../../../src/data/read/resource.ts';
import { videos } from '../../../src/upstream/video/index.ts';

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

/** Without the ref that values carry under a symbol. */
const plain = (held: Held, paths: Paths): unknown => structuredClone(held.read(paths));

describe('what is known of a thing', () => {
  it('is unknown, held or absent, path by path', () => {
    const held = new Held(ref);
    expect(held.read(title)).toBe(UNKNOWN);
    held.put({ snippet: { title: 'T' } }, title);
    expect(plain(held, title)).toEqual({ snippet: { title: 'T' } });
    expect(held.read(tags)).toBe(UNKNOWN);
    held.put(null, tags);
    expect(held.read(count)).toBeNull();
  });
  it('asks only for what is neither held nor on its way', async () => {
    const held = new Held(ref);
    held.put({ snippet: { title: 'T' } }, title);
    const land = held.departs(tags);
    expect([
      ...held.open(Paths.of('snippet.title', 'snippet.tags', 'statistics.viewCount')).set,
    ]).toEqual(['statistics.viewCount']);
    const landing = held.landing(tags);
    land();
    await landing;
    expect([...held.open(tags).set]).toEqual(['snippet.tags']);
  });
  it('waits for what is on its way of the paths asked, and for nothing else', async () => {
    const held = new Held(ref);
    const lands = [title, tags, count].map((paths) => held.departs(paths));
    const landed: string[] = [];
    const both = held
      .landing(Paths.of('snippet.title', 'snippet.tags'))
      .then(() => landed.push('title and tags'));
    const one = held.landing(tags).then(() => landed.push('tags'));
    lands[1]!();
    await one;
    expect(landed).toEqual(['tags']);
    lands[0]!();
    await both;
    await held.landing(files);
    expect([...held.open(Paths.of('snippet.title', 'statistics.viewCount')).set]).toEqual([
      'snippet.title',
    ]);
  });
  it('fails only for the paths whose call failed', () => {
    const held = new Held(ref);
    held.put({ snippet: { title: 'T' } }, title);
    held.fail(count, new Error('no'));
    expect(plain(held, title)).toEqual({ snippet: { title: 'T' } });
    expect(() => held.read(Paths.of('snippet.title', 'statistics.viewCount'))).toThrow('no');
    expect(held.read(tags)).toBe(UNKNOWN);
  });
});

describe('two answers about one thing', () => {
  it('are one value that carries the ref, and leave values that were handed out alone', () => {
    const held = new Held(ref);
    held.put({ snippet: { title: 'T' } }, title);
    const first = held.read(title);
    held.put(
      { statistics: { viewCount: '1' }, snippet: { tags: ['a'] } },
      Paths.of('statistics.viewCount', 'snippet.tags'),
    );
    expect(held.read(Paths.of('snippet', 'statistics.viewCount'))).toBe(UNKNOWN);
    const both = held.read(Paths.of('snippet.title', 'snippet.tags', 'statistics.viewCount'));
    expect(structuredClone(both)).toEqual({
      snippet: { title: 'T', tags: ['a'] },
      statistics: { viewCount: '1' },
    });
    expect(structuredClone(first)).toEqual({ snippet: { title: 'T' } });
    expect(refOf(both)).toBe(ref);
  });
  it('merge lists entry by entry', () => {
    const held = new Held(ref);
    held.put({ attachments: [{ title: 'a' }, { title: 'b' }] }, Paths.of('attachments.title'));
    held.put({ attachments: [{ fileId: '1' }, { fileId: '2' }] }, files);
    expect(plain(held, Paths.of('attachments.title', 'attachments.fileId'))).toEqual({
      attachments: [
        { title: 'a', fileId: '1' },
        { title: 'b', fileId: '2' },
      ],
    });
  });
  it('are not mixed where a list changed in between: the newer one counts, the older is unknown again', () => {
    const held = new Held(ref);
    held.put({ attachments: [{ title: 'a' }, { title: 'b' }] }, Paths.of('attachments.title'));
    held.put({ attachments: [{ fileId: '1' }] }, files);
    expect(plain(held, files)).toEqual({ attachments: [{ fileId: '1' }] });
    expect(held.read(Paths.of('attachments.title'))).toBe(UNKNOWN);
  });
});
