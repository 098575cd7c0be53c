/**
 * A live chat through the whole gateway, with connections that are cut at random: those to YouTube,
 * those of clients of each transport, and those of a gateway that stops.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { Chat } from '../../support/upstream/chat.ts';
import { ChatClient } from '../../support/client/chat-client.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { OpenCalls } from '../../support/clock/open-calls.ts';
import { withRealTimers } from '../../support/clock/sleep.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { transports } from '../../support/client/subscription-client.ts';
import { httpServer } from '../../support/http-server.ts';

const messageCount = 10_000;
const cutCount = 50;

/** YouTube with one chat. `cut` destroys the connection of the next call. */
async function startService(chat: Chat) {
  let cut: 'before' | 'middle' | undefined;
  const server = await httpServer((incoming, response) => {
    const { pathname: path, searchParams } = new URL(incoming.url!, 'http://service');
    const { body } = chat.answer({ path, query: searchParams, token: undefined, at: 0 });
    const text = JSON.stringify(body);
    const cutNow = cut;
    cut = undefined;
    if (cutNow === 'before') return response.destroy();
    response.writeHead(200, { 'content-type': 'application/json' });
    if (cutNow === undefined) return response.end(text);
    return response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  return {
    url: `${server.url}/youtube/v3`,
    cut: (kind: typeof cut) => {
      cut = kind;
    },
    close: () => server.close(),
  };
}

describe('50 random cuts', () => {
  let clients: readonly ChatClient[] = [];
  let chat: Chat;
  let clock: DrivenClock;
  let openCalls: OpenCalls;
  let service: Awaited<ReturnType<typeof startService>>;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  const start = () => startGateway({ bases: { video: service.url }, clock: withRealTimers(clock) });
  beforeEach(async () => {
    openCalls = new OpenCalls();
    clock = new DrivenClock(() => openCalls.count > 0);
    chat = new Chat();
    service = await startService(chat);
    openCalls.watch(service.url);
    gateway = await start();
  });
  afterEach(async () => {
    await Promise.all(clients.map((each) => each.stop()));
    await gateway.close();
    await service.close();
    openCalls.close();
  });

  it('lose or double none of 10,000 messages for any client, and change no order', {
    tags: ['R20'],
  }, async () => {
    const random = randomFrom('cuts of the gateway');
    clients = Object.keys(transports).flatMap((transport) =>
      Array.from({ length: 3 }, () => new ChatClient(transport, () => gateway.url)),
    );
    const cuts = {
      upstream: () => service.cut(random.pick(['before', 'middle'])),
      client: () => random.pick(clients).cut(),
      allClients: () => {
        for (const each of clients) each.cut();
      },
      gateway: async () => {
        await clock.through(gateway.gateway.drain());
        await gateway.close();
        gateway = await start();
      },
    };
    const kinds = Object.keys(cuts) as (keyof typeof cuts)[];
    for (let cut = 1; cut <= cutCount; cut += 1) {
      const target = (messageCount * cut) / cutCount;
      while (chat.messages.length < target) {
        chat.post(Math.min(random.int(1, 90), target - chat.messages.length));
        await clock.advance(random.int(0, 5_000));
      }
      await cuts[kinds[(cut - 1) % kinds.length]!]();
    }
    // All clients have connected again, and the last messages have been polled.
    const received = async (): Promise<string[]> => {
      await clock.advance(chat.intervalMs);
      return clients.map((each) => each.received.at(-1)!);
    };
    await expect.poll(received).toEqual(clients.map(() => `m${messageCount}`));
    await Promise.all(clients.map((each) => each.stop()));
    for (const each of clients) expect(each.received).toEqual(chat.messages);
  });
});
