/** Gateways that share a Redis, also while it is slow, gone, starts again or loses its data. */
import { describe, expect, type ExpectStatic, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { type Env, type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { start } from '../../support/gateway/sandbox.ts';
import type { TestResponse } from '../../support/gateway/server.ts';
import { startTcpProxy, type TcpProxy } from '../../support/proxy/tcp-proxy.ts';

const budget = 20;

/** What the gateways of one test share: tests of faults wait for them at the same time. */
interface Shared extends AsyncDisposable {
  readonly redis: TestRedis;
  readonly proxy: TcpProxy;
  readonly sandbox: Sandbox;
  /** Starts a gateway whose connections to Redis go through the proxy. */
  open(env?: Env): Promise<RunningGateway>;
}

async function share(): Promise<Shared> {
  const redis = await startRedis();
  const proxy = await startTcpProxy(redis.port);
  const sandbox = await startSandbox({ now: start });
  const opened: RunningGateway[] = [];
  return {
    redis,
    proxy,
    sandbox,
    open: async (env = {}) => {
      const gateway = await startGateway({
        sandbox,
        env: {
          REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
          LINK_SECRET: 'secret-of-all-replicas-0123456789',
          ...env,
        },
      });
      opened.push(gateway);
      return gateway;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(opened.map((gateway) => gateway.close()));
      await sandbox.close();
      await proxy.close();
      await redis.close();
    },
  };
}

const owner = { authorization: 'Bearer studio-owner' };

/** Costs two units. */
const list = `{ playlist(id: "${ids.playlist.fifty}") { title items(first: 50) { nodes { title } } } }`;

const rename = `mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "New" }) { playlist { title } errors { code } } }`;

/** Sends a query, or update, and measures it. */
async function send(
  gateway: RunningGateway,
  document: string,
): Promise<{ response: TestResponse; ms: number }> {
  const begin = performance.now();
  const response = await gateway.query(document, {}, owner);
  return { response, ms: performance.now() - begin };
}

/** A request waits three times for Redis at most, 750 ms each. */
const maxMs = 8_000;

const unavailable = [{ extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: 'storeUnavailable' } }];

/** What can happen to Redis, and how it ends. */
const faults: readonly {
  readonly name: string;
  readonly begin: (shared: Shared) => unknown;
  readonly end: (shared: Shared) => unknown;
}[] = [
  { name: 'is gone', begin: ({ redis }) => redis.stop(), end: ({ redis }) => redis.start() },
  { name: 'hangs', begin: ({ redis }) => redis.hang(), end: ({ redis }) => redis.resume() },
  {
    name: 'is slow',
    begin: ({ proxy }) => proxy.delay(2_000),
    end: ({ proxy }) => proxy.delay(0),
  },
  {
    name: 'answers nothing',
    begin: ({ proxy }) => proxy.swallow(),
    end: ({ proxy }) => {
      proxy.pass();
      proxy.cut();
    },
  },
];

/** Sends the document until it succeeds. */
async function succeeds(
  expect: ExpectStatic,
  gateway: RunningGateway,
  document: string,
): Promise<void> {
  await expect
    .poll(async () => (await gateway.query(document, {}, owner)).body.errors)
    .toBeUndefined();
}

describe('a budget of two gateways', () => {
  const spent = async (gateway: RunningGateway): Promise<number> => {
    const { body } = await gateway.query('{ quota { buckets { bucket spent } } }', {}, owner);
    return (body.data.quota.buckets as { bucket: string; spent: number }[]).find(
      ({ bucket }) => bucket === 'VIDEO',
    )!.spent;
  };

  /**
   * Requests go on until nothing is left: reserved units come back when a request ends.
   * @returns the calls, and whether Redis has answered in time. It shares the processors with all
   * tests; units whose answer comes too late stay reserved
   */
  const spendAll = async (): Promise<{ calls: number; wasReachable: boolean }> => {
    await using shared = await share();
    const env = { QUOTA_BUDGET: `VIDEO=${budget}` };
    const gateways = [await shared.open(env), await shared.open(env)];
    let wasReachable = true;
    for (let round = 0; round < 12; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => gateways[index % 2]!.query(list, {}, owner)),
      );
      const errors = responses.flatMap(({ body }) => body.errors ?? []);
      for (const { extensions } of errors) {
        if (extensions.reason === 'storeUnavailable') wasReachable = false;
        else expect(extensions.code).toBe('QUOTA_EXCEEDED');
      }
    }
    const calls = shared.sandbox.calls().length;
    if (wasReachable)
      await expect.poll(() => Promise.all(gateways.map(spent))).toEqual([calls, calls]);
    return { calls, wasReachable };
  };

  it('is exact under concurrent requests to both', { tags: ['S9'] }, async () => {
    let result = await spendAll();
    for (let again = 0; again < 3 && !result.wasReachable; again += 1) {
      expect(result.calls).toBeLessThanOrEqual(budget);
      result = await spendAll();
    }
    expect(result.wasReachable).toBe(true);
    expect(result.calls).toBeLessThanOrEqual(budget);
    // An operation whose estimate is greater than what is left is rejected.
    expect(result.calls).toBeGreaterThan(budget - 10);
  });
});

