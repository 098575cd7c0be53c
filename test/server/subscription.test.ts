/** Subscriptions through the whole gateway; the schema has one field more, made by the test. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/data/feed/clock.ts';
import type { FeedSource } from '../../src/data/feed/source.ts';
import { builder } from '../../src/graph/builder.ts';
import { feedPageType, feedSubscription } from '../../src/graph/field/feed.ts';
import { field } from '../../src/graph/field/field-factory.ts';
import { liveChatMessages } from '../../src/upstream/live/index.ts';
import { Chat, chatSource } from '../support/chat.ts';
import { DrivenClock } from '../support/driven-clock.ts';
import { type EventStream, openEventStream } from '../support/event-stream.ts';

/** Reads of the chat by the pollers: those since the test began, and those that are running. */
const reads = { started: 0, running: 0 };

function countedChat(liveChatId: string): FeedSource {
  const source = chatSource(liveChatId);
  return {
    ...source,
    read: async (...args) => {
      reads.started += 1;
      reads.running += 1;
      return source.read(...args).finally(() => (reads.running -= 1));
    },
  };
}

/** Adds `Subscription.testChat` to the schema, which must not be imported before. */
function addChatSubscription(): void {
  const message = builder.objectRef<{ readonly id: string }>('TestChatMessage').implement({
    fields: (t) => ({
      messageId: field(t, {
        type: 'String',
        description: 'The id of the message.',
        needs: { kind: 'paths', paths: ['id'] },
        resolve: ({ id }: { readonly id: string }) => id,
      }),
    }),
  });
  const type = feedPageType('TestChatPage', {
    item: message,
    items: 'messages',
    description: 'A page of a chat.',
    itemsDescription: 'The messages.',
    maxItems: 2_000,
  });
  builder.subscriptionFields((t) => ({
    testChat: feedSubscription(
      t,
      {
        type,
        operations: [liveChatMessages.list],
        arguments: { liveChatId: t.arg.string({ required: true }) },
        source: (_, { liveChatId }: { readonly liveChatId: string }) => countedChat(liveChatId),
      },
      'Pages of a chat.',
    ),
  }));
}

