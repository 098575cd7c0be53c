/** The store in Redis when Redis is slow, gone, restarts or loses its data. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RedisStore } from '../../../src/engine/store/redis-store.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import type { Clock } from '../../../src/engine/caller/clock.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { startTcpProxy, type TcpProxy } from '../../support/proxy/tcp-proxy.ts';

/** With characters that a URL has to escape. */
const password = 'planted-p@ss/w%rd';

let redis: TestRedis;
let proxy: TcpProxy;
let store: RedisStore;

/** What the store has announced. */
let events: string[];

beforeAll(async () => {
  redis = await startRedis({ password });
  proxy = await startTcpProxy(redis.port);
});

afterAll(async () => {
  await proxy.close();
  await redis.close();
});

const open = (port: number, secret = password, clock?: Clock): RedisStore => {
  events = [];
  store = new RedisStore({
    url: `redis://:${encodeURIComponent(secret)}@127.0.0.1:${port}`,
    clock,
    onUnreachable: (reason) => void events.push(`unreachable: ${reason}`),
    onReachable: () => void events.push('reachable'),
    onRejected: (reason) => void events.push(`rejected: ${reason}`),
  });
  return store;
};

afterEach(async () => {
  proxy.delay(0);
  proxy.pass();
  await store.close();
});

/** How long a promise that is expected to reject takes, and what it rejects with. */
async function failure(promise: unknown): Promise<{ error: unknown; ms: number }> {
  const start = performance.now();
  const error: unknown = await (promise as Promise<unknown>).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - start };
}

/** Nobody wakes those who wait for it. */
const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the event loop for some milliseconds. The thread sleeps: others need the processor. */
const block = (ms: number): void => void Atomics.wait(never, 0, 0, ms);

/** Longest time of a command: the limits are 250 and 500 ms. */
const maxMs = 2_500;

async function expectUnavailable(promise: unknown): Promise<StoreUnavailable> {
  const { error, ms } = await failure(promise);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expectWithin(ms, maxMs);
  expect(String((error as Error).stack)).not.toContain(password);
  return error as StoreUnavailable;
}

