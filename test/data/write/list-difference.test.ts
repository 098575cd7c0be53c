/** An entity whose insert has lost its answer is found by comparing lists. */
import { describe, expect, it } from 'vitest';
import { ListDifference, readOwnList } from '../../../src/data/write/list-difference.ts';
import { Paths } from '../../../src/data/read/path.ts';
import type { Change, JsonRecord } from '../../../src/data/write/change.ts';
import type { Upstream } from '../../../src/upstream/upstream.ts';
import { liveStreams } from '../../../src/upstream/live/index.ts';
import { executionOf } from '../../support/write-execution.ts';

const pageSize = liveStreams.list.page!.maxSize!;

/** An account with entities; the newest one is anywhere in the list. */
function accountOf(count: number) {
  const items: JsonRecord[] = Array.from({ length: count }, (_, index) => ({
    id: `old-${index}`,
    snippet: { title: 'Camera' },
  }));
  const calls: JsonRecord[] = [];
  const call = (_: unknown, args: JsonRecord): Promise<unknown> => {
    calls.push(args);
    const start = Number(args['pageToken'] ?? 0);
    const end = start + Number(args['maxResults']);
    return Promise.resolve({
      items: structuredClone(items.slice(start, end)),
      ...(end < items.length && { nextPageToken: String(end) }),
    });
  };
  const upstream = { call, batches: () => false } as unknown as Upstream;
  return { items, calls, execution: executionOf(upstream) };
}

const list = { operation: liveStreams.list, args: { mine: true } };

const titled = (title: string): readonly Change[] => [
  { path: 'snippet.title', apply: () => title } as unknown as Change,
];

describe('the difference of two lists', () => {
  it.each([0, 3, pageSize + 1])('has the new entity among %d others', async (count) => {
    const { items, execution } = accountOf(count);
    const difference = new ListDifference(execution, list);
    await difference.note();
    items.splice(count >> 1, 0, { id: 'new', snippet: { title: 'Camera' } });
    expect(await difference.find(titled('Camera'))).toBe('new');
  });
  it.each<readonly [string, readonly JsonRecord[]]>([
    ['nothing is new', []],
    ['the new one has other values', [{ id: 'new', snippet: { title: 'Another' } }]],
    ['the new one has no id', [{ snippet: { title: 'Camera' } }]],
    [
      'two are new',
      [
        { id: 'new', snippet: { title: 'Camera' } },
        { id: 'newer', snippet: { title: 'Camera' } },
      ],
    ],
  ])('shows nothing if %s', async (_, added) => {
    const { items, execution } = accountOf(3);
    const difference = new ListDifference(execution, list);
    await difference.note();
    items.push(...added);
    expect(await difference.find(titled('Camera'))).toBeUndefined();
  });
  it('shows nothing if the list was not read before', async () => {
    const { execution, calls } = accountOf(1);
    expect(await new ListDifference(execution, list).find(titled('Camera'))).toBeUndefined();
    expect(calls).toEqual([]);
  });
  it('shows nothing in a list of more than four pages', async () => {
    const { items, execution, calls } = accountOf(4 * pageSize + 1);
    const difference = new ListDifference(execution, list);
    await difference.note();
    expect(calls).toHaveLength(4);
    items.unshift({ id: 'new', snippet: { title: 'Camera' } });
    expect(await difference.find(titled('Camera'))).toBeUndefined();
    expect(await readOwnList(execution, list, Paths.of('id'))).toBeUndefined();
  });
});
