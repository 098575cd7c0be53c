/**
 * A live chat whose subscribers are at two processes with one Redis, which are killed; and at four
 * processes, at the promised size.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { ChatClient } from '../../support/client/chat-client.ts';
import { ChatService, pathOf } from '../../support/upstream/chat-service.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';

const messageCount = promised(10_000, 600);

/** A short run kills no process in a call here: the last test does. */
const cutCount = promised(50, 4);

const subscriberCount = promised(1_000, 40);

/** What YouTube states, and the time in ms after which a dead process has been replaced. */
const intervalMs = 1_000;
const handOverMs = 10_000;

const service = new ChatService(intervalMs);
let redis: TestRedis;
let replicas: Replicas;
let clients: ChatClient[] = [];

/** Number of the test: each has a chat of its own, since processes remember chats. */
let chatNumber = 0;

beforeEach(() => {
  service.reset();
  chatNumber += 1;
});

afterEach(async () => {
  await Promise.all(clients.map((each) => each.stop()));
  clients = [];
});

/** Starts clients, at the processes in turn. */
const startClients = (count: number): void => {
  clients = Array.from(
    { length: count },
    () => new ChatClient('server-sent events', () => replicas.url, `chat-${chatNumber}`),
  );
};

const last = (): string => `m${service.chat.messages.length}`;

/** Resolves when all clients have the last message. */
async function received(): Promise<void> {
  const late = (): number => clients.filter((each) => each.received.at(-1) !== last()).length;
  await expect.poll(late, { interval: 50 }).toBe(0);
}

describe.each(runsFull ? [2, 4] : [2])('a chat of %i processes', (count) => {
  beforeAll(async () => {
    const origin = await service.start();
    redis = await startRedis();
    replicas = await startReplicas({
      count,
      env: { REDIS_URL: redis.url },
      envOf: (index) => ({ VIDEO_BASE_URL: `${origin}${pathOf(index)}` }),
    });
  });

  afterAll(async () => {
    await replicas[Symbol.asyncDispose]();
    await redis.close();
    await service.close();
  });

  it('has one poller for all subscribers, and none after they have left', {
    tags: ['R21', 'fullSize'],
  }, async () => {
    startClients(subscriberCount);
    service.chat.post(1);
    await received();
    for (let turn = 0; turn < 3; turn += 1) {
      service.chat.post(3);
      await received();
    }
    const { polls, pauses } = service;
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(intervalMs);
    // Subscribers that come while the others have pages continue with these.
    expect(new Set(polls.map(({ from }) => from)).size).toBeLessThanOrEqual(5);
    for (const each of clients) expect(each.received).toEqual(service.chat.messages);
    await Promise.all(clients.map((each) => each.stop()));
    await wait(2_000);
    const { length } = polls;
    await wait(2 * intervalMs);
    expect(polls).toHaveLength(length);
  });

  it('loses or doubles no message over many cuts, and keeps the interval', {
    tags: ['R20', 'R22', 'fullSize'],
    timeout: 1_200_000,
  }, async () => {
    const random = randomFrom(`chat of ${count} processes`);
    startClients(9);
    service.chat.post(1);
    await received();
    /** Around each loss of what Redis knows, which is also who may read next, and when. */
    const flushes: number[] = [];
    /** Kills a process, which may be the one that reads now. */
    const kill = async (index = random.int(0, count - 1)): Promise<void> => {
      await replicas.kill(index);
      await replicas.restart(index);
    };
    const cuts = {
      processInCall: async () => {
        const killed = new Promise<void>((resolve) => {
          service.onPoll = async (index) => {
            service.onPoll = undefined;
            await kill(index);
            resolve();
          };
        });
        await killed;
      },
      process: () => kill(),
      stop: async () => {
        const index = random.int(0, count - 1);
        await replicas.drain(index);
        await replicas.restart(index);
      },
      clients: async () => {
        for (const each of clients) if (random.int(0, 2) === 0) each.cut();
      },
      dataOfRedis: async () => {
        flushes.push(performance.now());
        await redis.cli('FLUSHALL');
        flushes.push(performance.now());
      },
    };
    const kinds = Object.keys(cuts) as (keyof typeof cuts)[];
    for (let cut = 1; cut <= cutCount; cut += 1) {
      const target = Math.ceil((messageCount * cut) / cutCount);
      const done = cuts[kinds[cut % kinds.length]!]();
      while (service.chat.messages.length < target) {
        service.chat.post(Math.min(random.int(1, 60), target - service.chat.messages.length));
        await wait(random.int(0, 200));
      }
      await done;
    }
    await received();
    for (const each of clients) expect(each.received).toEqual(service.chat.messages);
    const early = service.waits.filter(
      ({ from, to }) => to - from < intervalMs && !flushes.some((at) => at > from && at < to),
    );
    expect(early).toEqual([]);
  });

  it('goes on while Redis is away', { tags: ['R20', 'fullSize'] }, async () => {
    startClients(6);
    service.chat.post(1);
    await received();
    await redis.stop();
    for (let turn = 0; turn < 2; turn += 1) {
      service.chat.post(3);
      await received();
    }
    await redis.start();
    // The processes share the poller again.
    const leastPause = (): number => Math.min(...service.pauses.slice(-4));
    await expect.poll(leastPause).toBeGreaterThanOrEqual(intervalMs);
    service.chat.post(3);
    await received();
    for (const each of clients) expect(each.received).toEqual(service.chat.messages);
  });

  // The last one: the process is not replaced.
  it('continues within seconds after the process that reads was killed', {
    tags: ['R20', 'fullSize'],
  }, async () => {
    startClients(6);
    service.chat.post(1);
    await received();
    const killed = new Promise<number>((resolve) => {
      service.onPoll = async (index) => {
        service.onPoll = undefined;
        await replicas.kill(index);
        resolve(performance.now());
      };
    });
    service.chat.post(5);
    const at = await killed;
    await received();
    expectWithin(performance.now() - at, handOverMs);
    for (const each of clients) expect(each.received).toEqual(service.chat.messages);
    expect(Math.min(...service.pauses)).toBeGreaterThanOrEqual(intervalMs);
  });
});