const isBack = async (): Promise<void> => {
  await expect
    .poll(() =>
      store.set('upload', 'back', '1', 60_000).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
};

describe('the store in Redis', { tags: ['fullSize'] }, () => {
  it('fails soon without a server, says so once, and connects when there is one', async () => {
    await redis.stop();
    open(redis.port);
    await expectUnavailable(store.get('upload', 'a'));
    await Promise.all(
      Array.from({ length: 20 }, () => expectUnavailable(store.add('spent', 'a', 1, 60_000))),
    );
    expect(store.isReachable).toBe(false);
    expect(events).toEqual(['unreachable: ECONNREFUSED']);
    await redis.start();
    await isBack();
    expect(store.isReachable).toBe(true);
    expect(events).toEqual(['unreachable: ECONNREFUSED', 'reachable']);
  });
  it('waits for the next connection when one without commands was cut', async () => {
    open(proxy.port);
    await store.set('upload', 'a', '1', 60_000);
    const { connections } = proxy;
    proxy.cut();
    await wait(5);
    await store.set('upload', 'a', '2', 60_000);
    expect(proxy.connections).toBe(connections + 1);
    expect(events).toEqual([]);
  });
  it('reads again if the connection is cut before the answer', async () => {
    open(proxy.port);
    await store.set('upload', 'a', '1', 60_000);
    proxy.delay(50);
    const value = store.get('upload', 'a');
    await wait(20);
    proxy.cut();
    expect(await value).toBe('1');
    expect(events).toEqual([]);
  });
  it('adds once if the answer is lost, and reports the failure', async () => {
    open(proxy.port);
    await store.set('upload', 'a', '1', 60_000);
    proxy.swallow();
    const added = expectUnavailable(store.add('spent', 'once', 5, 60_000));
    await wait(50);
    proxy.pass();
    proxy.cut();
    await added;
    expect(await store.get('spent', 'once')).toBe('5');
  });
  it('closes a connection that does not answer: later commands fail at once', async () => {
    open(proxy.port);
    await store.set('upload', 'a', '1', 60_000);
    proxy.swallow();
    expect((await expectUnavailable(store.get('upload', 'a'))).reason).toBe('timeout');
    await wait(300);
    const start = performance.now();
    for (let index = 0; index < 20; index += 1) await expectUnavailable(store.get('upload', 'a'));
    // Each would take 500 ms if it waited for an answer.
    expectWithin(performance.now() - start, 5_000);
    expect(events).toEqual(['unreachable: timeout']);
    proxy.pass();
    proxy.cut();
    await isBack();
    expect(await store.get('upload', 'a')).toBe('1');
    expect(events).toEqual(['unreachable: timeout', 'reachable']);
  });
  it('closes a connection that is silent for half a second', async () => {
    const clock = new DrivenClock();
    open(proxy.port, password, clock);
    await store.set('upload', 'a', '1', 60_000);
    proxy.swallow();
    let isSettled = false;
    const failed = failure(store.get('upload', 'a')).finally(() => {
      isSettled = true;
    });
    await clock.advance(499);
    expect([isSettled, events]).toEqual([false, []]);
    await clock.advance(1);
    expect((await failed).error).toMatchObject({ reason: 'timeout' });
    expect(events).toEqual(['unreachable: timeout']);
  });
  it('gives up a quarter of a second after the connection was lost', async () => {
    await redis.stop();
    const clock = new DrivenClock();
    open(redis.port, password, clock);
    let isSettled = false;
    const failed = failure(store.get('upload', 'a')).finally(() => {
      isSettled = true;
    });
    await clock.advance(249);
    expect(isSettled).toBe(false);
    await clock.advance(1);
    expect((await failed).error).toBeInstanceOf(StoreUnavailable);
    await redis.start();
  });
  it('fails soon while Redis is slow, and goes on when it is fast again', async () => {
    open(proxy.port);
    await store.set('upload', 'a', '1', 60_000);
    proxy.delay(3_600_000);
    await expectUnavailable(store.get('upload', 'a'));
    await expectUnavailable(store.replace('lease', 'a', { expected: 'a', value: 'b', ttlMs: 1 }));
    proxy.delay(0);
    await isBack();
    expect(await store.get('upload', 'a')).toBe('1');
  });
  it('fails soon while Redis hangs, and goes on afterwards', async () => {
    open(redis.port);
    await store.set('upload', 'a', '1', 60_000);
    redis.hang();
    await expectUnavailable(store.get('upload', 'a'));
    await expectUnavailable(store.get('upload', 'a'));
    redis.resume();
    await isBack();
    expect(await store.get('upload', 'a')).toBe('1');
  });
  it('has the answers that arrived while the event loop was blocked', async () => {
    open(redis.port);
    block(600);
    await store.set('upload', 'a', '1', 60_000);
    const value = store.get('upload', 'a');
    block(800);
    expect(await value).toBe('1');
    expect(events).toEqual([]);
  });
  describe('of a process whose event loop is blocked again and again', () => {
    let blocks: NodeJS.Timeout;
    const blockAgain = (): void => {
      block(300);
      blocks = setTimeout(blockAgain, 5);
    };
    afterEach(() => clearTimeout(blocks));

    it('has answers that take many turns of the event loop', async () => {
      open(redis.port);
      await store.set('feedPage', 'large', 'x'.repeat(500_000), 60_000);
      blockAgain();
      const values = await Promise.all(
        Array.from({ length: 50 }, () => store.get('feedPage', 'large')),
      );
      expect(values.every((value) => value?.length === 500_000)).toBe(true);
      expect(events).toEqual([]);
    });
    it('fails while Redis hangs', async () => {
      open(redis.port);
      await store.set('upload', 'a', '1', 60_000);
      blockAgain();
      redis.hang();
      const { error, ms } = await failure(store.get('upload', 'a'));
      redis.resume();
      expect(error).toBeInstanceOf(StoreUnavailable);
      // Five turns of the event loop.
      expectWithin(ms, 15_000);
    });
  });
  it('starts anew with a Redis that has lost its data and its scripts', async () => {
    open(redis.port);
    expect(await store.add('spent', 'lost', 5, 60_000)).toBe(5);
    await redis.stop();
    await redis.start();
    await isBack();
    expect(await store.add('spent', 'lost', 1, 60_000)).toBe(1);
  });
  it('receives messages again after its connections were cut, and after a restart', async () => {
    open(proxy.port);
    const received: string[] = [];
    store.subscribe('news', (message) => void received.push(message));
    const arrival = async (text: string): Promise<void> => {
      await expect
        .poll(async () => {
          await store.publish('news', text).catch(() => {});
          return received;
        })
        .toContain(text);
    };
    await arrival('1');
    proxy.cut();
    await arrival('2');
    await redis.stop();
    await redis.start();
    await arrival('3');
  });
  it('finds out by itself that a connection that only receives is dead', async () => {
    open(proxy.port);
    const received: string[] = [];
    store.subscribe('news', (message) => void received.push(message));
    await expect
      .poll(async () => {
        await store.publish('news', '1');
        return received;
      })
      .toContain('1');
    const { connections } = proxy;
    proxy.swallow();
    // By a ping: there is no command.
    await expect.poll(() => proxy.connections).toBeGreaterThan(connections);
    proxy.pass();
    proxy.cut();
    await expect
      .poll(async () => {
        await store.publish('news', '2').catch(() => {});
        return received;
      })
      .toContain('2');
  });
  it('reports a wrong password, without the password', async () => {
    const clock = new DrivenClock();
    const { connections } = proxy;
    open(proxy.port, 'wrong-password', clock);
    const failed = expectUnavailable(store.get('upload', 'a'));
    // The first attempt has been rejected when the second one begins.
    await expect.poll(() => proxy.connections).toBeGreaterThan(connections + 1);
    await clock.through(failed);
    expect(events).toEqual(['unreachable: WRONGPASS']);
  });
  it('reports a command that Redis rejects', async () => {
    open(redis.port);
    await store.set('spent', 'text', 'not a number', 60_000);
    for (let time = 0; time < 3; time += 1)
      expect((await expectUnavailable(store.add('spent', 'text', 1, 60_000))).reason).toBe('ERR');
    expect(events).toEqual(['rejected: ERR']);
    expect(await store.get('spent', 'text')).toBe('not a number');
  });
  it('reads, but changes nothing, while Redis is full', async () => {
    open(redis.port);
    await store.set('upload', 'a', '1', 60_000);
    await redis.cli('config', 'set', 'maxmemory', '1');
    expect((await expectUnavailable(store.set('upload', 'a', '2', 60_000))).reason).toBe('OOM');
    expect((await expectUnavailable(store.add('spent', 'a', 1, 60_000))).reason).toBe('OOM');
    expect(await store.get('upload', 'a')).toBe('1');
    await redis.cli('config', 'set', 'maxmemory', '0');
    await store.set('upload', 'a', '2', 60_000);
    expect(events).toEqual(['rejected: OOM']);
  });
  it('uses the database that the URL names', async () => {
    store = new RedisStore({
      url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${redis.port}/3`,
    });
    await store.set('upload', 'elsewhere', '1', 60_000);
    expect(await redis.cli('-n', '3', 'dbsize')).toBe('1');
  });
  it('shows no key, channel or id in Redis', async () => {
    open(redis.port);
    await store.set('upload', 'planted-id', '1', 60_000);
    store.subscribe('planted-channel', () => {});
    await expect.poll(() => redis.cli('pubsub', 'channels')).toMatch(/^studiograph:message:\S+$/);
    const keys = (await redis.cli('keys', '*')).split('\n');
    expect(keys.every((key) => /^studiograph:\w+:[\w-]{43}$/.test(key))).toBe(true);
  });
  it('ends what was begun when it is closed, and fails afterwards', async () => {
    open(redis.port);
    await store.set('upload', 'a', '1', 60_000);
    const pending = store.get('upload', 'a');
    await store.close();
    expect(await pending).toBe('1');
    await expectUnavailable(store.get('upload', 'a'));
    open(await closedPort());
    await store.close();
  });
});
