/** A live chat that is streamed to the subscribers of several processes with one Redis. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { streamForms } from '../../../src/sandbox/http/stream-response.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { ChatClient } from '../../support/client/chat-client.ts';
import { promised } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';

const count = promised(3, 2);
const messageCount = promised(10_000, 400);
const cutCount = promised(50, 8);
const subscriberCount = promised(500, 20);
const chat = ids.chat.nightShift;
const stream = 'live:liveChatMessages.streamList';

let redis: TestRedis;
let replicas: Replicas;
let clients: ChatClient[] = [];

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({
    count,
    env: { REDIS_URL: redis.url, LIVE_CHAT_SOURCE: 'stream' },
  });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

afterEach(async () => {
  await Promise.all(clients.map((each) => each.stop()));
  clients = [];
});

const transports = ['server-sent events', 'graphql-ws'];

/** Starts clients, at the processes in turn. @param feeds the number of feeds: each has a stream */
const startClients = (feeds: number): void => {
  const { url } = replicas;
  clients = Array.from({ length: subscriberCount }, (_, index) => {
    const transport = transports[index % 2]!;
    return new ChatClient(transport, () => url, chat, 100 + (index % feeds));
  });
};

const messages = (): readonly string[] =>
  liveState(replicas.sandbox.simulation())
    .chats.get(chat)!
    .messages.map(({ id }) => id);

const post = (size: number): void =>
  void replicas.sandbox.postChatMessages(
    chat,
    Array.from({ length: size }, (_, index) => ({ text: `Message ${index} 👋` })),
  );

/** Resolves when all clients have the last message. */
async function received(): Promise<void> {
  const late = (): number =>
    clients.filter((each) => each.received.at(-1) !== messages().at(-1)).length;
  await expect.poll(late, { interval: 50 }).toBe(0);
}

const callsOf = (operation: string): number =>
  replicas.sandbox.calls().filter((call) => call.operation === operation).length;

/** The number of streams that are open at the sandbox. */
const openStreams = async (): Promise<unknown> => {
  const response = await fetch(`${replicas.sandbox.url}/_sandbox/chat-stream`);
  return ((await response.json()) as { readonly open: unknown }).open;
};

it('has one stream for all subscribers of all processes, and none after they have left', {
  tags: ['fullSize'],
}, async () => {
  replicas.sandbox.setChat(chat, { pollingIntervalMillis: 1_000 });
  startClients(1);
  await received();
  await expect.poll(() => callsOf(stream)).toBeGreaterThan(0);
  // Those who came after the first page are there, too.
  await wait(3_000);
  replicas.sandbox.clearCalls();
  for (let turn = 0; turn < 10; turn += 1) {
    post(3);
    await wait(100);
  }
  await received();
  await wait(4_000);
  post(1);
  await received();
  for (const each of clients) expect(each.received).toEqual(messages());
  expect(replicas.sandbox.calls()).toEqual([]);
  expect(await openStreams()).toBe(1);
  await Promise.all(clients.map((each) => each.stop()));
  await expect.poll(openStreams).toBe(0);
});

it('loses or doubles no message over many cuts and kills', {
  tags: ['R20', 'R22', 'fullSize'],
  timeout: 1_200_000,
}, async () => {
  const random = randomFrom('streams');
  const model = liveState(replicas.sandbox.simulation()).chatStream;
  // A stream that breaks often is opened more and more rarely: several break more often.
  startClients(5);
  await received();
  const cuts = {
    stream: () => {
      model.form = random.pick(streamForms);
      model.heartbeatMs = random.pick([0, 20]);
      model.cutAfterBytes = random.int(1, 40_000);
    },
    process: async () => {
      const index = random.int(0, count - 1);
      await replicas.kill(index);
      await replicas.restart(index);
    },
    refusal: () => replicas.sandbox.fault({ match: { operation: stream }, status: 503, times: 2 }),
    clients: () => {
      for (const each of clients) if (random.int(0, 2) === 0) each.cut();
    },
    dataOfRedis: async () => void (await redis.cli('FLUSHALL')),
  };
  const others = Object.keys(cuts) as (keyof typeof cuts)[];
  for (let cut = 0; cut < cutCount; cut += 1) {
    // Every other one breaks the stream that is open.
    const done = cuts[cut % 2 === 0 ? 'stream' : others[((cut + 1) / 2) % others.length]!]();
    const share = Math.ceil(messageCount / cutCount);
    for (let posted = 0; posted < share; ) {
      const size = Math.min(random.int(1, 60), share - posted);
      post(size);
      posted += size;
      await wait(random.int(0, 200));
    }
    await done;
    await received();
  }
  for (const each of clients) expect(each.received).toEqual(messages());
  expect(callsOf(stream)).toBeGreaterThan(cutCount);
  // The interval was kept.
  expect(replicas.sandbox.calls().filter(({ status }) => status === 403)).toEqual([]);
});
