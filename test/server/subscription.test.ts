/** Subscriptions through the whole gateway; the schema has one field more, made by the test. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builder } from '../../src/graph/builder.ts';
import { feedPageType, feedSubscription } from '../../src/graph/field/feed.ts';
import { field } from '../../src/graph/field/field-factory.ts';
import { liveChatMessages } from '../../src/upstream/live/index.ts';
import { Chat, chatSource } from '../support/chat.ts';
import { type EventStream, openEventStream } from '../support/event-stream.ts';

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
  builder.subscriptionType({
    fields: (t) => ({
      testChat: feedSubscription(
        t,
        {
          type,
          operations: [liveChatMessages.list],
          arguments: { liveChatId: t.arg.string({ required: true }) },
          source: (_, { liveChatId }: { readonly liveChatId: string }) => chatSource(liveChatId),
        },
        'Pages of a chat.',
      ),
    }),
  });
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
  let service: Awaited<ReturnType<typeof startService>>;
  let startGateway: typeof import('../support/gateway.ts')['startGateway'];
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    addChatSubscription();
    ({ startGateway } = await import('../support/gateway.ts'));
  });
  beforeEach(async () => {
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
    for (const { until } of clients) expect(idsOf(await until(2))).toEqual(['m1', 'm2', 'm3']);
    expect(service.requests()).toBe(2);
    const drained = gateway.gateway.drain();
    for (const { untilEnd } of clients) {
      const events = await untilEnd();
      expect(events.slice(0, 2).every(({ errors }) => errors === undefined)).toBe(true);
      expect(events.at(-1)).toMatchObject({ errors: [stopped] });
    }
    await drained;
    expect(await pollsFromNowOn()).toBe(0);
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
    const request = { method: 'POST', headers, body: JSON.stringify({ query }) };
    const url = `${gateway.url}/graphql`;
    const status = await fetch(url, { ...request, signal: client.signal }).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 406) left.abort();
    return status;
  }

  /** Number of requests that the service receives in more than one polling interval. */
  async function pollsFromNowOn(): Promise<number> {
    await setTimeout(200);
    const requests = service.requests();
    await setTimeout(1_500);
    return service.requests() - requests;
  }

  it('stops polling when all clients have disconnected, at any time', async () => {
    await Promise.all([1, 2, 4, 8, 16, 100].map((ms) => leaveAfter(ms)));
    expect(await pollsFromNowOn()).toBe(0);
  });

  it.each(['application/json', 'multipart/mixed'])(
    'stops polling after rejecting a client that accepts only %s',
    async (accept) => {
      expect(await leaveAfter(longest, accept)).toBe(406);
      expect(await pollsFromNowOn()).toBe(0);
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
