/** GraphQL over WebSocket: operations, identity, and the limits that hold for HTTP as well. */
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { once } from 'node:events';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { graphError } from '../../../src/engine/schema/error/error.ts';
import { schema as realSchema } from '../../../src/services/schema.ts';
import type { RequestDetails } from '../../../src/server/connection/server-request.ts';
import { ControlMessages } from '../../../src/server/websocket/control-messages.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { untilQuiet } from '../../support/clock/quiet.ts';
import { sendRaw } from '../../support/client/raw.ts';
import { type Env, startServer } from '../../support/gateway/server.ts';
import {
  connectSocket,
  openSocket,
  type Message,
  rejectedSocket,
  type TestSocket,
} from '../../support/client/web-socket.ts';

const sdl = `
  type Query {
    name: String  self: Query  wait: String  fail: String  echo(text: String): String
    items(ids: [ID!]!): [String]  paint(color: Color!): String
  }
  type Mutation { change: String }
  type Subscription { count(to: Int, fail: Boolean): Int  ever: Int  big: String }
  enum Color { RED GREEN }
`;

/** One event of `big`. */
const bigText = 'x'.repeat(256 * 1024);

/** The server of a test, and what its resolvers have seen. */
async function start(env: Env = {}, parts: object = {}) {
  const schema = buildSchema(sdl);
  /** One per execution. */
  const seen: RequestDetails[] = [];
  /** Numbers of events that were made, of subscriptions that run, and of calls of `wait`. */
  const counts = { events: 0, running: 0, waiting: 0 };
  const fields = {
    ...schema.getQueryType()!.getFields(),
    ...schema.getMutationType()!.getFields(),
    ...schema.getSubscriptionType()!.getFields(),
  };
  const never = () => new Promise<never>(() => {});
  const events = async function* ({ to = Number.POSITIVE_INFINITY, fail = false }) {
    counts.running += 1;
    try {
      for (let event = 1; event <= to; event += 1) {
        if (fail && event === 2) throw new Error('planted-reason');
        counts.events += 1;
        yield event;
        await turn();
      }
    } finally {
      counts.running -= 1;
    }
  };
  /** Ends, as the feeds do, also while an event is awaited. */
  const ever = (): AsyncIterableIterator<number> => {
    counts.running += 1;
    let isRunning = true;
    let end: ((result: IteratorReturnResult<undefined>) => void) | undefined;
    return {
      next: () => new Promise((resolve) => (end = resolve)),
      return: async () => {
        if (isRunning) counts.running -= 1;
        isRunning = false;
        end?.({ value: undefined, done: true });
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
  Object.assign(fields['count']!, {
    subscribe: (_: unknown, args: object) => events(args),
    resolve: (event: number) => event,
  });
  Object.assign(fields['big']!, {
    subscribe: () => events({}),
    resolve: () => bigText,
  });
  Object.assign(fields['ever']!, { subscribe: ever });
  fields['name']!.resolve = () => 'name';
  fields['self']!.resolve = () => ({});
  fields['change']!.resolve = () => 'changed';
  fields['echo']!.resolve = (_, { text }: { text?: string }) => text;
  fields['fail']!.resolve = () => {
    throw new Error('planted-reason');
  };
  fields['wait']!.resolve = () => {
    counts.waiting += 1;
    return never();
  };
  const contextOf = (details: RequestDetails) => {
    seen.push(details);
    return details;
  };
  const server = await startServer(
    {
      schema,
      contextOf,
      extensionsOf: () => ({ cost: 1 }),
      reachable: async () => true,
      ...parts,
    },
    env,
  );
  return { ...server, seen, counts };
}

/** A schema whose field `held` has no value yet. `finish` has a function per call that sets it. */
function heldQuery() {
  const finish: ((text: string) => void)[] = [];
  const schema = buildSchema('type Query { held: String }');
  schema.getQueryType()!.getFields()['held']!.resolve = () =>
    new Promise((resolve) => finish.push(resolve));
  return { schema, finish };
}

describe('a WebSocket', () => {
  let server: Awaited<ReturnType<typeof start>>;
  const clients: TestSocket[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(({ close }) => close()));
    await server.close();
  });

  const begin = async (...args: Parameters<typeof start>): Promise<void> => {
    server = await start(...args);
  };

  /** Opens a WebSocket that is closed after the test. */
  async function open(options?: Parameters<typeof openSocket>[1]): Promise<TestSocket> {
    const client = await openSocket(server.url, options);
    clients.push(client);
    return client;
  }

  async function connect(payload?: object, options?: Parameters<typeof openSocket>[1]) {
    const client = await connectSocket(server.url, payload, options);
    clients.push(client);
    return client;
  }

  describe('executes', () => {
    it('queries and mutations, like HTTP', async () => {
      await begin();
      const client = await connect();
      for (const query of ['{ name }', 'mutation { change }', '{ fail name }']) {
        const { body } = await server.query(query);
        const [next, complete, ...rest] = await client.run(query);
        expect(withoutIds(next!.payload)).toEqual(withoutIds(body));
        expect([complete, rest]).toEqual([{ type: 'complete' }, []]);
      }
    });
    it('subscriptions, each event in a context of its own', async () => {
      await begin();
      const client = await connect();
      const messages = await client.run('subscription { count(to: 3) }');
      expect(messages).toEqual([
        ...[1, 2, 3].map((count) => ({
          type: 'next',
          payload: { data: { count }, extensions: { cost: 1 } },
        })),
        { type: 'complete' },
      ]);
      // One context admits the subscription.
      expect(new Set(server.seen).size).toBe(4);
    });
    it('operations of a graphql-ws client', async () => {
      await begin();
      const client = createClient({
        url: `${server.url.replace('http', 'ws')}/graphql`,
        connectionParams: { authorization: 'Bearer from-client' },
      });
      const counts: unknown[] = [];
      for await (const { data } of client.iterate({ query: 'subscription { count(to: 3) }' }))
        counts.push(data!['count']);
      expect(counts).toEqual([1, 2, 3]);
      expect(server.seen[0]!.identities.main.token).toBe('from-client');
      await client.dispose();
    });
    it('with Unicode in documents, variables and results', async () => {
      await begin();
      const client = await connect();
      const text = 'Ünï 👩‍🚀 \u2028';
      const [next] = await client.run('query ($text: String) { echo(text: $text) }', { text });
      expect(next!.payload.data).toEqual({ echo: text });
    });
  });

  describe('has the identity', () => {
    const token = 'studio-owner';
    it.each([
      ['of the payload', { authorization: `Bearer ${token}` }, {}],
      ['of the payload, in any case', { Authorization: `bearer ${token}` }, {}],
      ['of the headers', undefined, { authorization: `Bearer ${token}` }],
      [
        'of the payload rather than of the headers',
        { authorization: `Bearer ${token}` },
        { authorization: 'Bearer other' },
      ],
    ])('%s', async (_, payload, headers) => {
      await begin();
      const client = await connect(payload, { headers });
      await client.run('{ name }');
      expect(server.seen.map(({ identities }) => identities.main)).toMatchObject([
        { token, onBehalfOf: undefined, subaccount: undefined },
      ]);
    });
    it('with a content owner, for each operation and each event', async () => {
      await begin();
      const client = await connect({
        authorization: `Bearer ${token}`,
        'x-content-owner': 'CMS-1',
        'X-Content-Owner-Channel': 'UC1',
        other: { any: 'value' },
      });
      await client.run('{ name }');
      await client.run('subscription { count(to: 2) }');
      const identity = { token, onBehalfOf: 'CMS-1', subaccount: 'UC1' };
      expect(server.seen.map((each) => each.identities.main)).toMatchObject(
        Array.from({ length: 4 }, () => identity),
      );
    });
    it('of a payload whose `headers` has names and values', async () => {
      await begin();
      const headers = { Authorization: `Bearer ${token}`, 'x-content-owner': 'CMS-1' };
      await (await connect({ headers, 'x-content-owner': 'CMS-2' })).run('{ name }');
      const { main } = server.seen[0]!.identities;
      expect(main).toMatchObject({ token, onBehalfOf: 'CMS-2' });
    });
    it.each([undefined, { authorization: '' }, { headers: null }, { headers: 'Bearer a' }])(
      'of nobody without a token: %j',
      async (payload) => {
        await begin();
        await (await connect(payload)).run('{ name }');
        expect(server.seen[0]!.identities.main.token).toBeUndefined();
      },
    );
    it.each([
      [{ authorization: 'planted' }, 4401, 'authorization: not a Bearer token; expected'],
      [{ authorization: 'Bearer a\r\nb' }, 4401, 'authorization: not a Bearer token; expected'],
      [{ headers: { authorization: 7 } }, 4400, 'authorization: not a string in connection_init'],
      [{ authorization: 7 }, 4400, 'authorization: not a string in connection_init'],
      [{ 'x-content-owner': 'a/../b' }, 4400, 'x-content-owner: "a/../b" is not an id; expected'],
      [{ 'x-content-owner': '\u{1F469}'.repeat(50) }, 4400, 'x-content-owner: '],
    ])('or is closed for %j', async (payload, code, reason) => {
      await begin();
      const client = await open();
      client.send({ type: 'connection_init', payload });
      client.send({ id: '1', type: 'subscribe', payload: { query: '{ name }' } });
      expect(await client.closed).toEqual([code, expect.stringContaining(reason)]);
      expect([client.messages, server.seen]).toEqual([[], []]);
      expect(JSON.stringify([await client.closed, server.lines])).not.toContain('planted');
    });
  });

  describe('has the limits and error formats of HTTP', () => {
    const listQuery = 'query ($ids: [ID!]!) { items(ids: $ids) }';
    it.each<[query: string, variables?: object]>([
      ['{ name '],
      [''],
      ['{ nam }'],
      ['{ name @defer }'],
      ['{ paint(color: BLUE) }'],
      ['query A { name } query B { name }'],
      [listQuery, {}],
      [listQuery, { ids: { deep: [[1]] } }],
      ['subscription { tock }'],
      ['subscription { count(to: "x") }'],
      ['subscription ($to: Int) { count(to: $to) }', { to: 'x' }],
      ['subscription { count(to: 1) ever }'],
    ])('for %s', async (query, variables) => {
      await begin();
      const client = await connect();
      const { body } = await server.query(query, variables);
      const executions = server.seen.length;
      const messages = await client.run(query, variables);
      expect(messages).toMatchObject([{ type: 'error' }]);
      const ids = messages[0]!.payload.map(({ extensions }: any) => extensions.requestId);
      expect(ids.every((id: unknown) => typeof id === 'string')).toBe(true);
      expect(withoutIds(messages[0]!.payload)).toEqual(withoutIds(sseErrors(body)));
      expect(server.seen.length - executions).toBeLessThan(2);
    });
    it('for an unexpected error of an event', async () => {
      await begin();
      const client = await connect();
      const messages = await client.run('subscription { count(fail: true) }');
      expect(messages).toMatchObject([
        { type: 'next', payload: { data: { count: 1 } } },
        {
          type: 'error',
          payload: [{ extensions: { code: 'INTERNAL', requestId: expect.any(String) } }],
        },
      ]);
      expect(server.lines).toContainEqual(expect.objectContaining({ msg: 'internal error' }));
      expect(JSON.stringify([messages, server.lines])).not.toContain('planted-reason');
    });
    it('in production, without suggestions and introspection', async () => {
      await begin({ NODE_ENV: 'production', SANDBOX: '1' });
      const client = await connect();
      for (const query of ['{ nam }', '{ __schema { queryType { name } } }']) {
        const { body } = await server.query(query);
        const [error] = await client.run(query);
        expect(withoutIds(error!.payload)).toEqual(withoutIds(body.errors));
        expect(JSON.stringify(error)).not.toContain('Did you mean');
      }
    });
    it('for the cost: an operation that is not admitted is not executed', {
      tags: ['S33'],
    }, async () => {
      const error = graphError('QUERY_TOO_LARGE', 'Too many calls.', { limit: 1, value: 2 });
      await begin({}, { admission: { admit: () => error, settle: () => {} } });
      const client = await connect();
      for (const query of ['{ name }', 'subscription { count(to: 1) }']) {
        const messages = await client.run(query);
        expect(messages).toMatchObject([
          { type: 'error', payload: [{ extensions: { code: 'QUERY_TOO_LARGE', limit: 1 } }] },
        ]);
        expect(messages[0]!.payload[0].extensions).not.toHaveProperty('http');
      }
      expect(server.counts.events).toBe(0);
    });
    it('and a limit of operations of one WebSocket', async () => {
      await begin({ MAX_WEBSOCKET_OPERATIONS: '1' });
      const [client, other] = [await connect(), await connect()];
      client.send({ id: 'a', type: 'subscribe', payload: { query: '{ wait }' } });
      await expect.poll(() => server.counts.waiting).toBe(1);
      expect(await client.run('{ name }')).toMatchObject([
        {
          type: 'error',
          payload: [
            {
              message:
                'The WebSocket has 1 running operations, which is the limit. End one of them first.',
              extensions: { code: 'OVERLOADED' },
            },
          ],
        },
      ]);
      expect(await other.run('{ name }')).toHaveLength(2);
    });
  });

  describe('ends an operation', () => {
    it.each(['{ wait }', 'subscription { ever }'])(
      'that the client completes: %s',
      async (query) => {
        await begin();
        const client = await connect();
        client.send({ id: 'a', type: 'subscribe', payload: { query } });
        const running = (): number => server.counts.waiting + server.counts.running;
        await expect.poll(running).toBe(1);
        client.send({ id: 'a', type: 'complete' });
        await expect.poll(() => server.seen.at(-1)!.signal.aborted).toBe(true);
        await expect.poll(() => server.counts.running).toBe(0);
        expect(await client.run('{ name }')).toHaveLength(2);
        expect(client.messages.filter(({ id }) => id === 'a')).toEqual([]);
      },
    );
    it('whose client disconnects', async () => {
      await begin();
      const client = await connect();
      client.send({ id: 'a', type: 'subscribe', payload: { query: '{ wait }' } });
      client.send({ id: 'b', type: 'subscribe', payload: { query: 'subscription { ever }' } });
      await expect.poll(() => server.counts).toMatchObject({ waiting: 1, running: 1 });
      client.socket.terminate();
      await expect
        .poll(() => server.seen.map(({ signal }) => signal.aborted))
        .toEqual([true, true]);
      await expect.poll(() => server.counts.running).toBe(0);
    });
    it('and gives its id to another one, whose results are its own', async () => {
      const { schema, finish } = heldQuery();
      await begin({}, { schema });
      const client = await connect();
      const operation = { id: 'a', type: 'subscribe', payload: { query: '{ held }' } };
      client.send(operation);
      await expect.poll(() => finish.length).toBe(1);
      client.send({ id: 'a', type: 'complete' });
      client.send(operation);
      await expect.poll(() => finish.length).toBe(2);
      finish[0]!('first');
      await client.run('{ __typename }');
      finish[1]!('second');
      await client.next('complete');
      await expect
        .poll(() => client.messages.filter(({ id }) => id === 'a'))
        .toMatchObject([{ payload: { data: { held: 'second' } } }, { type: 'complete' }]);
    });
    it('and starts no timer for one that ends after its client has disconnected', async () => {
      const { schema, finish } = heldQuery();
      const clock = new DrivenClock();
      await begin({}, { schema, clock });
      const client = await connect();
      client.send({ id: 'a', type: 'subscribe', payload: { query: '{ held }' } });
      await expect.poll(() => finish.length).toBe(1);
      await client.close();
      await expect
        .poll(() => server.lines.some(({ msg }) => msg === 'websocket closed'))
        .toBe(true);
      const timers = clock.sleeperCount;
      finish[0]!('late');
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(clock.sleeperCount).toBe(timers);
    });
    it('and does not abort one that ended by itself', async () => {
      await begin();
      const client = await connect();
      await client.run('{ name }');
      await client.run('subscription { count(to: 1) }');
      expect(server.seen.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
    });
  });

  describe('is rejected', () => {
    it.each([
      ['https://evil.example', 403],
      ['null', 403],
      ['https://studio.example.evil.example', 403],
      ['http://localhost.evil.example', 403],
    ])('for a page of the origin %s', async (origin, status) => {
      await begin({ CORS_ORIGINS: 'https://studio.example' });
      const rejected = await rejectedSocket(server.url, { headers: { origin } });
      expect(rejected).toMatchObject({
        status,
        headers: { connection: 'close', 'content-type': 'application/json; charset=utf-8' },
        body: {
          errors: [
            {
              message: `origin: "${origin}" may not open a WebSocket; expected an origin of the setting CORS_ORIGINS`,
              extensions: { code: 'INVALID_INPUT' },
            },
          ],
        },
      });
      expect(server.lines).toMatchObject([{ path: '/graphql', status, msg: 'request' }]);
    });
    it('for a page of a name that leads to the gateway, as after DNS rebinding', async () => {
      await begin({ PUBLIC_URL: 'https://studio.example/graph' });
      for (const headers of [
        { origin: 'http://evil.example', host: 'evil.example' },
        { origin: 'http://evil.example:4000', host: 'evil.example:4000' },
        { origin: 'http://studio.example', host: 'studio.example' },
        { origin: 'http://192.0.2.1', host: '192.0.2.2' },
      ])
        expect(await rejectedSocket(server.url, { headers })).toMatchObject({ status: 403 });
    });
    it('with two Host headers', async () => {
      await begin();
      const { host, origin } = new URL(server.url);
      const lines = `host: ${host}\r\nhost: evil.example\r\norigin: ${origin}\r\n`;
      const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13';
      const key = `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`;
      const request = `GET /graphql HTTP/1.1\r\n${lines}${upgrade}\r\n${key}\r\n\r\n`;
      expect(await sendRaw(server.url, request)).toMatch(
        /^HTTP\/1\.1 400 [^]*"host: the request has more than one, expected exactly one"/,
      );
    });
    it('in production, for a page of localhost', async () => {
      await begin({ NODE_ENV: 'production', SANDBOX: '1' });
      const headers = { origin: 'http://localhost:5173' };
      expect(await rejectedSocket(server.url, { headers })).toMatchObject({ status: 403 });
    });
    it('for a handshake that is invalid', async () => {
      await begin();
      const headers = { connection: 'upgrade', upgrade: 'websocket', 'x-request-id': 'mine' };
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request(`${server.url}/graphql`, { headers }, resolve).on('error', reject).end();
      });
      expect(response).toMatchObject({
        statusCode: 400,
        headers: { 'sec-websocket-version': '13', 'x-request-id': 'mine' },
      });
      expect(JSON.parse(await text(response))).toMatchObject({
        errors: [
          {
            message:
              'The WebSocket handshake is invalid: Missing or invalid Sec-WebSocket-Key header.',
            extensions: { code: 'INVALID_INPUT', requestId: 'mine' },
          },
        ],
      });
      expect(server.lines).toMatchObject([{ path: '/graphql', status: 400, msg: 'request' }]);
    });
    it('and disconnected, even if the client leaves its side open', async () => {
      await begin();
      const { port } = new URL(server.url);
      const client = connectTcp({ port: Number(port), allowHalfOpen: true });
      const head = 'host: x\r\nconnection: upgrade\r\nupgrade: websocket';
      client.on('error', () => {}).resume();
      client.write(`GET /graphql HTTP/1.1\r\n${head}\r\norigin: https://evil.example\r\n\r\nmore`);
      await expect.poll(() => server.lines).toMatchObject([{ status: 403 }]);
      await server.gateway.drain({ announce: 0, check: 1, max: 0 });
      client.destroy();
    });
    it('at other paths, like any request', async () => {
      await begin();
      const rejected = rejectedSocket(`${server.url}/other`);
      expect(await rejected).toMatchObject({
        status: 404,
        body: { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
      });
    });
  });

  it.each([
    ['of CORS_ORIGINS', { CORS_ORIGINS: 'https://studio.example' }, 'https://studio.example'],
    ['of localhost in development', {}, 'http://localhost:5173'],
    ['of the gateway itself', { NODE_ENV: 'production', SANDBOX: '1' }, undefined],
    [
      'of PUBLIC_URL',
      { NODE_ENV: 'production', SANDBOX: '1', PUBLIC_URL: 'https://studio.example/graph' },
      'https://studio.example',
    ],
  ])('is opened for a page %s', async (_, env, origin) => {
    await begin(env);
    const client = await connect(undefined, { headers: { origin: origin ?? server.url } });
    expect(await client.run('{ name }')).toHaveLength(2);
  });
  it.each(['localhost:4000', '192.0.2.1', '192.0.2.1:8080', '[2001:db8::1]:4000'])(
    'is opened in production for the own page at %s, which no DNS server can have changed',
    async (host) => {
      await begin({ NODE_ENV: 'production', SANDBOX: '1' });
      const client = await connect(undefined, { headers: { origin: `http://${host}`, host } });
      expect(await client.run('{ name }')).toHaveLength(2);
    },
  );

  it('leaves requests that offer HTTP/2 to HTTP', async () => {
    await begin();
    const headers = { connection: 'upgrade, http2-settings', upgrade: 'h2c' };
    const status = await new Promise((resolve, reject) => {
      request(`${server.url}/health`, { headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  describe('is closed', () => {
    const init = { type: 'connection_init' };
    const name = { id: '1', type: 'subscribe', payload: { query: '{ wait }' } };
    it.each<readonly [string, number, readonly object[]]>([
      ['for an operation before connection_init', 4401, [name]],
      ['for a second connection_init', 4429, [init, init]],
      ['for an id in use', 4409, [init, name, name]],
      ['for an unknown message', 4400, [init, { type: 'start' }]],
      ['for a message that only the gateway sends', 4400, [init, { type: 'connection_ack' }]],
      ['for an operation with a very long id', 4400, [init, { ...name, id: 'x'.repeat(257) }]],
      ['for an operation without a document', 4400, [init, { ...name, payload: {} }]],
      ['for a message that is too long', 1009, [{ ...init, payload: { x: 'x'.repeat(2000) } }]],
    ])('%s', async (_, code, messages) => {
      await begin({ MAX_BODY_BYTES: '1000' });
      const client = await open();
      for (const [at, message] of messages.entries()) {
        client.send(message as Message);
        if (at === 0 && message === init) await client.next('connection_ack');
      }
      expect((await client.closed)[0]).toBe(code);
    });
    it('for text that is not JSON', async () => {
      await begin();
      const client = await open();
      client.socket.send('{');
      expect((await client.closed)[0]).toBe(4400);
    });
    it('for another protocol', async () => {
      await begin();
      const client = await open({ protocols: [] });
      expect((await client.closed)[0]).toBe(4406);
    });
    it('after a time without operations', async () => {
      const clock = new DrivenClock();
      await begin({ WEBSOCKET_IDLE_TIMEOUT_MS: '500' }, { clock });
      const client = await connect();
      await clock.advance(400);
      // The time begins again with the end of an operation.
      await client.run('{ name }');
      await clock.advance(499);
      expect(client.socket.readyState).toBe(client.socket.OPEN);
      await clock.advance(1);
      expect(await client.closed).toEqual([1000, 'No operation for a long time.']);
    });
    it('if the client does not answer a ping', async () => {
      const clock = new DrivenClock();
      await begin({ WEBSOCKET_PING_MS: '50' }, { clock });
      const client = await connect(undefined, { autoPong: false });
      client.send({ id: 'a', type: 'subscribe', payload: { query: 'subscription { ever }' } });
      await expect.poll(() => server.counts.running).toBe(1);
      const pinged = once(client.socket, 'ping');
      await clock.advance(50);
      await pinged;
      expect(server.counts.running).toBe(1);
      await clock.advance(50);
      expect(await client.closed).toEqual([1013, 'The client did not answer a ping.']);
      await expect.poll(() => server.counts.running).toBe(0);
    });
  });

  it('stays open while the client answers pings', async () => {
    const clock = new DrivenClock();
    const answered = vi.spyOn(ControlMessages.prototype, 'setAlive');
    await begin({ WEBSOCKET_PING_MS: '300', WEBSOCKET_IDLE_TIMEOUT_MS: '600' }, { clock });
    const client = await connect();
    client.send({ id: 'a', type: 'subscribe', payload: { query: '{ wait }' } });
    await expect.poll(() => server.counts.waiting).toBe(1);
    // For longer than the time without operations.
    for (let pings = 0; pings < 4; pings += 1) {
      answered.mockClear();
      await clock.advance(300);
      await expect.poll(() => answered.mock.calls.length).toBe(1);
    }
    answered.mockRestore();
    expect(await client.run('{ name }')).toHaveLength(2);
  });
  it('of a client that does not read makes no further events, and is closed', async () => {
    const clock = new DrivenClock();
    await begin({ WEBSOCKET_PING_MS: '300' }, { clock });
    const [slow, other] = [await connect(), await connect()];
    slow.socket.pause();
    slow.send({ id: 'a', type: 'subscribe', payload: { query: 'subscription { big }' } });
    await expect.poll(() => server.counts.events).toBeGreaterThan(2);
    expect(await other.run('{ name }')).toHaveLength(2);
    await untilQuiet(() => server.counts.events);
    await clock.advance(600);
    await expect.poll(() => server.counts.running).toBe(0);
    // 64 events are 16 MB: more than the buffers of both sockets hold.
    expect(server.counts.events).toBeLessThan(64);
    slow.socket.resume();
    expect(await slow.closed).toEqual([1013, 'The client did not answer a ping.']);
  });

  it('of a client that asks and does not read is closed', async () => {
    await begin({ MAX_RESPONSE_BYTES: '1000000' });
    const client = await connect();
    client.socket.pause();
    // The answers are 25 MB: more than the buffers of both sockets hold.
    const payload = {
      query: 'query ($text: String) { echo(text: $text) }',
      variables: { text: bigText },
    };
    for (let id = 0; id < 99; id += 1) client.send({ id: String(id), type: 'subscribe', payload });
    await expect.poll(() => client.socket.bufferedAmount).toBe(0);
    await expect.poll(() => server.lines.some(({ msg }) => msg === 'request')).toBe(true);
    client.socket.resume();
    expect(await client.closed).toEqual([1013, 'The client reads too slowly.']);
  });

  it('gets no unexpected error for any sequence of messages', async () => {
    await begin({ LOG_LEVEL: 'error' });
    const id = fc.constantFrom('1', '2', '', '__proto__', 'toString');
    const query = fc.constantFrom('{ name }', '{ wait }', 'subscription { ever }', '{', '');
    const payload = fc.oneof(
      fc.record({ query, variables: fc.option(fc.dictionary(fc.string(), fc.jsonValue())) }),
      fc.dictionary(fc.constantFrom('authorization', '__proto__', 'query'), fc.jsonValue()),
      fc.jsonValue(),
    );
    const type = fc.constantFrom(
      'connection_init',
      'ping',
      'pong',
      'subscribe',
      'complete',
      'next',
      'x',
    );
    const message = fc.oneof(fc.record({ id, type, payload }, { requiredKeys: ['type'] }));
    const text = fc.oneof(
      { weight: 9, arbitrary: message.map((each) => JSON.stringify(each)) },
      { weight: 1, arbitrary: fc.string() },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 12 }), async (texts) => {
        const client = await connectSocket(server.url);
        for (const each of texts) client.socket.send(each);
        client.socket.close(1000);
        const [code] = await client.closed;
        expect([1000, 1005, 4400, 4401, 4409, 4429]).toContain(code);
      }),
      { numRuns: 300 },
    );
    await expect.poll(() => server.counts.running).toBe(0);
    const client = await connect();
    expect(await client.run('{ name }')).toHaveLength(2);
    expect(server.lines).toEqual([]);
  });

  it('ends when a draining gateway has ended its operations', async () => {
    const { schema, finish } = heldQuery();
    await begin({}, { schema });
    const [idle, busy] = [await connect(), await connect()];
    const result = busy.run('{ held }');
    await expect.poll(() => finish.length).toBe(1);
    // A connection that is open can still ask for a WebSocket when the port is closed.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await new Promise((resolve) => {
      get(`${server.url}/health`, { agent }, (res) => res.resume().once('end', resolve));
    });
    const drained = server.gateway.drain({ announce: 60_000 });
    await expect.poll(() => server.gateway.server.listening).toBe(false);
    expect(await rejectedSocket(server.url, { agent })).toMatchObject({ status: 503 });
    expect(await idle.closed).toEqual([1001, 'The gateway is stopping.']);
    finish[0]!('done');
    expect(await result).toMatchObject([{ payload: { data: { held: 'done' } } }, {}]);
    expect(await busy.closed).toEqual([1001, 'The gateway is stopping.']);
    await drained;
  });
  it('is closed after the maximum time of draining', async () => {
    await begin();
    const client = await connect();
    client.send({ id: 'a', type: 'subscribe', payload: { query: '{ wait }' } });
    await expect.poll(() => server.counts.waiting).toBe(1);
    await server.gateway.drain({ announce: 1, check: 10, max: 100 });
    expect((await client.closed)[0]).toBe(1006);
  });

  it('does not delay the end of a gateway that is closed', async () => {
    await begin();
    const client = await connect();
    client.send({ id: 'a', type: 'subscribe', payload: { query: '{ wait }' } });
    await expect.poll(() => server.counts.waiting).toBe(1);
    await server.gateway.close();
    expect((await client.closed)[0]).toBe(1006);
    await expect.poll(() => server.seen.at(-1)!.signal.aborted).toBe(true);
  });

  it('has a line in the log for each operation and for its end, without secrets', async () => {
    await begin({ LOG_LEVEL: 'trace' });
    const client = await connect(
      { authorization: 'Bearer planted-token', extra: 'planted-extra' },
      { headers: { 'x-request-id': 'the-socket', cookie: 'planted-cookie' } },
    );
    await client.run('query Names($text: String) { echo(text: $text) }', { text: 'planted-text' });
    await client.run('{ nam }');
    client.send({ id: 'a', type: 'subscribe', payload: { query: 'query Waits { wait }' } });
    await expect.poll(() => server.counts.waiting).toBe(1);
    await client.close();
    const common = { connectionId: 'the-socket', method: 'WEBSOCKET', path: '/graphql' };
    await expect
      .poll(() => server.lines)
      .toMatchObject([
        { ...common, operation: 'Names', ms: expect.any(Number), msg: 'request' },
        { ...common, msg: 'request' },
        { ...common, operation: 'Waits', aborted: true },
        { requestId: 'the-socket', code: 1006, msg: 'websocket closed' },
      ]);
    expect(new Set(server.lines.map(({ requestId }) => requestId)).size).toBe(4);
    expect(JSON.stringify(server.lines)).not.toContain('planted');
  });
  it('is open for the real schema', async () => {
    await begin({}, { schema: realSchema });
    const client = await connect();
    expect(await client.run('{ __typename }')).toMatchObject([{ payload: { data: {} } }, {}]);
  });
});

/** The errors of a response of HTTP: its body, or the body of a subscription's event. */
const sseErrors = (body: any): unknown => body.errors;

/** Replaces the ids of requests, which differ. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'requestId' ? '' : each)));
