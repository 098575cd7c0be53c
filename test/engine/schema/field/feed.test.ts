import { connect } from 'node:net';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import type { Execution } from '../../../../src/engine/execution/execution.ts';
import type { FeedHub } from '../../../../src/engine/feed/hub.ts';
import { admit } from '../../../../src/engine/schema/context.ts';
import { buildSchema } from '../../../../src/engine/schema/build-schema.ts';
import { builder, type Context } from '../../../../src/engine/schema/builder.ts';
import { feed, feedSubscription } from '../../../../src/engine/schema/feed/feed.ts';
import { feedPageType } from '../../../../src/engine/schema/feed/feed-page-type.ts';
import { field } from '../../../../src/engine/schema/field/field-factory.ts';
import type { RequestDetails } from '../../../../src/server/connection/server-request.ts';
import { liveChatMessages } from '../../../../src/services/live/operations.ts';
import { Chat, chatSource } from '../../../support/upstream/chat.ts';
import { openEventStream } from '../../../support/client/event-stream.ts';
import {
  type FeedHarness,
  createFeedHarness,
  newHub,
  rejected,
} from '../../../support/feed/feed-harness.ts';
import { type RunningServer, startServer } from '../../../support/gateway/server.ts';

interface Message {
  readonly id: string;
}

const executions: Execution[] = [];

/** A schema with two feeds: each feed field takes only a few lines. */
function defineChat(): void {
  for (const name of ['DateTime', 'Duration'] as const)
    builder.scalarType(name, { serialize: String, parseValue: String });
  const message = builder.objectType<Message>('Message').implement({
    fields: (t) => ({
      id: field(t, {
        type: 'String',
        description: 'The id.',
        needs: { kind: 'paths', paths: ['id'] },
        resolve: ({ id }: Message, _, { execution }: Context) => {
          executions.push(execution);
          return id;
        },
      }),
    }),
  });
  const page = feedPageType('ChatMessagePage', {
    item: message,
    items: 'messages',
    description: 'A page of a chat.',
    itemsDescription: 'The messages.',
    maxItems: 2_000,
    ended: ['endedAt', 'The time of the end.'],
  });
  const spec = {
    type: page,
    operations: [liveChatMessages.list],
    source: (_: unknown, { liveChatId }: { readonly liveChatId: string }) => chatSource(liveChatId),
    nullOnReasons: [liveChatMessages.list.reasons.liveChatDisabled],
  };
  const argumentsOf = (t: Parameters<typeof feed>[0]) => ({
    arguments: { liveChatId: t.arg.string({ required: true }) },
  });
  builder.queryType({
    fields: (t) => ({ chat: feed(t, { ...spec, ...argumentsOf(t) }, 'One page of a chat.') }),
  });
  builder.subscriptionType({
    fields: (t) => ({
      messages: feedSubscription(t, { ...spec, ...argumentsOf(t) }, 'Pages of a chat.'),
    }),
  });
}

const selection = '{ messages { id } cursor hasMore pollAfter endedAt reset }';
const query = `query ($after: String) { chat(liveChatId: "c", after: $after) ${selection} }`;
const subscription = `subscription ($after: String) { messages(liveChatId: "c", after: $after) ${selection} }`;