describe.concurrent.each(faults)('while Redis $name', { tags: ['fullSize'] }, ({ begin, end }) => {
  it('reads go on, and the gateway stays ready', async ({ expect }) => {
    await using shared = await share();
    const gateway = await shared.open();
    await send(gateway, list);
    expect((await gateway.send('/ready')).body).toMatchObject({ status: 'ready', store: true });
    await begin(shared);
    try {
      for (let index = 0; index < 3; index += 1) {
        const { response, ms } = await send(gateway, list);
        expect(response.body.errors).toBeUndefined();
        expect(response.body.data.playlist.items.nodes).toHaveLength(50);
        expectWithin(ms, maxMs);
      }
      await expect
        .poll(async () => (await gateway.send('/ready')).body)
        .toMatchObject({ status: 'ready', store: false });
    } finally {
      await end(shared);
    }
    await expect
      .poll(async () => (await gateway.send('/ready')).body)
      .toMatchObject({ status: 'ready', store: true });
    const lines = gateway.lines.filter(({ msg }) => /shared store/.test(String(msg)));
    expect(lines.map(({ level }) => level)).toEqual([40, 30]);
  });
  it('operations with a budget and updates are rejected before any call', async ({ expect }) => {
    await using shared = await share();
    const [withBudget, without] = [
      await shared.open({ QUOTA_BUDGET: 'VIDEO=1000' }),
      await shared.open(),
    ];
    await send(withBudget, list);
    await send(without, list);
    await begin(shared);
    try {
      shared.sandbox.clearCalls();
      const query = await send(withBudget, list);
      expect(query.response.body).toMatchObject({ errors: unavailable });
      const update = await send(without, rename);
      expect(update.response.body).toMatchObject({ errors: unavailable });
      expect(update.response.body.errors[0].message).toMatch(/store .* Retry in a few seconds\.$/);
      expect(shared.sandbox.calls()).toEqual([]);
      expectWithin(Math.max(query.ms, update.ms), maxMs);
    } finally {
      await end(shared);
    }
    await succeeds(expect, withBudget, list);
    await succeeds(expect, without, rename);
  });
  it('operations with a budget and updates go on if that is allowed', async ({ expect }) => {
    await using shared = await share();
    const env = { STORE_FAILURE: 'allow', QUOTA_BUDGET: 'VIDEO=1000' };
    const gateway = await shared.open(env);
    await send(gateway, list);
    await begin(shared);
    try {
      const query = await send(gateway, list);
      const update = await send(gateway, rename);
      expect([query, update].map(({ response }) => response.body.errors)).toEqual([
        undefined,
        undefined,
      ]);
      expectWithin(Math.max(query.ms, update.ms), maxMs);
    } finally {
      await end(shared);
    }
    await succeeds(expect, gateway, rename);
  });
});