/** The service: serves the chat and counts the requests. */
async function startService(chat: Chat) {
  let requests = 0;
  const server = createServer((incoming, response) => {
    requests += 1;
    const { pathname: path, searchParams: query } = new URL(incoming.url!, 'http://service');
    const { body } = chat.answer({ path, query, token: undefined, at: 0 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/youtube/v3`,
    requests: () => requests,
    close: () => server.close(),
  };
}

const query = `subscription ($after: String) {
  testChat(liveChatId: "c", after: $after) { messages { messageId } cursor }
}`;

const idsOf = (events: readonly any[]): string[] =>
  events.flatMap(({ data }) => data?.testChat.messages.map((each: any) => each.messageId) ?? []);

/** Milliseconds; only a test that hangs takes longer. */
const longest = 25_000;

describe('a subscription to a feed', () => {
  let chat: Chat;
  /** The clock of the feeds. */
  let clock: DrivenClock;
  let service: Awaited<ReturnType<typeof startService>>;
  let startGateway: typeof import('../support/gateway.ts')['startGateway'];
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    addChatSubscription();
    ({ startGateway } = await import('../support/gateway.ts'));
  });
  beforeEach(async () => {
    reads.started = 0;
    clock = new DrivenClock(() => reads.running > 0);
    vi.spyOn(systemClock, 'now').mockImplementation(clock.now);
    vi.spyOn(systemClock, 'sleep').mockImplementation(clock.sleep);
    chat = new Chat();
    chat.intervalMs = 1_000;
    service = await startService(chat);
    gateway = await startGateway({
      bases: { video: service.url },
      env: { MAX_RESPONSE_FIELDS: '20' },
    });
  });
  afterEach(async () => {
    await gateway.close();
    service.close();
    vi.restoreAllMocks();
  });

  const subscribe = (after?: string): Promise<EventStream> =>
    openEventStream(gateway.url, { query, variables: { after }, token: 'studio-owner' });

  const stopped = {
    message: 'The gateway is stopping. Subscribe again with the last cursor.',
    extensions: { code: 'OVERLOADED' },
  };

  it('has one poller for two subscribers, and draining ends both with a code', async () => {
    chat.post(1);
    const clients = await Promise.all([subscribe(), subscribe()]);
    for (const { until } of clients) await until(1);
    expect(service.requests()).toBe(1);
    chat.post(2);
    await clock.advance(1_000);
    for (const { until } of clients) expect(idsOf(await until(2))).toEqual(['m1', 'm2', 'm3']);
    expect(service.requests()).toBe(2);
    const drained = gateway.gateway.drain();
    for (const { untilEnd } of clients) {
      const events = await untilEnd();
      expect(events.slice(0, 2).every(({ errors }) => errors === undefined)).toBe(true);
      expect(events.at(-1)).toMatchObject({ errors: [stopped] });
    }
    await drained;
    expect(await pollsInAMinute()).toBe(0);
  });

  it('continues after its last cursor in another process', async () => {
    chat.post(2);
    const first = await subscribe();
    const [{ data }] = await first.until(1);
    await gateway.gateway.drain();
    await gateway.close();
    chat.post(1);
    gateway = await startGateway({ bases: { video: service.url } });
    const second = await subscribe(data.testChat.cursor);
    expect(idsOf(await second.until(1))).toEqual(['m3']);
    second.leave();
  });

  /** Sends the subscription, and disconnects after `ms` milliseconds unless it was rejected. */
  async function leaveAfter(ms: number, accept = 'text/event-stream'): Promise<number | undefined> {
    const client = new AbortController();
    const left = new AbortController();
    void setTimeout(ms, undefined, { signal: left.signal }).then(
      () => client.abort(),
      () => {},
    );
    const headers = {
      authorization: 'Bearer studio-owner',
      accept,
      'content-type': 'application/json',
    };
    // A connection of its own, which is closed with the request.
    const options = { method: 'POST', headers, agent: false, signal: client.signal };
    const status = await new Promise<number | undefined>((resolve) => {
      request(`${gateway.url}/graphql`, options, (response) => resolve(response.statusCode))
        .on('error', () => resolve(undefined))
        .end(JSON.stringify({ query }));
    });
    if (status === 406) left.abort();
    return status;
  }

  /** Waits until the gateway has noticed that all clients have disconnected. */
  async function untilAllLeft(): Promise<void> {
    const { server } = gateway.gateway;
    const connections = async (): Promise<number> => {
      server.closeIdleConnections();
      return promisify(server.getConnections.bind(server))();
    };
    await expect.poll(connections, { timeout: longest }).toBe(0);
  }

  /** Number of reads in a minute of the feeds' clock; a poller reads every second. */
  async function pollsInAMinute(): Promise<number> {
    await clock.settle();
    const { started } = reads;
    await clock.advance(60_000);
    return reads.started - started;
  }

  it('polls while a client is connected, and not after it has disconnected', async () => {
    const { until, leave } = await subscribe();
    await until(1);
    expect(await pollsInAMinute()).toBe(60);
    leave();
    await untilAllLeft();
    expect(await pollsInAMinute()).toBe(0);
  });

  // The delays only vary the state of a request in which its client disconnects.
  it('stops polling when all clients have disconnected, at any time', async () => {
    await Promise.all([1, 2, 4, 8, 16, 100].map((ms) => leaveAfter(ms)));
    await untilAllLeft();
    expect(await pollsInAMinute()).toBe(0);
  });

  it.each(['application/json', 'multipart/mixed'])(
    'stops polling after rejecting a client that accepts only %s',
    async (accept) => {
      expect(await leaveAfter(longest, accept)).toBe(406);
      await untilAllLeft();
      expect(await pollsInAMinute()).toBe(0);
    },
  );

  it('has the limits of queries in each event', async () => {
    chat.post(21);
    const { until, leave } = await subscribe();
    const [{ data, errors }] = await until(1);
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        path: ['testChat', 'messages'],
        extensions: { code: 'QUERY_TOO_LARGE', limit: 20, value: 21 },
      },
    ]);
    leave();
  });
});
