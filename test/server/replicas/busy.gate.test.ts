/**
 * Two processes with one Redis, of which one is busy: its event loop is blocked again and again. A
 * busy process is not to take its own delay for that of Redis.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChatClient } from '../../support/client/chat-client.ts';
import { ChatService, pathOf } from '../../support/upstream/chat-service.ts';
import { promised } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';

/** What YouTube states, in ms. */
const intervalMs = 3_000;

/** Chats with a subscriber at each process: the pages of all of them come over one connection. */
const chatCount = promised(30, 20);

const service = new ChatService(intervalMs);
let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  const origin = await service.start();
  redis = await startRedis();
  replicas = await startReplicas({
    count: 2,
    env: { REDIS_URL: redis.url },
    envOf: (index) => ({
      VIDEO_BASE_URL: `${origin}${pathOf(index)}`,
      ...(index === 0 && { NODE_OPTIONS: '--import ./test/support/block-event-loop.js' }),
    }),
  });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
  await service.close();
});

it('reads chats at the interval that the service states, and reports no failure of Redis', {
  tags: ['R20', 'fullSize'],
  timeout: 180_000,
}, async () => {
  const clients = Array.from(
    { length: 2 * chatCount },
    (_, index) =>
      new ChatClient(
        'server-sent events',
        () => replicas.urlOf(index % 2),
        `chat-${Math.floor(index / 2)}`,
      ),
  );
  service.chat.post(1);
  await wait(intervalMs);
  replicas.process(0).signal('SIGUSR2');
  // The first answers came before the process was busy.
  const pauses = service.pauses.length + promised(18, 2) * chatCount;
  while (service.pauses.length <= pauses) {
    service.chat.post(10, 'x'.repeat(1_000));
    await wait(200);
  }
  await Promise.all(clients.map((each) => each.stop()));
  expect(replicas.process(0).output()).not.toContain('REDIS_URL');
  expect(Math.min(...service.pauses)).toBeGreaterThanOrEqual(intervalMs);
});