describe('the id behind primary', () => {
  const primary = '{ calendar(id: "primary") { id summary } }';
  it('is requested by one gateway, for each caller alone', async () => {
    await using shared = await share();
    const operations = (): string[] => shared.sandbox.calls().map(({ operation }) => operation!);
    const [one, other] = [await shared.open(), await shared.open()];
    const first = (await one.query(primary, {}, owner)).body;
    const before = operations();
    expect(first.errors).toBeUndefined();
    expect((await one.query(primary, {}, owner)).body).toMatchObject({ data: first.data });
    const perQuery = operations().length - before.length;
    expect(perQuery).toBeLessThan(before.length);
    shared.sandbox.clearCalls();
    expect((await other.query(primary, {}, owner)).body).toMatchObject({ data: first.data });
    expect(operations()).toHaveLength(perQuery);
    shared.sandbox.clearCalls();
    await other.query(primary, {}, { authorization: 'Bearer studio-guest' });
    expect(operations()).toHaveLength(before.length);
  });
  it('is requested by each gateway while Redis is gone', async () => {
    await using shared = await share();
    const [one, other] = [await shared.open(), await shared.open()];
    await shared.redis.stop();
    const [first, second] = await Promise.all(
      [one, other].map((gateway) => gateway.query(primary, {}, owner)),
    );
    await shared.redis.start();
    expect(first!.body.errors).toBeUndefined();
    expect(second!.body.data).toEqual(first!.body.data);
  });
});

describe('a gateway', () => {
  it('keeps its own budget while Redis is gone, and adds it to the shared one later', async ({
    expect,
  }) => {
    await using shared = await share();
    const env = { STORE_FAILURE: 'allow', QUOTA_BUDGET: `VIDEO=${budget}` };
    const gateway = await shared.open(env);
    await shared.redis.stop();
    const rejected = async (): Promise<boolean> =>
      (await gateway.query(list, {}, owner)).body.errors !== undefined;
    for (let index = 0; index < 20 && !(await rejected()); index += 1);
    const calls = shared.sandbox.calls().length;
    expect(calls).toBeLessThanOrEqual(budget);
    expect(calls).toBeGreaterThan(budget - 10);
    await shared.redis.start();
    await expect.poll(async () => (await gateway.send('/ready')).body.store).toBe(true);
    expect(await rejected()).toBe(true);
  });
  it('starts anew with a Redis that has lost its data', async () => {
    await using shared = await share();
    const env = { QUOTA_BUDGET: `VIDEO=${budget}` };
    const gateway = await shared.open(env);
    for (let index = 0; index < 20; index += 1) await gateway.query(list, {}, owner);
    const before = shared.sandbox.calls().length;
    await shared.redis.cli('flushall');
    await shared.redis.cli('script', 'flush');
    expect((await gateway.query(list, {}, owner)).body.errors).toBeUndefined();
    expect(shared.sandbox.calls().length).toBe(before + 2);
  });
  it.each([
    ['reject', 503],
    ['allow', 200],
  ] as const)('that has never reached Redis serves: STORE_FAILURE=%s', async (setting, status) => {
    await using shared = await share();
    const port = await closedPort();
    const gateway = await shared.open({
      REDIS_URL: `redis://127.0.0.1:${port}`,
      STORE_FAILURE: setting,
    });
    const ready = await gateway.send('/ready');
    expect([ready.status, ready.body.store]).toEqual([status, false]);
    expect((await gateway.query(list, {}, owner)).body.errors).toBeUndefined();
  });
  it('that has served with Redis stays ready, although nobody has asked before', async () => {
    await using shared = await share();
    const gateway = await shared.open();
    expect((await gateway.query(list, {}, owner)).body.errors).toBeUndefined();
    await shared.redis.cli('shutdown', 'nosave');
    await expect
      .poll(() => gateway.lines.map(({ msg }) => msg))
      .toContainEqual(expect.stringContaining('cannot be reached'));
    expect((await gateway.send('/ready')).body).toMatchObject({ status: 'ready', store: false });
  });
  it('without Redis says nothing of a store', async () => {
    await using gateway = await startGateway();
    expect((await gateway.send('/ready')).body).not.toHaveProperty('store');
  });
});
