import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../src/data/store/memory-store.ts';

let now: number;
let store: MemoryStore;

beforeEach(() => {
  now = 1_000;
  store = new MemoryStore(() => now);
});

const replace = (expected: string | undefined, value: string): Promise<boolean> =>
  store.replace('upload', 'key', { expected, value, ttlMs: 60_000 });

describe('the memory store', () => {
  it('returns a value until it expires or is deleted', async () => {
    await store.set('upload', 'short', '1', 5);
    await store.set('upload', 'long', '2', 60_000);
    await store.set('upload', 'gone', '3', 60_000);
    await store.delete('upload', 'gone');
    const values = () => ['short', 'long', 'gone'].map((key) => store.get('upload', key));
    now += 5;
    expect(values()).toEqual(['1', '2', undefined]);
    now += 1;
    expect(values()).toEqual([undefined, '2', undefined]);
    now += 60_000;
    expect(values()).toEqual([undefined, undefined, undefined]);
  });
  it('replaces the expected value only', async () => {
    expect(await replace('a', 'b')).toBe(false);
    expect(await replace(undefined, 'a')).toBe(true);
    expect(await replace(undefined, 'c')).toBe(false);
    expect(await replace('a', 'b')).toBe(true);
    expect(store.get('upload', 'key')).toBe('b');
  });
  it('adds atomically, and expires counted from the first addition', async () => {
    const sums = await Promise.all(
      [5, 7, -2].map((amount) => store.add('upload', 'sum', amount, 40)),
    );
    expect(sums).toEqual([5, 12, 10]);
    now += 20;
    expect(await store.add('upload', 'sum', 1, 60_000)).toBe(11);
    now += 21;
    expect(await store.add('upload', 'sum', 1, 60_000)).toBe(1);
  });
  it('deletes the expected value only', async () => {
    await store.set('upload', 'key', 'a', 60_000);
    expect(await store.deleteIf('upload', 'key', 'b')).toBe(false);
    expect(await store.deleteIf('upload', 'other', 'a')).toBe(false);
    expect(store.get('upload', 'key')).toBe('a');
    expect(await store.deleteIf('upload', 'key', 'a')).toBe(true);
    expect(store.get('upload', 'key')).toBeUndefined();
  });
  it('keeps entries of one kind when another kind has too many', async () => {
    await store.set('upload', 'key', 'a', 60_000);
    await store.set('spent', 'first', '1', 60_000);
    for (let index = 0; index < 100_000; index += 1)
      await store.set('spent', String(index), '1', 60_000);
    expect(store.get('spent', 'first')).toBeUndefined();
    expect(store.get('upload', 'key')).toBe('a');
  });
  it('sends messages to all listeners of a channel, until they unsubscribe', async () => {
    const received: string[] = [];
    const end = store.subscribe('a', (message) => void received.push(`first ${message}`));
    store.subscribe('a', (message) => void received.push(`second ${message}`));
    store.subscribe('b', (message) => void received.push(`other ${message}`));
    await store.publish('a', '1');
    end();
    await store.publish('a', '2');
    expect(received).toEqual(['first 1', 'second 1', 'second 2']);
  });
});
