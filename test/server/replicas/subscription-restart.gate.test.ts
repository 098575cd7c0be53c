/**
 * All processes are replaced, one after the other, while clients receive changes of files, changes
 * of events and chat messages. The clients connect again with their last cursors.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { transports } from '../../support/client/subscription-client.ts';

const count = promised(3, 2);
const restartCount = promised(20, 1);

/** Clients of each feed and transport: each process has some. */
const clientCount = 2;

/** Time in ms between two changes of a feed. */
const paceMs = 60;

/** A client, and what it follows. */
interface Follower {
  readonly feed: ChangingFeed;
  readonly transport: string;
  readonly client: FeedClient<Version>;
}

let redis: TestRedis;
let replicas: Replicas;
let clients: Follower[] = [];

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count, env: { REDIS_URL: redis.url, DRAIN_DELAY_MS: '500' } });
  replicas.sandbox.runClock(1);
  replicas.sandbox.setChat(ids.chat.nightShift, { pollingIntervalMillis: 1_000 });
});

afterAll(async () => {
  await Promise.all(clients.map(({ client }) => client.stop()));
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

it('subscriptions lose and double nothing over rolling restarts', {
  tags: ['R19', 'R20', 'R22', 'fullSize'],
}, async () => {
  const random = randomFrom('rolling restarts');
  const { sandbox } = replicas;
  const feeds = [changingFiles, changingEvents, changingChat].map((make) => make(sandbox, random));
  clients = feeds.flatMap((feed) =>
    Object.keys(transports).flatMap((transport) =>
      Array.from({ length: clientCount }, () => {
        const client = new FeedClient({ feed, transport, url: () => replicas.url });
        return { feed, transport, client };
      }),
    ),
  );
  const connections = (): number[] => clients.map(({ client }) => client.connections);
  await expect.poll(() => Math.min(...connections())).toBe(1);
  let isOver = false;
  const made = keepChanging(feeds, paceMs, () => isOver);
  const codes: (number | null)[] = [];
  for (let restart = 0; restart < restartCount; restart += 1) {
    for (let index = 0; index < count; index += 1) {
      codes.push(await replicas.drain(index));
      await replicas.restart(index);
    }
    // Each client has lost its process once at least. It counts a connection with its first page,
    // which the end of the next process would keep it from.
    await expect.poll(() => Math.min(...connections())).toBeGreaterThan(restart + 1);
  }
  isOver = true;
  await made;
  await expectAll();
  // What comes twice could come with a later page.
  await Promise.all(feeds.map((feed) => feed.change()));
  await expectAll();
  expect(new Set(codes)).toEqual(new Set([0]));
});

/** Resolves when all clients have everything, and nothing twice. */
async function expectAll(): Promise<void> {
  const missing = (): number =>
    Math.max(...clients.map(({ feed, client }) => feed.missing(client.received)));
  await expect.poll(missing, { interval: 500 }).toBe(0);
  const faults = clients.flatMap(({ feed, transport, client }) =>
    feed.faultsIn(client.received).map((fault) => `${transport}: ${fault}`),
  );
  expect(faults).toEqual([]);
}
