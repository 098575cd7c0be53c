/**
 * Subscriptions through the whole gateway, over all transports; the schema has one field more, made
 * by the test.
 */
import { request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { buildSchema } from '../../../src/engine/schema/build-schema.ts';
import { builder } from '../../../src/engine/schema/builder.ts';
import { addScalars } from '../../../src/engine/schema/type/scalar.ts';
import { googleApis } from '../../../src/services/api.ts';
import { feedSubscription } from '../../../src/engine/schema/feed/feed.ts';
import { feedPageType } from '../../../src/engine/schema/feed/feed-page-type.ts';
import { field } from '../../../src/engine/schema/field/field-factory.ts';
import { liveChatMessages } from '../../../src/services/live/operations.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from '../../support/gateway/gateway.ts';
import { Chat, chatSource } from '../../support/upstream/chat.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { withRealTimers } from '../../support/clock/sleep.ts';
import { type EventStream, openEventStream } from '../../support/client/event-stream.ts';
import { transports } from '../../support/client/subscription-client.ts';
import { connectSocket, type Message } from '../../support/client/web-socket.ts';
import { httpServer } from '../../support/http-server.ts';

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

/** A schema of its own, with `Subscription.testChat`. */
function defineSchema(): void {
  addScalars();
  builder.queryType({});
  builder.queryField('ok', (t) =>
    t.field({ type: 'Boolean', description: 'Yes.', resolve: () => true }),
  );
  builder.subscriptionType({});
  const message = builder.objectType<{ readonly id: string }>('TestChatMessage').implement({
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
  const server = await httpServer((incoming, response) => {
    requests += 1;
    const { pathname: path, searchParams: query } = new URL(incoming.url!, 'http://service');
    const { body } = chat.answer({ path, query, token: undefined, at: 0 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return {
    url: `${server.url}/youtube/v3`,
    requests: () => requests,
    close: () => server.close(),
  };
}

const query = `subscription ($after: String) {
  testChat(liveChatId: "c", after: $after) { messages { messageId } cursor }
}`;

const idsOf = (events: readonly any[]): string[] =>
  events.flatMap(({ data }) => data?.testChat.messages.map((each: any) => each.messageId) ?? []);

/** Numbers of turns of the event loop: they vary the state in which a client leaves. */
const someTurns = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await turn();
}

describe('a subscription to a feed', () => {
  let chat: Chat;
  /** The clock of the feeds. */
  let clock: DrivenClock;
  let service: Awaited<ReturnType<typeof startService>>;
  let gateway: RunningGateway;
  const schema = buildSchema(googleApis, defineSchema);
  const start = (options: GatewayOptions): Promise<RunningGateway> =>
    startGateway({ ...options, extendSchema: () => schema });
  beforeEach(async () => {
    reads.started = 0;
    clock = new DrivenClock(() => reads.running > 0);
    chat = new Chat();
    chat.intervalMs = 1_000;
    service = await startService(chat);
    gateway = await start({
      bases: { video: service.url },
      clock: withRealTimers(clock),
      env: { MAX_RESPONSE_FIELDS: '20' },
    });
  });
  afterEach(async () => {
    await gateway.close();
    await service.close();
    vi.restoreAllMocks();
  });

  const stopped = {
    message: 'The gateway is stopping. Subscribe again with the last cursor.',
    extensions: { code: 'OVERLOADED' },
  };

  describe.each(Object.entries(transports))('over %s', (_, open) => {
    const subscribe = (after?: string): Promise<EventStream> =>
      open(gateway.url, { query, variables: { after }, token: 'studio-owner' });

    it('has one poller for two subscribers, and draining ends both with a code', async () => {
      chat.post(1);
      const clients = await Promise.all([subscribe(), subscribe()]);
      for (const { until } of clients) await until(1);
      expect(service.requests()).toBe(1);
      chat.post(2);
      await clock.advance(1_000);
      for (const { until } of clients) expect(idsOf(await until(2))).toEqual(['m1', 'm2', 'm3']);
      expect(service.requests()).toBe(2);
      const drained = clock.through(gateway.gateway.drain());
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
      await clock.through(gateway.gateway.drain());
      await gateway.close();
      chat.post(1);
      gateway = await start({ bases: { video: service.url }, clock: withRealTimers(clock) });
      const second = await subscribe(data.testChat.cursor);
      expect(idsOf(await second.until(1))).toEqual(['m3']);
      second.leave();
    });

    it('polls while a client is connected, and not after it has disconnected', async () => {
      const { until, leave } = await subscribe();
      await until(1);
      expect(await pollsInAMinute()).toBe(60);
      leave();
      await untilAllLeft();
      expect(await pollsInAMinute()).toBe(0);
    });

    it('completes when the chat ends', async () => {
      chat.post(1);
      chat.isEnded = true;
      const { untilEnd } = await subscribe();
      expect(idsOf(await untilEnd())).toEqual(['m1']);
      expect(await pollsInAMinute()).toBe(0);
    });

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

    it('is rejected without a call if the budget of its caller is too small', async () => {
      await gateway.close();
      gateway = await start({
        bases: { video: service.url },
        clock: withRealTimers(clock),
        env: { QUOTA_BUDGET: 'VIDEO=0' },
      });
      const { untilEnd } = await subscribe();
      expect(await untilEnd()).toMatchObject([
        { errors: [{ extensions: { code: 'QUOTA_EXCEEDED', requestId: expect.any(String) } }] },
      ]);
      expect(service.requests()).toBe(0);
    });

    it('rejects a cursor of another feed, without a call', async () => {
      const { untilEnd } = await subscribe('other');
      expect(await untilEnd()).toMatchObject([
        { errors: [{ path: ['testChat'], extensions: { code: 'INVALID_INPUT' } }] },
      ]);
      expect(service.requests()).toBe(0);
    });
  });

  it('has one poller over all transports, and everybody sees the same order', async () => {
    const request = { query, token: 'studio-owner' };
    const clients = await Promise.all(
      Object.values(transports).map((open) => open(gateway.url, request)),
    );
    for (const { until } of clients) await until(1);
    for (let round = 1; round <= 5; round += 1) {
      chat.post(round);
      await clock.advance(1_000);
    }
    for (const { until, leave } of clients) {
      expect(idsOf(await until(6))).toEqual(chat.messages);
      leave();
    }
    expect(service.requests()).toBe(6);
  });

  it('does not share the poller of another token', async () => {
    const open = transports['graphql-ws']!;
    const clients = await Promise.all(
      ['studio-owner', 'studio-guest'].map((token) => open(gateway.url, { query, token })),
    );
    for (const { until } of clients) await until(1);
    expect(service.requests()).toBe(2);
    for (const { leave } of clients) leave();
  });

  /**
   * Sends the subscription, and disconnects after some turns.
   * @param count undefined: does not disconnect
   * @returns the status of the response, if there was one before
   */
  async function leaveAfter(
    count: number | undefined,
    accept = 'text/event-stream',
  ): Promise<number | undefined> {
    const client = new AbortController();
    if (count !== undefined) void turns(count).then(() => client.abort());
    const headers = {
      authorization: 'Bearer studio-owner',
      accept,
      'content-type': 'application/json',
    };
    // A connection of its own, which is closed with the request.
    const options = { method: 'POST', headers, agent: false, signal: client.signal };
    return new Promise<number | undefined>((resolve) => {
      request(`${gateway.url}/graphql`, options, (response) => resolve(response.statusCode))
        .on('error', () => resolve(undefined))
        .end(JSON.stringify({ query }));
    });
  }

  /** Waits until the gateway has noticed that all clients have disconnected. */
  async function untilAllLeft(): Promise<void> {
    const connections = async (): Promise<number> => {
      gateway.gateway.server.closeIdleConnections();
      return gateway.gateway.countConnections();
    };
    await expect.poll(connections).toBe(0);
  }

  /** Number of reads in a minute of the feeds' clock; a poller reads every second. */
  async function pollsInAMinute(): Promise<number> {
    await clock.settle();
    const { started } = reads;
    await clock.advance(60_000);
    return reads.started - started;
  }

  it('stops polling when all clients have disconnected, at any time', async () => {
    await Promise.all(someTurns.map((count) => leaveAfter(count)));
    await untilAllLeft();
    expect(await pollsInAMinute()).toBe(0);
  });

  it.each(['application/json', 'multipart/mixed'])(
    'stops polling after rejecting a client that accepts only %s',
    async (accept) => {
      expect(await leaveAfter(undefined, accept)).toBe(406);
      await untilAllLeft();
      expect(await pollsInAMinute()).toBe(0);
    },
  );

  it('tells a client that accepts only JSON what to accept', async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('expected text/event-stream'),
          extensions: { code: 'INVALID_INPUT' },
        },
      ],
    });
    expect(reads.started).toBe(0);
  });

  it('stops polling when clients of WebSockets have disconnected, at any time', async () => {
    const authorization = 'Bearer studio-owner';
    const leaveSocketAfter = async (count: number): Promise<void> => {
      await using client = await connectSocket(gateway.url, { authorization });
      client.send({ id: '1', type: 'subscribe', payload: { query } });
      await turns(count);
    };
    await Promise.all(someTurns.map(leaveSocketAfter));
    await untilAllLeft();
    expect(await pollsInAMinute()).toBe(0);
  });

  it('stops polling when a client of a WebSocket completes it, at any time', async () => {
    await using client = await connectSocket(gateway.url, { authorization: 'Bearer studio-owner' });
    for (const count of someTurns) {
      client.send({ id: String(count), type: 'subscribe', payload: { query } });
      await turns(count);
      client.send({ id: String(count), type: 'complete' });
    }
    expect(await client.run('{ __typename }')).toHaveLength(2);
    expect(await pollsInAMinute()).toBe(0);
  });

  describe('of a client that reads slowly', () => {
    const slow = {
      message:
        'More than 1000 items were waiting for the client. Subscribe again with the last cursor.',
      extensions: { code: 'OVERLOADED' },
    };
    /** Posts far more than the buffers of a connection and of a subscriber hold. */
    async function postTooMuch(other: EventStream): Promise<void> {
      for (let round = 1; round <= 20; round += 1) {
        chat.post(100, 'x'.repeat(12_000));
        await clock.through(other.until(round + 1), 100);
      }
    }
    beforeEach(async () => {
      await gateway.close();
      const patience = '600000';
      const env = { STREAM_IDLE_TIMEOUT_MS: patience, WEBSOCKET_PING_MS: patience };
      gateway = await start({
        bases: { video: service.url },
        env,
        clock: withRealTimers(clock),
      });
    });

    it('ends with a code over server-sent events, and others get everything', async () => {
      const request = { query, token: 'studio-owner' };
      const [slowOne, other] = [
        await openEventStream(gateway.url, request),
        await openEventStream(gateway.url, request),
      ];
      await other.until(1);
      await postTooMuch(other);
      expect(idsOf(await other.until(21))).toHaveLength(2_000);
      const events = await slowOne.untilEnd();
      expect(events.at(-1)).toMatchObject({ errors: [slow] });
      expect(idsOf(events)).toEqual(chat.messages.slice(0, idsOf(events).length));
      other.leave();
    });
    it('ends with a code over a WebSocket, and others get everything', async () => {
      await using slowOne = await connectSocket(gateway.url, {
        authorization: 'Bearer studio-owner',
      });
      const other = await openEventStream(gateway.url, { query, token: 'studio-owner' });
      slowOne.send({ id: '1', type: 'subscribe', payload: { query } });
      await slowOne.next('next');
      await other.until(1);
      slowOne.socket.pause();
      await postTooMuch(other);
      expect(idsOf(await other.until(21))).toHaveLength(2_000);
      slowOne.socket.resume();
      expect(await slowOne.next('error')).toMatchObject({ payload: [slow] });
      const payloads = slowOne.messages.map(({ payload }: Message) => payload);
      const ids = idsOf(payloads.filter((payload) => payload?.data));
      expect(ids).toEqual(chat.messages.slice(0, ids.length));
      other.leave();
    });
  });
});
