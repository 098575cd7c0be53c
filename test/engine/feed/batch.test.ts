import { expect, it } from 'vitest';
import { type FeedBatch, joinBatches } from '../../../src/engine/feed/batch.ts';

const batch = (cursor: string, rest: Partial<FeedBatch> = {}): FeedBatch => ({
  items: [{ id: cursor }],
  hasMore: false,
  cursor,
  ...rest,
});

it('joined batches begin anew at a reset, and are otherwise like the last batch', () => {
  const batches = [
    batch('a', { pollAfterMs: 1 }),
    batch('b', { reset: true, pollAfterMs: 2, extra: { poll: 1 } }),
    batch('c', { pollAfterMs: 3, extra: { poll: 2 } }),
  ];
  expect(joinBatches(batches, 10)).toEqual([
    batches[0],
    batch('c', {
      items: [{ id: 'b' }, { id: 'c' }],
      reset: true,
      pollAfterMs: 3,
      extra: { poll: 2 },
    }),
  ]);
});

it('a joined batch does not say whether there is more if the last one does not', () => {
  const { hasMore: _, ...last } = batch('b');
  const [joined] = joinBatches([batch('a'), last as FeedBatch], 10);
  expect(joined!.hasMore).toBeUndefined();
});
