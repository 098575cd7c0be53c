/** Automatic persisted queries of two gateways that share a Redis. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { start } from '../../support/gateway/sandbox.ts';
import type { TestResponse } from '../../support/gateway/server.ts';
import { connectSocket, type TestSocket } from '../../support/client/web-socket.ts';

let redis: TestRedis;
let sandbox: Sandbox;
let one: RunningGateway;
let other: RunningGateway;

beforeAll(async () => {
  redis = await startRedis();
  sandbox = await startSandbox({ now: start });
});

beforeEach(async () => {
  await redis.cli('flushall');
  await close();
  const env = { REDIS_URL: redis.url, LINK_SECRET: 'secret-of-all-replicas-0123456789' };
  [one, other] = await Promise.all([
    startGateway({ sandbox, env }),
    startGateway({ sandbox, env }),
  ]);
});

afterAll(async () => {
  await close();
  await sandbox.close();
  await redis.close();
});

const close = async (): Promise<void> => {
  await one?.close();
  await other?.close();
};

const title = (alias: string): string =>
  `{ playlist(id: "${ids.playlist.fifty}") { ${alias}: title } }`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const extensionsOf = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });

interface Request {
  readonly query?: string;
  readonly hash: string;
  /** Default: `studio-owner`; null sends none. */
  readonly token?: string | null;
}

const headersOf = ({ token = 'studio-owner' }: Request): Record<string, string> => ({
  accept: 'application/graphql-response+json',
  ...(token !== null && { authorization: `Bearer ${token}` }),
});

const post = (gateway: RunningGateway, request: Request): Promise<TestResponse> =>
  gateway.send('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(request) },
    body: JSON.stringify({ query: request.query, extensions: extensionsOf(request.hash) }),
  });

const get = (
  gateway: RunningGateway,
  request: Request,
  headers = headersOf(request),
): Promise<TestResponse> => {
  const extensions = JSON.stringify(extensionsOf(request.hash));
  const search = new URLSearchParams({
    ...(request.query && { query: request.query }),
    extensions,
  });
  return gateway.send(`/graphql?${search}`, { headers });
};

const codeOf = ({ body }: TestResponse): string | undefined => body.errors?.[0].extensions.code;

