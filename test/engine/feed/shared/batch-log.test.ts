import { describe, expect, it } from 'vitest';
import type { FeedBatch } from '../../../../src/engine/feed/batch.ts';
import { BatchLog } from '../../../../src/engine/feed/topic/batch-log.ts';

const batch = (cursor: string | null, items = 1): FeedBatch => ({
  items: Array.from({ length: items }, () => ({})),
  hasMore: false,
  cursor,
});

const log = () => new BatchLog('start', { retentionMs: 100, maxRetainedItems: 10 });

const cursors = (batches: readonly FeedBatch[] | undefined) => batches?.map(({ cursor }) => cursor);

describe('BatchLog', () => {
  it('returns the batches after a cursor', () => {
    const batches = log();
    for (const cursor of ['a', 'b', 'c']) batches.append(batch(cursor), 0);
    expect(['start', 'a', 'c', 'x'].map((cursor) => cursors(batches.after(cursor)))).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
      [],
      undefined,
    ]);
  });
  it('drops batches that are too old and their cursors', () => {
    const batches = log();
    batches.append(batch('a'), 0);
    batches.append(batch('b'), 60);
    batches.append(batch('c'), 101);
    expect(['start', 'a'].map((cursor) => cursors(batches.after(cursor)))).toEqual([
      undefined,
      ['b', 'c'],
    ]);
  });
  it('drops the oldest batches above the item limit, never the newest', () => {
    const batches = log();
    batches.append(batch('a', 4), 0);
    batches.append(batch('b', 6), 0);
    expect(cursors(batches.after('start'))).toEqual(['a', 'b']);
    batches.append(batch('c', 1), 0);
    expect(batches.after('start')).toBeUndefined();
    batches.append(batch('d', 50), 0);
    expect(['b', 'c'].map((cursor) => cursors(batches.after(cursor)))).toEqual([undefined, ['d']]);
  });
  it('counts an empty batch as one item', () => {
    const batches = log();
    for (let index = 0; index <= 10; index += 1) batches.append(batch(`c${index}`, 0), 0);
    expect([batches.after('start'), batches.after('c0')?.length]).toEqual([undefined, 10]);
  });
  it('finds a repeated cursor at its later position', () => {
    const batches = log();
    batches.append(batch('a'), 0);
    batches.append(batch('b'), 50);
    batches.append(batch('a'), 100);
    batches.append(batch('c'), 160);
    expect(['start', 'a'].map((cursor) => cursors(batches.after(cursor)))).toEqual([
      undefined,
      ['c'],
    ]);
  });
  it('returns a last batch without a cursor', () => {
    const batches = log();
    batches.append(batch('a'), 0);
    batches.append(batch(null), 0);
    expect(cursors(batches.after('a'))).toEqual([null]);
  });
});
