/** Own fields of a host: what their resolvers get, and what happens if they do something wrong. */
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { OwnField, SchemaExtension, StudiographOptions } from '../../src/library/index.ts';
import { addMessage, findChat } from '../../src/sandbox/live/chat/chat.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { fanId, ids } from '../../src/sandbox/seed/ids.ts';
import { transports } from '../support/client/subscription-client.ts';
import { create, listen } from '../support/gateway/mounted.ts';

const { trailer, makingOf } = ids.video;

/** Creates a gateway with own fields. @returns how to ask it, and its log */
async function gatewayWith(extend: SchemaExtension, options: StudiographOptions = {}) {
  const lines: any[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const graph = await create({ sandbox: true, extend, log, ...options });
  const ask = async (query: string, headers = {}): Promise<any> => {
    const request = new Request('http://host/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer studio-owner',
        ...headers,
      },
      body: JSON.stringify({ query }),
    });
    return (await graph.fetch(request)).json();
  };
  return { ask, lines, graph };
}

const noteOf = (internalNote: OwnField, type = 'String'): SchemaExtension => ({
  typeDefs: `extend type Video { internalNote: ${type} }`,
  resolvers: { Video: { internalNote } },
});

const ownError = (error: object) => ({
  path: ['video', 'internalNote'],
  error: { name: 'OwnFieldError', at: expect.any(Array), ...error },
});

describe('a resolver of the host that does something wrong', () => {
  const thrown = new RangeError('no connection to the database');
  const failing = (): never => {
    throw thrown;
  };
  const values = (value: unknown): OwnField => (() => value) as unknown as OwnField;
  it.each<[string, OwnField, string | undefined, object]>([
    [
      'throws',
      failing,
      'String',
      { message: 'Video.internalNote has thrown an error', ...cause() },
    ],
    ['rejects', async () => failing(), 'String', cause()],
    ['returns an error', () => [thrown], 'String', cause()],
    ['throws a text', values(undefined), 'String', { message: said('undefined for 1 object') }],
    ['has no list', values('note'), 'String', { message: said('"note" for 1 object') }],
    ['has too few', () => [], 'String', { message: said('0 values for 1 object') }],
    ['has too many', () => ['a', 'b'], 'String', { message: said('2 values for 1 object') }],
    [
      'has a wrong type',
      () => ['x'],
      'Int',
      { message: said('"x"; expected a value of the type') },
    ],
    ['has null', () => [null], 'String!', { message: said('null; expected a value of the type') }],
    ['has no list in it', () => ['x'], '[Int]', { message: said('"x"; expected a list') }],
    ['has a wrong id', () => [5], 'Video', { message: said('5; expected an id') }],
  ])('is named by the log alone: it %s', async (_, resolver, type, error) => {
    const { ask, lines } = await gatewayWith(noteOf(resolver, type));
    const field = type === 'Video' ? 'internalNote { title }' : 'internalNote';
    const { errors } = await ask(`{ video(id: "${trailer}") { ${field} } }`);
    expect(errors).toMatchObject([
      { path: ['video', 'internalNote'], extensions: { code: 'INTERNAL' } },
    ]);
    expect(JSON.stringify(errors)).not.toMatch(/REST API|database|Video\.internalNote/);
    expect(lines).toMatchObject([ownError(error)]);
  });

  function said(text: string): unknown {
    return expect.stringContaining(`Video.internalNote returned ${text}`);
  }

  function cause(): object {
    const at = expect.arrayContaining([expect.stringContaining('own-field.test.ts')]);
    return { cause: { name: 'RangeError', message: 'no connection to the database', at } };
  }

  it('fails alone in a list, and in properties of its objects', async () => {
    const { ask, lines } = await gatewayWith({
      typeDefs: `type Note { stars: Int! } union Any = Note
        extend type Video { scores: [Int] notes: [Note] any: Any }`,
      resolvers: {
        Video: {
          scores: () => [[1, 'x', 3]],
          notes: () => [[{ stars: 'many' }, { stars: 5 }]],
          any: () => [{ stars: 1 }],
        },
      },
    });
    const { data, errors } = await ask(
      `{ video(id: "${trailer}") { scores notes { stars } any { __typename } } }`,
    );
    expect(data.video).toEqual({ scores: [1, null, 3], notes: [null, { stars: 5 }], any: null });
    expect(errors.map(({ extensions }: any) => extensions.code)).toEqual(
      Array.from({ length: 3 }, () => 'INTERNAL'),
    );
    const messages = lines
      .map(({ error }) => String(error.message))
      .toSorted((a, b) => a.localeCompare(b));
    expect(messages).toEqual([
      'Note.stars returned "many"; expected a value of the type Int',
      'Video.any returned an object whose __typename is none of Note',
      'Video.scores returned "x"; expected a value of the type Int',
    ]);
  });
  it.each([
    ['extend type Video { note: String }', 'Video.note is in typeDefs, but has no function'],
    ['extend type Subscription { ticks: Int }', 'Subscription.ticks: typeDefs cannot have fields'],
  ])('is missing when the gateway is created: %s', async (typeDefs, message) => {
    await expect(create({ sandbox: true, extend: { typeDefs, resolvers: {} } })).rejects.toThrow(
      message,
    );
  });
});