describe('feed fields', () => {
  const chat = new Chat();
  let harness: FeedHarness;
  let hub: FeedHub;
  let gateway: RunningServer;
  beforeAll(async () => {
    harness = await createFeedHarness(chat.answer);
    hub = harness.hub;
    gateway = await startServer<Context>({
      schema: buildSchema(googleApis, defineChat),
      reachable: async () => true,
      contextOf: ({ identities, signal, requestId }: RequestDetails) => ({
        execution: harness.execution(identities.main, signal),
        feeds: hub,
        requestId,
        documents: { parse, hideSuggestions: false },
      }),
      admission: { admit, settle: ({ execution }) => execution.quota.settle() },
    });
  });
  afterAll(async () => {
    hub.close();
    await gateway.close();
    await harness[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    hub.close();
    hub = newHub(harness);
    harness.answer(chat.answer);
    chat.messages.length = 0;
    harness.queryLimits.calls = 100;
    executions.length = 0;
  });

  const token = 'owner-token';
  const headers = { authorization: `Bearer ${token}` };
  const subscribe = (after?: string) =>
    openEventStream(gateway.url, { query: subscription, variables: { after }, token });

  const idsOf = (events: readonly any[]): string[] =>
    events.flatMap(({ data }) => data.messages.messages.map(({ id }: Message) => id));

  it('read one page in a query', async () => {
    chat.post(2);
    const before = harness.requests.length;
    const first = await gateway.query(query, {}, headers);
    expect(first.body).toEqual({
      data: {
        chat: {
          messages: [{ id: 'm1' }, { id: 'm2' }],
          cursor: expect.any(String),
          hasMore: false,
          pollAfter: 'PT5S',
          endedAt: null,
          reset: false,
        },
      },
    });
    const { cursor: after } = first.body.data.chat;
    const second = await gateway.query(query, { after }, headers);
    expect(second.body.data.chat.messages).toEqual([]);
    expect(harness.requests.slice(before).map(({ query }) => query.get('fields'))).toEqual([
      'items/id,nextPageToken,offlineAt,pollingIntervalMillis',
      'items/id,nextPageToken,offlineAt,pollingIntervalMillis',
    ]);
  });
  it('reject a cursor of another feed in both forms before any call', async () => {
    const before = harness.requests.length;
    for (const document of [query, subscription]) {
      const accept = 'application/json, text/event-stream';
      const { body } = await gateway.query(document, { after: 'x' }, { ...headers, accept });
      expect(body.errors).toMatchObject([
        { extensions: { code: 'INVALID_INPUT', argument: 'after' } },
      ]);
    }
    expect(harness.requests).toHaveLength(before);
  });
  it('return null for expected error reasons in a query', async () => {
    harness.answer(() => rejected(403, 'liveChatDisabled'));
    const { body } = await gateway.query(query, {}, headers);
    expect(body).toEqual({ data: { chat: null } });
  });
  it('send pages as events with one execution each and resume after a cursor', async () => {
    chat.post(1);
    const first = await subscribe();
    await first.until(1);
    chat.post(2);
    await harness.clock.advance(5_000);
    const events = await first.until(2);
    expect(idsOf(events)).toEqual(['m1', 'm2', 'm3']);
    expect(new Set(executions).size).toBe(2);
    first.leave();
    await expect.poll(() => hub.pollerCount).toBe(0);
    chat.post(2);
    const second = await subscribe(events[0].data.messages.cursor);
    await second.until(1);
    await harness.clock.advance(5_000);
    expect(idsOf(await second.until(2))).toEqual(['m2', 'm3', 'm4', 'm5']);
    second.leave();
    await expect.poll(() => hub.pollerCount).toBe(0);
  });
  it('reject a subscription that is too expensive before any call', async () => {
    harness.queryLimits.calls = 0;
    const before = harness.requests.length;
    const { until, leave } = await subscribe();
    const [{ errors }] = await until(1);
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }]);
    leave();
    expect([harness.requests.length, hub.pollerCount]).toEqual([before, 0]);
  });
  it('close a client that does not read and no other', async () => {
    const { port } = new URL(gateway.url);
    const body = JSON.stringify({ query: subscription });
    const blocked = connect(Number(port), '127.0.0.1');
    blocked.pause();
    blocked.write(
      [
        'POST /graphql HTTP/1.1',
        'host: localhost',
        `authorization: ${headers.authorization}`,
        'accept: text/event-stream',
        'content-type: application/json',
        `content-length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    await expect.poll(() => hub.pollerCount).toBe(1);
    const fast = await subscribe();
    for (let turn = 0; turn < 20; turn += 1) {
      chat.post(400, 'x'.repeat(2_000));
      await harness.clock.advance(5_000);
      await fast.until(turn + 1);
    }
    fast.leave();
    await expect.poll(() => hub.pollerCount).toBe(0);
    blocked.destroy();
  });
  it('send the error that ended a subscription', async () => {
    const { until } = await subscribe();
    await until(1);
    harness.answer(() => rejected(401, 'authError'));
    await harness.clock.advance(5_000);
    expect((await until(2))[1]).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });
});
