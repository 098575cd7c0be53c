import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';

let now: number;
let store: MemoryStore;

beforeEach(() => {
  now = 1_000;
  store = new MemoryStore(() => now);
});

describe('the memory store', () => {
  it('returns a value until it expires', async () => {
    await store.set('upload', 'short', '1', 5);
    await store.set('upload', 'long', '2', 60_000);
    const values = () => ['short', 'long'].map((key) => store.get('upload', key));
    now += 5;
    expect(values()).toEqual(['1', '2']);
    now += 1;
    expect(values()).toEqual([undefined, '2']);
    now += 60_000;
    expect(values()).toEqual([undefined, undefined]);
  });
  it('counts the time to live of a sum from the first addition', async () => {
    await store.add('upload', 'sum', 10, 40);
    now += 20;
    expect(await store.add('upload', 'sum', 1, 60_000)).toBe(11);
    now += 21;
    expect(await store.add('upload', 'sum', 1, 60_000)).toBe(1);
  });
  it('keeps entries of one kind when another kind has too many', async () => {
    await store.set('upload', 'key', 'a', 60_000);
    await store.set('spent', 'first', '1', 60_000);
    for (let index = 0; index < 100_000; index += 1)
      await store.set('spent', String(index), '1', 60_000);
    expect(store.get('spent', 'first')).toBeUndefined();
    expect(store.get('upload', 'key')).toBe('a');
  });
});