describe('a resolver of the host', () => {
  it('gets the ids of the REST API, for its own tables', async () => {
    const key: OwnField = (parents) => parents.map((parent) => parent.key.join(' '));
    const { ask } = await gatewayWith({
      typeDefs: `type Note { keys: String } extend type Video { keys: String note: Note }
        extend type Event { keys: String } extend type Query { keys: String }`,
      resolvers: {
        Video: { keys: key, note: (parents) => parents.map(() => ({})) },
        Event: { keys: key },
        Query: { keys: key },
        Note: { keys: key },
      },
    });
    const calendarId = ids.calendar.release;
    const { data } = await ask(`{
      keys
      video(id: "${trailer}") { keys note { keys } }
      event(by: { key: { calendarId: "${calendarId}", eventId: "${ids.event.pressCall}" } }) { keys }
    }`);
    expect(data).toEqual({
      keys: '',
      video: { keys: trailer, note: { keys: '' } },
      event: { keys: `${calendarId} ${ids.event.pressCall}` },
    });
  });
  it('knows who asks, and gets no objects of others', async () => {
    const batches: (readonly [unknown, unknown, number])[] = [];
    const both = Promise.withResolvers<void>();
    const who: OwnField = async (parents, _, { caller, request }) => {
      const headers = new Headers(request.headers as Record<string, string>);
      batches.push([caller?.session, headers.get('x-user'), parents.length]);
      if (batches.length === 2) both.resolve();
      await both.promise;
      return parents.map(() => caller?.session);
    };
    const { ask } = await gatewayWith(noteOf(who), {
      identify: ({ headers }) => {
        const session = (headers as Headers).get('x-user');
        return { token: session === 'ben' ? 'studio-guest' : 'studio-owner', session };
      },
    });
    const query = `{ videos(ids: ["${trailer}", "${makingOf}"]) { internalNote } }`;
    const users = ['ava', 'ben'];
    const answers = await Promise.all(users.map((user) => ask(query, { 'x-user': user })));
    expect(answers.map(({ data }) => data.videos)).toEqual(
      users.map((internalNote) => [{ internalNote }, { internalNote }]),
    );
    expect(batches.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['ava', 'ava', 2],
      ['ben', 'ben', 2],
    ]);
  });
  it('answers each subscriber, although an event is executed once for equal tokens', async () => {
    const sandbox = await startSandbox();
    const who: OwnField = (parents, _, { caller }) => parents.map(() => caller?.session);
    const extend: SchemaExtension = {
      typeDefs: 'extend type Channel { who: String }',
      resolvers: { Channel: { who } },
    };
    const { graph } = await gatewayWith(extend, {
      sandbox,
      identify: ({ headers }) => ({
        token: 'studio-owner',
        session: (headers as IncomingHttpHeaders)['x-user'],
      }),
    });
    const url = await listen(graph.nodeHandler, graph);
    const { nightShift } = ids.chat;
    const query = `subscription { chatMessages(liveChatId: "${nightShift}") { messages { author { who } } } }`;
    const users = ['ava', 'ben'];
    const streams = await Promise.all(
      users.map((user) =>
        transports['server-sent events']!(url, { query, headers: { 'x-user': user } }),
      ),
    );
    const chat = findChat(sandbox.simulation(), nightShift)!;
    for (const { until } of streams) await until(1);
    addMessage(sandbox.simulation(), chat, {
      type: 'textMessageEvent',
      authorChannelId: fanId(1),
      details: { textMessageDetails: { messageText: 'One' } },
    });
    const seen = await Promise.all(
      streams.map(async ({ until }) => {
        const events = await until(2);
        return events.flatMap(({ data }) =>
          data.chatMessages.messages.flatMap(({ author }: any) => author?.who ?? []),
        );
      }),
    );
    for (const { leave } of streams) leave();
    await sandbox.close();
    expect(seen.map((names) => [...new Set(names)])).toEqual(users.map((user) => [user]));
  });
  it.each(['graphql-ws', 'server-sent events'])('knows who subscribes by %s', async (name) => {
    const who: OwnField = (parents, _, { caller, request }) =>
      parents.map(() => [caller === undefined, 'socket' in request].join());
    const { graph } = await gatewayWith({
      typeDefs: 'extend type LiveChat { who: String }',
      resolvers: { LiveChat: { who } },
    });
    const url = await listen(graph.nodeHandler, graph);
    const token = 'studio-owner';
    const query = `{ liveChat(id: "${ids.chat.nightShift}") { who } }`;
    const events = await transports[name]!(url, { token, query });
    expect((await events.until(1))[0]).toEqual(
      expect.objectContaining({ data: { liveChat: { who: 'true,true' } } }),
    );
    events.leave();
  });
});
