/** Replicas that store in one Redis what the API key has read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMessage, findChat } from '../../../src/sandbox/live/chat/chat.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Clock, systemClock } from '../../../src/engine/caller/clock.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { startGateway, type RunningGateway } from '../../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { Env } from '../../support/gateway/server.ts';

const page = `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`;

let redis: TestRedis;
let sandbox: Sandbox;

beforeAll(async () => {
  redis = await startRedis();
  sandbox = await startSandbox();
});

beforeEach(async () => {
  await redis.cli('flushall');
  sandbox.reset();
});

afterAll(async () => {
  await sandbox.close();
  await redis.close();
});

/** Four gateways, and what closes them. */
async function open(env: Env = {}, clock?: Clock) {
  const all: RunningGateway[] = [];
  for (let count = 0; count < 4; count += 1)
    all.push(
      await startGateway({
        env: { CACHE: 'public', REDIS_URL: redis.url, LINK_SECRET: 'x'.repeat(32), ...env },
        sandbox,
        ...(clock && { clock }),
      }),
    );
  return {
    all,
    [Symbol.asyncDispose]: async () => {
      for (const gateway of all) await gateway.close();
    },
  };
}

/** Lets reads end that nobody waits for: they have a lease. */
async function untilRead(): Promise<void> {
  await expect.poll(() => redis.cli('keys', 'studiograph:lease:*')).toBe('');
}

const unitsOf = (): number =>
  sandbox.calls().filter(({ operation }) => operation?.startsWith('video:')).length;

describe('four replicas', () => {
  it('read once what all of them are asked for at one moment', async () => {
    await using replicas = await open();
    const asked = replicas.all.flatMap((gateway) =>
      Array.from({ length: 5 }, () => gateway.query(page)),
    );
    const [first, ...others] = await Promise.all(asked);
    expect(first!.body.errors).toBe(undefined);
    for (const { body } of others) expect(body.data).toEqual(first!.body.data);
    expect(unitsOf()).toBe(3);
  });

  it.each([
    ['60', 45],
    ['120', 24],
  ])(
    'take few units for 250 visitors in a quarter of an hour: a TTL of %s s',
    async (seconds, max) => {
      let time = Date.parse('2026-03-10T09:00:00Z');
      const clock = { ...systemClock, now: () => time, wallTime: () => time };
      const operations = ['playlistItems', 'videos', 'channels'];
      const ttls = operations.map((name) => `video:${name}.list=${seconds}`).join();
      await using replicas = await open({ CACHE_TTLS: ttls }, clock);
      for (let visitor = 0; visitor < 250; visitor += 1) {
        const { body } = await replicas.all[visitor % 4]!.query(page);
        expect(body.data.playlist.items.nodes).toHaveLength(50);
        // Reads in the background take no time of the clock.
        if (body.extensions.stale) await untilRead();
        time += 3_600;
      }
      expect(unitsOf()).toBeLessThanOrEqual(max);
      // After the end of the quota they still see the page.
      time += 3_600_000;
      for (const name of operations)
        sandbox.fault({
          match: { operation: `video:${name}.list` },
          status: 403,
          reason: 'quotaExceeded',
        });
      for (const gateway of replicas.all) {
        const { body } = await gateway.query(page);
        expect(body.data.playlist.items.nodes[0].video.channel.title).toBeTypeOf('string');
        expect(body.extensions.stale.age).toBeGreaterThanOrEqual(3_600);
      }
    },
  );

  it('read a public chat once for callers of all of them, with PUBLIC_READS=key', async () => {
    await using replicas = await open({ PUBLIC_READS: 'key' });
    const { nightShift } = ids.chat;
    const query = `subscription { chatMessages(liveChatId: "${nightShift}") { messages { messageId } } }`;
    const tokens = ['studio-owner', 'studio-guest', 'studio-reader'];
    const streams = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        openEventStream(replicas.all[index % 4]!.url, { query, token: tokens[index % 3]! }),
      ),
    );
    const chat = findChat(sandbox.simulation(), nightShift)!;
    const seen = async (count: number): Promise<void> => {
      const all = chat.messages.map(({ id }) => id);
      for (const { until } of streams) {
        const events = await until(count);
        const messages = events.flatMap(({ data }) => data.chatMessages.messages);
        expect(messages.map(({ messageId }) => messageId)).toEqual(all);
      }
    };
    await seen(1);
    addMessage(sandbox.simulation(), chat, {
      type: 'textMessageEvent',
      authorChannelId: fanId(1),
      details: { textMessageDetails: { messageText: 'One' } },
    });
    await seen(2);
    for (const { leave } of streams) leave();
    const reads = sandbox.calls().map(({ user, query: { pageToken } }) => [user, pageToken?.[0]]);
    // Each page once, and by the key.
    expect(new Set(reads.map(([, position]) => position)).size).toBe(reads.length);
    expect(new Set(reads.map(([user]) => user))).toEqual(new Set(['api-key']));
  });

  it('show a writer no older value after Redis was lost, where nobody noticed', async () => {
    let time = Date.parse('2026-03-10T09:00:00Z');
    const clock = { ...systemClock, now: () => time, wallTime: () => time };
    const env = { CACHE: 'callers', STORE_FAILURE: 'allow' };
    await using replicas = await open(env, clock);
    const [writer, idle] = replicas.all;
    const id = ids.playlist.fifty;
    const headers = { authorization: 'Bearer studio-owner' };
    const titleAt = async (gateway: RunningGateway): Promise<unknown> =>
      (await gateway.query(`{ playlist(id: "${id}") { title } }`, {}, headers)).body.data.playlist
        .title;
    const clients = async (): Promise<number> =>
      (await redis.cli('client', 'list')).split('\n').length;
    await titleAt(idle!);
    const before = await clients();
    await redis.stop();
    const written = `mutation { updatePlaylist(input: { id: "${id}", title: "New" }) { playlist { title } } }`;
    expect((await writer!.query(written, {}, headers)).body.errors).toBe(undefined);
    await redis.start();
    await expect.poll(clients).toBe(before);
    time += 6_000;
    expect(await titleAt(idle!)).toBe('New');
  });

  it('answer right while Redis hangs, is full, or is lost', async () => {
    await using replicas = await open({ STORE_FAILURE: 'allow' });
    const [first] = replicas.all;
    const { body: before } = await first!.query(page);
    const allRight = async (): Promise<void> => {
      for (const gateway of replicas.all)
        expect((await gateway.query(page)).body.data).toEqual(before.data);
    };
    redis.hang();
    await allRight();
    redis.resume();
    await redis.cli('config', 'set', 'maxmemory', '1');
    await allRight();
    await redis.stop();
    await allRight();
    await redis.start();
    await allRight();
  });
});
