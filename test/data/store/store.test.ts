import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../src/data/store/store.ts';

describe('the memory store', () => {
  it('returns a value until it expires or is deleted', async () => {
    const store = new MemoryStore();
    await store.set('short', '1', 5);
    await store.set('long', '2', 60_000);
    await store.set('gone', '3', 60_000);
    await store.delete('gone');
    await wait(30);
    expect(await Promise.all(['short', 'long', 'gone'].map((key) => store.get(key)))).toEqual([
      undefined,
      '2',
      undefined,
    ]);
  });
  it('replaces the expected value only', async () => {
    const store = new MemoryStore();
    expect(await store.replace('key', 'a', 'b', 60_000)).toBe(false);
    expect(await store.replace('key', undefined, 'a', 60_000)).toBe(true);
    expect(await store.replace('key', undefined, 'c', 60_000)).toBe(false);
    expect(await store.replace('key', 'a', 'b', 60_000)).toBe(true);
    expect(await store.get('key')).toBe('b');
  });
  it('adds atomically, and expires counted from the first addition', async () => {
    const store = new MemoryStore();
    const sums = await Promise.all([5, 7, -2].map((amount) => store.add('sum', amount, 40)));
    expect(sums).toEqual([5, 12, 10]);
    await wait(20);
    await store.add('sum', 1, 60_000);
    await wait(40);
    expect(await store.add('sum', 1, 60_000)).toBe(1);
  });
});
