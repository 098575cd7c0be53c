import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../src/data/store/store.ts';

let now: number;
let store: MemoryStore;

beforeEach(() => {
  now = 1_000;
  store = new MemoryStore(() => now);
});

describe('the memory store', () => {
  it('returns a value until it expires or is deleted', async () => {
    await store.set('short', '1', 5);
    await store.set('long', '2', 60_000);
    await store.set('gone', '3', 60_000);
    await store.delete('gone');
    const values = () => ['short', 'long', 'gone'].map((key) => store.get(key));
    now += 5;
    expect(values()).toEqual(['1', '2', undefined]);
    now += 1;
    expect(values()).toEqual([undefined, '2', undefined]);
    now += 60_000;
    expect(values()).toEqual([undefined, undefined, undefined]);
  });
  it('replaces the expected value only', async () => {
    expect(await store.replace('key', 'a', 'b', 60_000)).toBe(false);
    expect(await store.replace('key', undefined, 'a', 60_000)).toBe(true);
    expect(await store.replace('key', undefined, 'c', 60_000)).toBe(false);
    expect(await store.replace('key', 'a', 'b', 60_000)).toBe(true);
    expect(store.get('key')).toBe('b');
  });
  it('adds atomically, and expires counted from the first addition', async () => {
    const sums = await Promise.all([5, 7, -2].map((amount) => store.add('sum', amount, 40)));
    expect(sums).toEqual([5, 12, 10]);
    now += 20;
    expect(await store.add('sum', 1, 60_000)).toBe(11);
    now += 21;
    expect(await store.add('sum', 1, 60_000)).toBe(1);
  });
});
