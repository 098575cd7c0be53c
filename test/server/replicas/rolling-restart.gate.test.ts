/**
 * All processes are replaced, one after the other, while clients send requests, and while others
 * receive changes of files, changes of events and chat messages. These connect again with their
 * last cursors.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import {
  type ChangingFeed,
  changingChat,
  changingEvents,
  changingFiles,
  keepChanging,
  type Version,
} from '../../support/feed/changing-feed.ts';
import { FeedClient } from '../../support/client/feed-client.ts';
import { promised } from '../../support/report/promised-size.ts';
import { until } from '../../support/clock/until.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { transports } from '../../support/client/subscription-client.ts';
import { openFile, post, sendPart } from '../../support/client/upload-client.ts';
import { digestOf } from '../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;
const count = promised(4, 2);
const restartCount = promised(20, 1);

/** Clients that send requests. One of them uploads files. */
const requesterCount = 8;

/** Time in ms between two requests of a client. */
const pauseMs = promised(0, 100);

/** Clients of each feed and transport: each process has some. */
const clientCount = 2;

/** Time in ms between two changes of a feed. */
const paceMs = promised(60, 120);

/** A client, and what it follows. */
interface Follower {
  readonly feed: ChangingFeed;
  readonly transport: string;
  readonly client: FeedClient<Version>;
}

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count, env: { REDIS_URL: redis.url, DRAIN_DELAY_MS: '500' } });
  replicas.sandbox.runClock(1);
  replicas.sandbox.setChat(ids.chat.nightShift, { pollingIntervalMillis: 1_000 });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

const id = globalId('Playlist', [ids.playlist.fifty]);
const query = `{ playlist(id: "${id}") { items(first: 50) { nodes { video { title } } } } }`;

/** How often a request succeeded, and its failures. */
interface Outcome {
  readonly successes: number;
  readonly failures: readonly string[];
}

/** Repeats a request until `isOver`. */
async function repeat(isOver: () => boolean, work: () => Promise<void>): Promise<Outcome> {
  const failures: string[] = [];
  let successes = 0;
  while (!isOver()) {
    try {
      await work();
      successes += 1;
    } catch (error) {
      failures.push(String(error));
    }
    await wait(pauseMs);
  }
  return { successes, failures };
}

/** Starts the clients that send requests until `isOver`, the one that uploads first. */
async function startRequesters(isOver: () => boolean): Promise<Promise<Outcome>[]> {
  const expected = await post(replicas.url, query);
  expect(expected.data.playlist.items.nodes).toHaveLength(50);
  const read = async (): Promise<void> =>
    expect((await post(replicas.url, query)).data).toEqual(expected.data);
  const upload = async (): Promise<void> => {
    const { uploadUrl } = await openFile(replicas.url, MiB);
    const half = MiB / 2;
    const first = await sendPart(uploadUrl, { total: MiB, start: 0, end: half });
    const last = await sendPart(uploadUrl, { total: MiB, start: half, end: MiB });
    expect([first.status, last.status]).toEqual([308, 200]);
  };
  return Array.from({ length: requesterCount }, (_, index) =>
    repeat(isOver, index === 0 ? upload : read),
  );
}

describe('rolling restarts of all processes', () => {
  let feeds: readonly ChangingFeed[];
  let followers: readonly Follower[] = [];
  let outcomes: readonly Outcome[];
  const codes: (number | null)[] = [];
  /** Number of processes that have served requests. */
  const servers = (): number => Object.keys(replicas.proxy.served()).length;

  beforeAll(
    async () => {
      const random = randomFrom('rolling restarts');
      const { sandbox } = replicas;
      feeds = [changingFiles, changingEvents, changingChat].map((make) => make(sandbox, random));
      followers = feeds.flatMap((feed) =>
        Object.keys(transports).flatMap((transport) =>
          Array.from({ length: clientCount }, () => {
            const client = new FeedClient({ feed, transport, url: () => replicas.url });
            return { feed, transport, client };
          }),
        ),
      );
      const connections = (): number =>
        Math.min(...followers.map(({ client }) => client.connections));
      await until(() => connections() === 1);
      let isOver = false;
      let isRestarted = false;
      const requesters = await startRequesters(() => isRestarted);
      const made = keepChanging(feeds, paceMs, () => isOver);
      for (let restart = 0; restart < restartCount; restart += 1) {
        for (let index = 0; index < count; index += 1) {
          codes.push(await replicas.drain(index));
          await replicas.restart(index);
        }
        // Each client has lost its process once at least. It counts a connection with its first
        // page, which the end of the next process would keep it from.
        await until(() => connections() > restart + 1);
        if (restart > 0) continue;
        // Each of the old and the new processes has served requests.
        await until(() => servers() === 2 * count);
        isRestarted = true;
        outcomes = await Promise.all(requesters);
      }
      isOver = true;
      await made;
    },
    promised(3_600_000, undefined),
  );

  afterAll(() => Promise.all(followers.map(({ client }) => client.stop())));

  it('end each process in order', { tags: ['R25', 'fullSize'] }, () => {
    expect(codes).toEqual(Array.from({ length: restartCount * count }, () => 0));
  });
  it('fail no request', { tags: ['R25', 'fullSize'] }, async () => {
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { successes } of outcomes) expect(successes).toBeGreaterThan(0);
    const digest = await digestOf(MiB);
    const uploaded = replicas.sandbox.uploads().map(({ sha256 }) => sha256);
    expect(uploaded).toEqual(Array.from({ length: outcomes[0]!.successes }, () => digest));
  });
  it('let subscriptions lose and double nothing', {
    tags: ['R19', 'R20', 'R22', 'fullSize'],
  }, async () => {
    await receivedAll();
    expect(mistakes()).toEqual([]);
    // What comes twice could come with a later page.
    await Promise.all(feeds.map((feed) => feed.change()));
    await receivedAll();
    expect(mistakes()).toEqual([]);
  });

  /** Resolves when all clients have everything. */
  async function receivedAll(): Promise<void> {
    const missing = (): number =>
      Math.max(...followers.map(({ feed, client }) => feed.missing(client.received)));
    await expect.poll(missing, { interval: 100 }).toBe(0);
  }

  /** What is wrong with what the clients have received. */
  const mistakes = (): readonly string[] =>
    followers.flatMap(({ feed, transport, client }) =>
      feed.faultsIn(client.received).map((fault) => `${transport}: ${fault}`),
    );
});
