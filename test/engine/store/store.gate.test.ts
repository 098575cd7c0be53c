/** What every store does, in memory and in Redis. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLeased, takeLease } from '../../../src/engine/store/lease.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { RedisStore } from '../../../src/engine/store/redis-store.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';

let redis: TestRedis;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis.close());

/** Two replicas: in memory there is only one. */
const kinds: Readonly<Record<string, () => readonly [one: Store, other: Store]>> = {
  'the memory store': () => {
    const store = new MemoryStore();
    return [store, store];
  },
  'the store in Redis': () => [
    new RedisStore({ url: redis.url }),
    new RedisStore({ url: redis.url }),
  ],
};

describe.each(Object.keys(kinds))('%s', (name) => {
  let store: Store;
  let other: Store;
  beforeAll(() => {
    [store, other] = kinds[name]!();
  });
  afterAll(async () => {
    await store.close();
    await other.close();
  });

  it('returns a value until it expires or is deleted', async () => {
    await store.set('upload', 'short', '1', 1);
    await store.set('upload', 'long', '2', 60_000);
    await store.set('upload', 'gone', '3', 60_000);
    await other.delete('upload', 'gone');
    await expect.poll(() => other.get('upload', 'short')).toBeUndefined();
    expect(await other.get('upload', 'long')).toBe('2');
    expect(await other.get('upload', 'gone')).toBeUndefined();
    expect(store.isReachable).toBe(true);
  });
  it('overwrites a value and its time to live', async () => {
    await store.set('upload', 'twice', '1', 60_000);
    await store.set('upload', 'twice', '2', 1);
    await expect.poll(() => store.get('upload', 'twice')).toBeUndefined();
  });
  it('keeps values of different kinds apart', async () => {
    await store.set('upload', 'same', '1', 60_000);
    await store.set('account', 'same', '2', 60_000);
    expect([await store.get('upload', 'same'), await store.get('account', 'same')]).toEqual([
      '1',
      '2',
    ]);
  });
  it('stores any text under any key', async () => {
    const text = '{"ä":"\u0000\\n🎬"}';
    await store.set('upload', text, text, 60_000);
    expect(await other.get('upload', text)).toBe(text);
  });
  it('replaces the expected value only', async () => {
    const replace = (expected: string | undefined, value: string): Promise<boolean> =>
      store.replace('upload', 'replaced', { expected, value, ttlMs: 60_000 });
    expect(await replace('a', 'b')).toBe(false);
    expect(await replace(undefined, 'a')).toBe(true);
    expect(await replace(undefined, 'c')).toBe(false);
    expect(await replace('c', 'b')).toBe(false);
    expect(await replace('a', 'b')).toBe(true);
    expect(await other.get('upload', 'replaced')).toBe('b');
  });
  it('lets one of many concurrent replacements win', async () => {
    const replacements = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? store : other).replace('upload', 'contested', {
        expected: undefined,
        value: String(index),
        ttlMs: 60_000,
      }),
    );
    const winners = (await Promise.all(replacements)).flatMap((won, index) => (won ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await store.get('upload', 'contested')).toBe(String(winners[0]));
  });
  it('gives a replaced value a new time to live', async () => {
    await store.set('upload', 'renewed', 'a', 60_000);
    await store.replace('upload', 'renewed', { expected: 'a', value: 'b', ttlMs: 1 });
    await expect.poll(() => store.get('upload', 'renewed')).toBeUndefined();
  });
  it('adds atomically', async () => {
    const sums = await Promise.all(
      [5, 7, -2].map((amount) => store.add('upload', 'sum', amount, 60_000)),
    );
    expect(sums).toEqual([5, 12, 10]);
    expect(await other.get('upload', 'sum')).toBe('10');
    const amounts = Array.from({ length: 50 }, (_, index) => index + 1);
    await Promise.all(
      amounts.map((amount) => (amount % 2 ? store : other).add('upload', 'sum', amount, 60_000)),
    );
    expect(await store.add('upload', 'sum', 0, 60_000)).toBe(10 + 1_275);
  });
  it('counts the time to live of a sum from the first addition', async () => {
    expect(await store.add('upload', 'brief', 1, 300)).toBe(1);
    await store.add('upload', 'brief', 1, 60_000);
    await expect.poll(() => store.get('upload', 'brief')).toBeUndefined();
  });
  it('deletes the expected value only', async () => {
    await store.set('upload', 'key', 'a', 60_000);
    expect(await other.deleteIf('upload', 'key', 'b')).toBe(false);
    expect(await other.deleteIf('upload', 'absent', 'a')).toBe(false);
    expect(await store.get('upload', 'key')).toBe('a');
    expect(await other.deleteIf('upload', 'key', 'a')).toBe(true);
    expect(await store.get('upload', 'key')).toBeUndefined();
  });
  it('sends messages to all listeners of a channel, until they unsubscribe', async () => {
    const received: string[] = [];
    const end = store.subscribe('a', (message) => void received.push(`first ${message}`));
    const endOther = other.subscribe('a', (message) => void received.push(`second ${message}`));
    store.subscribe('b', (message) => void received.push(`other ${message}`));
    const arrival = async (text: string): Promise<void> => {
      await expect
        .poll(async () => {
          if (!received.includes(`second ${text}`)) await store.publish('a', text);
          return received;
        })
        .toEqual(expect.arrayContaining([`first ${text}`, `second ${text}`]));
    };
    await arrival('1');
    end();
    received.length = 0;
    await other.publish('a', '2');
    await expect.poll(() => received).toContain('second 2');
    await wait(20);
    expect(received).not.toContain('first 2');
    expect(received.filter((text) => text.startsWith('other'))).toEqual([]);
    endOther();
    const endAgain = store.subscribe('a', (message) => void received.push(`second ${message}`));
    store.subscribe('a', (message) => void received.push(`first ${message}`));
    await arrival('3');
    endAgain();
  });
  it('gives a lease to one of several replicas', async () => {
    const leases = await Promise.all([takeLease(store, 'lease'), takeLease(other, 'lease')]);
    expect(leases.filter((lease) => lease === undefined)).toHaveLength(1);
    const lease = leases.find((each) => each !== undefined)!;
    expect([await isLeased(store, 'lease'), await isLeased(other, 'lease')]).toEqual([true, true]);
    await lease.release();
    expect(await isLeased(other, 'lease')).toBe(false);
  });
});
