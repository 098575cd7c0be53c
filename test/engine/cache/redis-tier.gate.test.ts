/** Stored reads in Redis: how much of its memory they take, and what happens when it fails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { RedisTier } from '../../../src/engine/cache/redis-tier.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';

let redis: TestRedis;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis.close());

const day = 86_400_000;

async function open(options: Partial<ConstructorParameters<typeof RedisTier>[0]> = {}) {
  const tier = new RedisTier({
    url: redis.url,
    origin: 'test',
    isBounded: true,
    clock: systemClock,
    ...options,
  });
  const isOpen = async (): Promise<boolean> => {
    await tier.set([['open', Buffer.from('open')]], day);
    return (await tier.get(['open']))[0] !== undefined;
  };
  await expect.poll(isOpen).toBe(true);
  return tier;
}

const texts = (found: readonly (Buffer | undefined)[]): (string | undefined)[] =>
  found.map((bytes) => bytes?.toString());

describe('a place of the shared Redis', () => {
  it('is not exceeded: what was stored first gives way', async () => {
    const maxBytes = 100_000;
    let now = Date.now();
    const clock = { ...systemClock, wallTime: () => (now += 1) };
    const tier = await open({ maxBytes, clock });
    const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`);
    const entries = keys.map((key) => [key, Buffer.alloc(1_000, key)] as const);
    for (const entry of entries) await tier.set([entry], day);
    const found = await tier.get(keys);
    const kept = keys.filter((_, index) => found[index]);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept).toEqual(keys.slice(-kept.length));
    const sum = Number(await redis.cli('hget', 'studiograph:{cache}:sizes', ''));
    expect(sum).toBeLessThanOrEqual(maxBytes);
    expect(sum).toBeGreaterThan(maxBytes / 2);
    await tier.close();
  });

  it('counts an entry once that is stored again, and not one whose time is over', async () => {
    await redis.cli('flushall');
    const tier = await open({ maxBytes: 100_000 });
    const before = Number(await redis.cli('hget', 'studiograph:{cache}:sizes', ''));
    for (let count = 0; count < 100; count += 1)
      await tier.set([['again', Buffer.alloc(1_000)]], count === 99 ? 1 : day);
    await tier.get(['again']);
    await expect
      .poll(async () => {
        await tier.set([['open', Buffer.from('open')]], day);
        await tier.get(['open']);
        return Number(await redis.cli('hget', 'studiograph:{cache}:sizes', ''));
      })
      .toBe(before);
    expect(texts(await tier.get(['again', 'open']))).toEqual([undefined, 'open']);
    await tier.close();
  });

  it('is a quarter of what Redis may use', async () => {
    await redis.cli('flushall');
    await redis.cli('config', 'set', 'maxmemory', '8mb');
    const tier = await open();
    await tier.set([['large', Buffer.alloc(2_200_000)]], day);
    await tier.set([['small', Buffer.alloc(1_900_000)]], day);
    const [large, small] = await tier.get(['large', 'small']);
    expect([large, small?.length]).toEqual([undefined, 1_900_000]);
    await redis.cli('config', 'set', 'maxmemory', '0');
    await tier.close();
  });

  it('goes on when Redis has evicted what is stored there, or has lost all', async () => {
    const tier = await open({ maxBytes: 10_000 });
    await redis.cli('del', 'studiograph:{cache}:order');
    for (const key of ['a', 'b', 'c']) await tier.set([[key, Buffer.alloc(5_000, key)]], day);
    expect((await tier.get(['c']))[0]?.length).toBe(5_000);
    await redis.cli('flushall');
    await tier.set([['d', Buffer.from('d')]], day);
    expect(texts(await tier.get(['c', 'd']))).toEqual([undefined, 'd']);
    await tier.close();
  });
});

describe('a Redis of its own', () => {
  it('has no bound of the gateway', async () => {
    await redis.cli('flushall');
    const tier = await open({ isBounded: false });
    await tier.set([['key', Buffer.from([0, 255, 10])]], day);
    expect(await tier.get(['key', 'other'])).toEqual([Buffer.from([0, 255, 10]), undefined]);
    expect(await redis.cli('exists', 'studiograph:{cache}:sizes')).toContain('0');
    await tier.close();
  });

  it('has the values of other services apart', async () => {
    const [one, other] = [await open({ origin: 'one' }), await open({ origin: 'other' })];
    await one.set([['key', Buffer.from('one')]], day);
    expect(texts(await one.get(['key']))).toEqual(['one']);
    expect(texts(await other.get(['key']))).toEqual([undefined]);
    await Promise.all([one.close(), other.close()]);
  });

  it('is as an empty one while it hangs, is full, or is gone', async () => {
    const states: string[] = [];
    const tier = await open({
      isBounded: false,
      onChange: (isReachable) => states.push(isReachable ? 'reachable' : 'unreachable'),
    });
    await tier.set([['key', Buffer.from('value')]], day);
    expect(texts(await tier.get(['key']))).toEqual(['value']);
    await redis.cli('config', 'set', 'maxmemory', '1');
    await tier.set([['full', Buffer.from('value')]], day);
    expect(texts(await tier.get(['full', 'key']))).toEqual([undefined, 'value']);
    await redis.cli('config', 'set', 'maxmemory', '0');
    redis.hang();
    expect(texts(await tier.get(['key']))).toEqual([undefined]);
    redis.resume();
    await redis.stop();
    expect(texts(await tier.get(['key']))).toEqual([undefined]);
    await redis.start();
    await expect
      .poll(async () => {
        await tier.set([['key', Buffer.from('again')]], day);
        return texts(await tier.get(['key']))[0];
      })
      .toBe('again');
    expect(states.slice(0, 1)).toEqual(['unreachable']);
    expect(states.at(-1)).toBe('reachable');
    await tier.close();
  });
});