describe('a document', () => {
  it('is sent once: then its hash is enough, at each gateway, by POST and by GET', async () => {
    const query = title('a');
    const hash = sha256(query);
    const unknown = await post(one, { hash });
    expect(unknown).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            message: 'PersistedQueryNotFound',
            extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
          },
        ],
      },
    });
    const { body } = await post(one, { query, hash });
    expect(body.errors).toBeUndefined();
    const answers = [
      await post(one, { hash }),
      await get(one, { hash }),
      await post(one, { hash: hash.toUpperCase() }),
      await post(one, { hash, query: '' }),
    ];
    await expect.poll(async () => (await post(other, { hash })).body).toMatchObject(body);
    answers.push(await get(other, { hash }), await post(other, { hash, token: 'studio-guest' }));
    for (const answer of answers) expect(answer.body.data).toEqual(body.data);
  });
  it('is kept if it comes by GET', async () => {
    const query = title('b');
    const hash = sha256(query);
    const { body } = await get(one, { query, hash });
    expect(body.errors).toBeUndefined();
    expect((await post(one, { hash })).body.data).toEqual(body.data);
  });
  it('is rejected with the hash of another one, and is not kept', async () => {
    sandbox.clearCalls();
    const hash = sha256(title('c'));
    for (const send of [post, get]) {
      const { status, body } = await send(one, { query: title('d'), hash });
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'INVALID_INPUT']);
      expect(body.errors[0].message).toContain(`"${hash}" is not the SHA-256 of query`);
    }
    expect(sandbox.calls()).toEqual([]);
    expect(codeOf(await post(one, { hash }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
  it.each([
    ['with a syntax error', '{', 'GRAPHQL_PARSE_FAILED'],
    ['of another schema', '{ unknown }', 'GRAPHQL_VALIDATION_FAILED'],
    ['beyond a limit', `{ ${'a: __typename '.repeat(3_000)} }`, 'QUERY_TOO_LARGE'],
  ])('%s is not kept', async (_, query, code) => {
    const hash = sha256(query);
    expect(codeOf(await post(one, { query, hash }))).toBe(code);
    await post(one, { query: title('e'), hash: sha256(title('e')) });
    expect(codeOf(await post(one, { hash }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
  it('of a caller whose token no service has accepted is not kept', async () => {
    const query = '{ __typename }';
    const hash = sha256(query);
    for (const token of ['invented', null]) {
      expect((await post(one, { query, hash, token })).body.data).toEqual({ __typename: 'Query' });
      await get(one, { query, hash, token });
    }
    expect(await redis.cli('keys', 'studiograph:document:*')).toBe('');
    expect(codeOf(await post(one, { hash, token: 'invented' }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    // A client without a token would otherwise ask before each request.
    expect(codeOf(await post(one, { hash, token: null }))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });
  it('executes nothing by a GET that could come from another site', async () => {
    const query = title('f');
    const hash = sha256(query);
    await post(one, { query, hash });
    sandbox.clearCalls();
    expect(codeOf(await get(one, { hash }, { accept: 'application/json' }))).toBe(
      'PERSISTED_QUERY_NOT_SUPPORTED',
    );
    expect(sandbox.calls()).toEqual([]);
  });
  it.each([
    [{ version: 2, sha256Hash: 'a'.repeat(64) }],
    [{ version: 1, sha256Hash: 'a' }],
    [{ version: 1 }],
    ['text'],
  ])('needs a hash in the known format: %j', async (persistedQuery) => {
    const { body } = await one.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ extensions: { persistedQuery } }),
    });
    expect(body.errors).toMatchObject([
      {
        message: expect.stringMatching(/^extensions\.persistedQuery: expected \{"version":1,/),
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
  });
  it('is sent again while Redis is gone, and each gateway keeps it', async () => {
    const query = title('g');
    const hash = sha256(query);
    await redis.stop();
    expect((await post(one, { query, hash })).body.errors).toBeUndefined();
    expect((await post(one, { hash })).body.errors).toBeUndefined();
    expect(codeOf(await post(other, { hash }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    await redis.start();
  });
  it('is not taken from Redis if it is another one', async () => {
    const query = title('h');
    const hash = sha256(query);
    await post(one, { query, hash });
    const documents = async (): Promise<string[]> =>
      (await redis.cli('keys', 'studiograph:document:*')).split('\n').filter(Boolean);
    // The document, and the number of documents of the caller.
    await expect.poll(documents).toHaveLength(2);
    for (const key of await documents()) await redis.cli('set', key, title('i'));
    expect(codeOf(await post(other, { hash }))).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

describe('a document over a WebSocket', () => {
  const clients: TestSocket[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  async function connect(gateway: RunningGateway, token = 'studio-owner'): Promise<TestSocket> {
    const client = await connectSocket(gateway.url, { authorization: `Bearer ${token}` });
    clients.push(client);
    return client;
  }

  const named = (hash: string) => ({ extensions: extensionsOf(hash) });
  const dataOf = (data: object) => [{ type: 'next', payload: { data } }, { type: 'complete' }];
  const unknown = [
    {
      type: 'error',
      payload: [
        {
          message: 'PersistedQueryNotFound',
          extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', requestId: expect.any(String) },
        },
      ],
    },
  ];

  it('that HTTP has kept is named by its hash, with an empty query or without one', async () => {
    const query = title('j');
    const hash = sha256(query);
    const { body } = await post(one, { query, hash });
    const client = await connect(one);
    for (const params of [named(hash), { query: '', ...named(hash) }])
      expect(await client.runWith(params)).toMatchObject(dataOf(body.data));
    await expect
      .poll(async () => (await connect(other)).runWith(named(hash)))
      .toMatchObject(dataOf(body.data));
  });
  it('is kept for HTTP, and for other callers', async () => {
    const query = title('k');
    const hash = sha256(query);
    const client = await connect(one);
    expect(await client.runWith(named(hash))).toMatchObject(unknown);
    const [sent] = await client.runWith({ query, ...named(hash) });
    const { data } = sent!.payload;
    expect(data.playlist).toEqual({ k: expect.any(String) });
    expect((await post(one, { hash })).body.data).toEqual(data);
    const guest = await connect(one, 'studio-guest');
    expect(await guest.runWith(named(hash))).toMatchObject(dataOf(data));
  });
  it('of a subscription is kept, too', async () => {
    const query = 'subscription { fileChanges { l: cursor } }';
    const hash = sha256(query);
    const client = await connect(one);
    // A service has accepted the caller when the subscription begins.
    await client.run(title('l'));
    /** @returns the first message of the subscription, which it ends */
    const first = async (id: string, params: object): Promise<unknown> => {
      client.send({ id, type: 'subscribe', payload: params });
      const isOwn = (message: { readonly id?: string }): boolean => message.id === id;
      await expect.poll(() => client.messages.some(isOwn)).toBe(true);
      client.send({ id, type: 'complete' });
      return client.messages.find(isOwn);
    };
    const event = { type: 'next', payload: { data: { fileChanges: { l: expect.any(String) } } } };
    expect(await first('a', named(hash))).toMatchObject(unknown[0]!);
    expect(await first('b', { query, ...named(hash) })).toMatchObject(event);
    expect(await first('c', named(hash))).toMatchObject(event);
  });
  it('has the rules of HTTP', async () => {
    const [query, hash] = [title('m'), sha256(title('n'))];
    const client = await connect(one);
    expect(await client.runWith({ query, ...named(hash) })).toMatchObject([
      { type: 'error', payload: [{ extensions: { code: 'INVALID_INPUT' } }] },
    ]);
    const anonymous = await connectSocket(one.url);
    clients.push(anonymous);
    expect(await anonymous.runWith(named(hash))).toMatchObject([
      { type: 'error', payload: [{ extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] },
    ]);
  });
});
