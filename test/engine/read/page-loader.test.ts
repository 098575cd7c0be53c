import { describe, expect, it } from 'vitest';
import { BatchScheduler } from '../../../src/engine/read/load/batching.ts';
import { PageLoader, type PageRead } from '../../../src/engine/read/list/page-loader.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import { captions, playlistItems } from '../../../src/services/video/operations.ts';

interface Sent {
  readonly args: Readonly<Record<string, unknown>>;
  readonly downstream: readonly string[];
}

/** A loader, and the calls that it has sent; each is answered with its number. */
function recordedLoader() {
  const sent: Sent[] = [];
  const shared: string[][] = [];
  let ended = 0;
  const scheduler = {
    start: (downstream: ReadonlySet<string>) => {
      shared.push([...downstream]);
      return () => void (ended += 1);
    },
  };
  const loader = new PageLoader(scheduler, (_, args, downstream) => {
    sent.push({ args, downstream: [...downstream] });
    return Promise.resolve({ call: sent.length });
  });
  return { loader, sent, shared, ended: () => ended };
}

interface Requested {
  readonly items?: number;
  readonly isExact?: boolean;
  readonly downstream?: readonly string[];
}

const pageOf = (
  path: string,
  { items = 5, isExact = false, downstream = [] }: Requested = {},
): PageRead => ({
  operation: playlistItems.list,
  args: { playlistId: 'p' },
  paths: Paths.of(`items.${path}`, 'nextPageToken'),
  size: { items, isExact },
  downstream: new Set(downstream),
});

const title = 'snippet.title';
const note = 'contentDetails.note';

/** Page sizes of the calls for pages that are requested in one tick. */
async function sizesFor(...requested: readonly Requested[]): Promise<unknown[]> {
  const { loader, sent } = recordedLoader();
  const pages = await Promise.all(requested.map((each) => loader.load(pageOf(title, each))));
  for (const [index, { size }] of pages.entries())
    expect(size).toBeGreaterThanOrEqual(requested[index]!.items!);
  return sent.map(({ args }) => args['maxResults']);
}

describe('pages that are requested in one tick', () => {
  it('are one call for the union of the paths and types', async () => {
    const { loader, sent } = recordedLoader();
    const first = loader.load(pageOf(title, { downstream: ['Video'] }));
    // Promises that are settled belong to the same tick.
    const second = Promise.resolve().then(() =>
      loader.load(pageOf(note, { downstream: ['Channel'] })),
    );
    expect(sent).toEqual([]);
    const answers = [(await first).answer, (await second).answer];
    expect(answers).toEqual([{ call: 1 }, { call: 1 }]);
    expect(sent).toEqual([
      {
        args: {
          playlistId: 'p',
          maxResults: 5,
          part: ['contentDetails', 'snippet'],
          fields: 'items(contentDetails/note,snippet/title),nextPageToken',
        },
        downstream: ['Video', 'Channel'],
      },
    ]);
  });
  it('have the larger size', async () => {
    expect(await sizesFor({ items: 5 }, { items: 20 }, { items: 10 })).toEqual([20]);
  });
  it('have the size of a cursor if it is large enough', async () => {
    expect(await sizesFor({ items: 5 }, { items: 20, isExact: true })).toEqual([20]);
    expect(await sizesFor({ items: 20, isExact: true }, { items: 5 })).toEqual([20]);
  });
  it('are several calls for different sizes of cursors', async () => {
    const [small, large] = [
      { items: 5, isExact: true },
      { items: 20, isExact: true },
    ];
    expect(await sizesFor(small, large, { items: 50 })).toEqual([5, 20, 50]);
  });
  it('are several calls for different arguments', async () => {
    const { loader, sent } = recordedLoader();
    const other = { ...pageOf(title), args: { playlistId: 'q' } };
    await Promise.all([loader.load(pageOf(title)), loader.load(other)]);
    expect(sent.map(({ args }) => args['playlistId'])).toEqual(['p', 'q']);
  });
  it('all fail if their call fails', async () => {
    const error = new Error('failed');
    const loader = new PageLoader(new BatchScheduler(0), () => Promise.reject(error));
    const results = await Promise.allSettled([
      loader.load(pageOf(title)),
      loader.load(pageOf(note)),
    ]);
    expect(results).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
  });
});

describe('a page that was sent', () => {
  it('is shared by a field that requests no more, which waits for types of its own', async () => {
    const { loader, sent, shared, ended } = recordedLoader();
    await loader.load(pageOf(title, { items: 20 }));
    const later = pageOf(title, { items: 5, downstream: ['Video'] });
    expect(loader.has(later)).toBe(true);
    expect(await loader.load(later)).toMatchObject({ answer: { call: 1 }, size: 20 });
    expect([sent.length, shared, ended()]).toEqual([1, [['Video']], 1]);
  });
  it.each([
    ['other paths', pageOf(note)],
    ['more items', pageOf(title, { items: 6 })],
    ['another size for a cursor', pageOf(title, { items: 4, isExact: true })],
  ])('is no answer for %s', async (_, later) => {
    const { loader, sent } = recordedLoader();
    await loader.load(pageOf(title));
    expect(loader.has(later)).toBe(false);
    await loader.load(later);
    expect(sent).toHaveLength(2);
  });
  it('is forgotten after a write', async () => {
    const { loader, sent } = recordedLoader();
    await loader.load(pageOf(title));
    loader.clear();
    await loader.load(pageOf(title));
    expect(sent).toHaveLength(2);
  });
});

it('sends no size if none is requested', async () => {
  const { loader, sent } = recordedLoader();
  const read: PageRead = {
    operation: captions.list,
    args: { videoId: 'v' },
    paths: Paths.of('items.snippet.name'),
    size: undefined,
    downstream: new Set(),
  };
  await loader.load(read);
  expect(sent[0]!.args).toEqual({ videoId: 'v', part: ['snippet'], fields: 'items/snippet/name' });
});
