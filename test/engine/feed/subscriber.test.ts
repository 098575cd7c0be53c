import { describe, expect, it } from 'vitest';
import type { FeedBatch } from '../../../src/engine/feed/batch.ts';
import { Subscriber, type SubscriberParts } from '../../../src/engine/feed/topic/subscriber.ts';

const batch = (...ids: readonly string[]): FeedBatch => ({
  items: ids.map((id) => ({ id })),
  hasMore: false,
  cursor: ids.join('') || 'empty',
});

function start(parts: Partial<SubscriberParts> = {}) {
  const calls = { drained: 0, left: 0 };
  const subscriber = new Subscriber({
    maxBufferedItems: 3,
    versionOf: (item) => JSON.stringify(item),
    onDrain: () => void (calls.drained += 1),
    onLeave: () => void (calls.left += 1),
    ...parts,
  });
  return { subscriber, calls };
}

const done = { value: undefined, done: true };

describe('a subscriber', () => {
  it('delivers queued and awaited batches in order', async () => {
    const { subscriber, calls } = start();
    subscriber.push(batch('a'));
    const first = subscriber.next();
    const [second, third] = [subscriber.next(), subscriber.next()];
    subscriber.push(batch('b'));
    subscriber.push(batch('c'));
    const results = await Promise.all([first, second, third]);
    expect(results.map(({ value }) => value!.cursor)).toEqual(['a', 'b', 'c']);
    expect(calls).toEqual({ drained: 3, left: 0 });
  });
  it('closes at one undelivered item more than allowed', async () => {
    const { subscriber, calls } = start();
    subscriber.push(batch('a', 'b'));
    subscriber.push(batch('c'));
    expect(calls.left).toBe(0);
    await subscriber.next();
    subscriber.push(batch('d', 'e'));
    subscriber.push(batch('f'));
    expect(calls.left).toBe(1);
    await expect(subscriber.next()).rejects.toThrow(
      'the subscriber has more than 3 undelivered items; subscribe again with the last cursor',
    );
    subscriber.push(batch('g'));
    expect(await subscriber.next()).toEqual(done);
  });
  it('accepts a single batch above the limit', async () => {
    const { subscriber } = start();
    subscriber.push(batch('a', 'b', 'c', 'd', 'e'));
    expect((await subscriber.next()).value!.items).toHaveLength(5);
  });
  it('delivers replayed batches to a client that waits already', async () => {
    const { subscriber } = start();
    const first = subscriber.next();
    subscriber.replay([batch('a'), batch('b')]);
    expect((await first).value!.cursor).toBe('a');
    expect((await subscriber.next()).value!.cursor).toBe('b');
  });
  it('does not count replayed batches', async () => {
    const { subscriber, calls } = start();
    subscriber.replay([batch('a', 'b', 'c'), batch('d', 'e', 'f')]);
    subscriber.push(batch('g', 'h', 'i'));
    await subscriber.next();
    await subscriber.next();
    await subscriber.next();
    subscriber.push(batch('j', 'k', 'l'));
    expect(calls.left).toBe(0);
    expect((await subscriber.next()).value!.cursor).toBe('jkl');
    subscriber.push(batch('m', 'n', 'o'));
    subscriber.push(batch('p'));
    expect(calls.left).toBe(1);
  });
  it('counts an empty batch as one item', async () => {
    const { subscriber, calls } = start();
    for (let index = 0; index < 3; index += 1) subscriber.push(batch());
    expect(calls.left).toBe(0);
    await subscriber.next();
    subscriber.push(batch());
    expect(calls.left).toBe(0);
    subscriber.push(batch());
    expect(calls.left).toBe(1);
  });
  it('omits delivered versions until skipping ends', async () => {
    const { subscriber } = start({ maxBufferedItems: 10 });
    subscriber.skip(new Set(['{"id":"a"}', '{"id":"b"}']));
    subscriber.push(batch('a', 'c'));
    subscriber.push(batch('b'));
    subscriber.push({ ...batch('a'), endedAt: 'now' });
    subscriber.push({ ...batch('b'), extra: { poll: 1 } });
    subscriber.skip(undefined);
    subscriber.push(batch('a'));
    const shown = await Promise.all([1, 2, 3, 4].map(() => subscriber.next()));
    const items = shown.map(({ value }) => value!.items);
    expect(items).toEqual([[{ id: 'c' }], [], [], [{ id: 'a' }]]);
  });
  it('omits no version after a reset', async () => {
    const { subscriber } = start({ maxBufferedItems: 10 });
    subscriber.skip(new Set(['{"id":"a"}']));
    subscriber.push({ ...batch(), reset: true });
    subscriber.push(batch('a', 'b'));
    const shown = await Promise.all([1, 2].map(() => subscriber.next()));
    const items = shown.map(({ value }) => value!.items);
    expect(items).toEqual([[], [{ id: 'a' }, { id: 'b' }]]);
  });
  it('gets the end of a backlog also if it has all its items', async () => {
    const { subscriber } = start({ maxBufferedItems: 10 });
    subscriber.skip(new Set(['{"id":"b"}']));
    subscriber.push({ ...batch('a'), hasMore: true });
    subscriber.push(batch('b'));
    const shown = await Promise.all([1, 2].map(() => subscriber.next()));
    expect(shown.map(({ value }) => value)).toEqual([
      { items: [{ id: 'a' }], hasMore: true, cursor: 'a' },
      { items: [], hasMore: false, cursor: 'b' },
    ]);
  });
  it('gets no earlier cursor with a batch whose items it has already', async () => {
    const versionOf = (item: object): string => (item as { readonly id: string }).id;
    const { subscriber } = start({ maxBufferedItems: 10, versionOf });
    subscriber.push({ ...batch('c'), cursor: 'after c' });
    subscriber.skip(new Set(['a', 'b', 'c']));
    subscriber.push({ ...batch('a', 'b'), cursor: 'after b', extra: { poll: 1 } });
    subscriber.push({ ...batch('c', 'd'), cursor: 'after d', extra: { poll: 1 } });
    subscriber.push({ ...batch('a'), cursor: null, endedAt: 'now' });
    const shown = await Promise.all([1, 2, 3, 4].map(() => subscriber.next()));
    const cursors = shown.map(({ value }) => value!.cursor);
    expect(cursors).toEqual(['after c', 'after c', 'after d', null]);
  });
  it('ends with the failure after the last batch', async () => {
    const { subscriber, calls } = start();
    subscriber.push(batch('a'));
    subscriber.end({ error: new Error('planted') });
    subscriber.end();
    expect((await subscriber.next()).value!.cursor).toBe('a');
    await expect(subscriber.next()).rejects.toThrow('planted');
    expect(await subscriber.next()).toEqual(done);
    expect(calls.left).toBe(0);
  });
  it('ends every pending request, the first with the failure', async () => {
    const { subscriber } = start();
    const pending = [subscriber.next(), subscriber.next()];
    subscriber.end({ error: new Error('planted') });
    const [first, second] = await Promise.allSettled(pending);
    expect([first!.status, second]).toEqual(['rejected', { status: 'fulfilled', value: done }]);
  });
  it('unsubscribes once, with a request pending', async () => {
    const { subscriber, calls } = start();
    const pending = subscriber.next();
    expect(await subscriber.return()).toEqual(done);
    expect(await pending).toEqual(done);
    await subscriber.return();
    await expect(subscriber.throw(new Error('planted'))).rejects.toThrow('planted');
    expect(calls.left).toBe(1);
  });
  it('unsubscribes at the end of its scope', async () => {
    const { subscriber, calls } = start();
    {
      await using scoped = subscriber;
      expect(scoped[Symbol.asyncIterator]()).toBe(subscriber);
    }
    expect(calls.left).toBe(1);
  });
});
