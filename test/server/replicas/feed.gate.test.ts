/**
 * Subscriptions over processes with one Redis: two of them, at the promised size two and four.
 * The process that polls is killed, and Redis loses its data.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { FeedClient } from '../../support/client/feed-client.ts';
import {
  type ChangingFeed,
  changingChat,
  changingFiles,
  type Version,
} from '../../support/feed/changing-feed.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';

let redis: TestRedis;
let replicas: Replicas;
let clients: { readonly feed: ChangingFeed; readonly client: FeedClient<Version> }[] = [];

/** Starts a client, and resolves when it has the first page. @param url of a process, or of all */
async function follow(feed: ChangingFeed, url: () => string): Promise<FeedClient<Version>> {
  const client = new FeedClient({ feed, transport: 'server-sent events', url });
  clients.push({ feed, client });
  while (client.connections === 0) await wait(20);
  return client;
}

/** Resolves when all clients have all changes. */
async function expectAll(): Promise<void> {
  await expect
    .poll(() => clients.map(({ feed, client }) => feed.missing(client.received)))
    .toEqual(clients.map(() => 0));
  for (const { feed, client } of clients) expect(feed.faultsIn(client.received)).toEqual([]);
}

async function change(feed: ChangingFeed, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await feed.change();
}

afterEach(async () => {
  await Promise.all(clients.map(({ client }) => client.stop()));
  clients = [];
});

describe.each(runsFull ? [2, 4] : [2])('%i processes', (count) => {
  const last = count - 1;
  const urlOf = (index: number) => () => replicas.urlOf(index);
  const random = randomFrom('feeds');
  let chat: ChangingFeed;
  let files: ChangingFeed;

  beforeAll(async () => {
    redis = await startRedis();
    replicas = await startReplicas({
      count,
      // A short run ends the first process only.
      ownIndex: promised(undefined, last),
      env: { REDIS_URL: redis.url },
    });
    replicas.sandbox.runClock(1);
    replicas.sandbox.setChat(ids.chat.nightShift, { pollingIntervalMillis: 1_000 });
  });

  beforeEach(() => {
    const made = chat?.count ?? 0;
    chat = changingChat(replicas.sandbox, random);
    // Subscribers also receive what earlier tests have posted.
    chat.count = made;
    files = changingFiles(replicas.sandbox, random);
    replicas.sandbox.clearCalls();
  });

  afterAll(async () => {
    replicas.sandbox.stopClock();
    await replicas[Symbol.asyncDispose]();
    await redis.close();
  });

  it('lose and double no message of a chat when one of them is killed', {
    tags: ['R20', 'fullSize'],
  }, async () => {
    const startTime = performance.now();
    // The first process has the first subscriber, so it polls.
    await follow(chat, urlOf(0));
    await Promise.all([0, 1, 2, 3].map((index) => follow(chat, urlOf(1 + (index % last)))));
    await follow(chat, () => replicas.url);
    await change(chat, 20);
    await expectAll();
    for (let round = 0; round < promised(count * 3, 1); round += 1) {
      const index = round % count;
      await change(chat, 10);
      await replicas.kill(index);
      await change(chat, 10);
      await replicas.restart(index);
      await change(chat, 10);
      await expectAll();
    }
    // One process polls for all, once in a second.
    const seconds = (performance.now() - startTime) / 1_000;
    const polls = replicas.sandbox
      .calls()
      .filter(({ operation }) => operation === 'live:liveChatMessages.list');
    expect(polls.map(({ status }) => status)).not.toContain(403);
    expect(polls.length).toBeLessThan(seconds + 2);
  });

  it('lose and double no change of a file when the one that polls is killed', {
    tags: ['R19', 'fullSize'],
  }, async () => {
    await follow(files, urlOf(0));
    const second = await follow(files, urlOf(last));
    await files.change();
    await replicas.kill(0);
    await files.change();
    await replicas.restart(0);
    await files.change();
    await expectAll();
    expect(second.connections).toBe(1);
    // Nothing comes twice with a later read.
    await files.change();
    await expectAll();
  });
  it('lose and double nothing when Redis loses its data', {
    tags: ['R19', 'R20', 'fullSize'],
    timeout: 300_000,
  }, async () => {
    const processes = Array.from({ length: count }, (_, index) => index);
    await Promise.all(
      processes.flatMap((index) => [chat, files].map((feed) => follow(feed, urlOf(index)))),
    );
    for (let round = 0; round < promised(20, 2); round += 1) {
      for (let step = 0; step < 4; step += 1) {
        await change(chat, 5);
        await wait(300);
        if (step === round % 4) await redis.cli('FLUSHALL');
      }
      await files.change();
      await expectAll();
    }
    for (const { client } of clients) expect(client.connections).toBe(1);
  });
});
