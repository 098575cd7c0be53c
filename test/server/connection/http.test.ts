import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { sendRaw } from '../../support/client/raw.ts';

const json = { 'content-type': 'application/json' };

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = json,
): RequestInit => ({
  method: 'POST',
  headers,
  body,
});

/** A header that a browser sends to another site only after a preflight. */
const preflight = { headers: { 'x-preflight': '1' } };
const asJson = (query: string): string => JSON.stringify({ query });

const asQuery = (query: string, more: Readonly<Record<string, string>> = {}): string =>
  `/graphql?${new URLSearchParams({ query, ...more })}`;

describe('a request', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall();
  });
  afterAll(() => server.close());

  /** How a request comes, and its error. */
  interface Row {
    readonly title: string;
    readonly path?: string;
    readonly init: RequestInit;
    readonly status: number;
  }
  /** By the status; of others it is `INVALID_INPUT`. */
  const codes: Readonly<Record<number, string>> = {
    401: 'UNAUTHENTICATED',
    404: 'NOT_FOUND',
    413: 'QUERY_TOO_LARGE',
    414: 'QUERY_TOO_LARGE',
  };
  const name = asJson('{ name }');
  const withHeader = (headers: Readonly<Record<string, string>>): RequestInit =>
    post(name, { ...json, ...headers });
  const boundary = { 'content-type': 'multipart/form-data; boundary=b' };
  const part = '--b\r\ncontent-disposition: form-data; name=';
  const batch = `${part}"operations"\r\n\r\n[${name}]\r\n--b--`;
  const escaped = '/graphql?%71uery={name}&extensions={"persistedQuery":{}}';

  const bodies = Object.entries({
    'a batch of operations': `[${name}]`,
    'an empty batch': '[]',
    'a body that is not JSON': '{"query":',
    'a body that is not an object': '"{ name }"',
    'a body that is null': 'null',
    'an empty body': '',
    'no query': '{}',
    'a query that is not a string': '{"query":{}}',
    'variables that are a list': '{"query":"{ name }","variables":[]}',
    'an operation name that is not a string': '{"query":"{ name }","operationName":1}',
    'an unknown operation name': '{"query":"query a { name }","operationName":"b"}',
    'two operations and no name': asJson('query a { name } query b { name }'),
  }).map(([title, body]): Row => ({ title, init: post(body), status: 400 }));

  const headers = Object.entries<readonly [number, Readonly<Record<string, string>>]>({
    'a form': [415, { 'content-type': 'application/x-www-form-urlencoded' }],
    'JSON as text/plain': [415, { 'content-type': 'text/plain' }],
    'text/plain with JSON in a parameter': [
      415,
      { 'content-type': 'text/plain; x=application/json' },
    ],
    'another charset': [415, { 'content-type': 'application/json; charset=utf-16' }],
    'an unsupported media type': [406, { accept: 'image/png' }],
    'basic credentials': [401, { authorization: 'Basic dTpw' }],
    'a token with a space': [401, { authorization: 'Bearer a b' }],
    'an empty token': [401, { authorization: 'Bearer ' }],
    'a content owner that is not an id': [400, { 'x-content-owner': 'a&b=c' }],
  }).map(([title, [status, header]]): Row => ({ title, init: withHeader(header), status }));

  const urls = Object.entries<readonly [number, string, RequestInit?]>({
    'a GET without a preflight header': [403, asQuery('{ name }'), {}],
    'a GET without a preflight header whose query is spelled with escapes': [403, escaped, {}],
    'a GET without a query': [400, '/graphql?operationName=a', {}],
    'a mutation by GET': [405, asQuery('mutation { change { name } }')],
    'a mutation by GET after a query': [
      405,
      asQuery('query a { name } mutation b { change { name } }', { operationName: 'b' }),
    ],
    'GET variables that are not JSON': [400, asQuery('{ name }', { variables: '{' })],
    'GET extensions that are not JSON': [400, asQuery('{ name }', { extensions: 'x' })],
    'GET variables that are a list': [400, asQuery('{ name }', { variables: '[1]' })],
    'a URL of more than 8 KB': [414, asQuery(`{ name ${'x'.repeat(8 * 1024)} }`)],
    'an unknown path': [404, '/graphql/admin', post(name)],
  }).map(([title, [status, path, init = preflight]]): Row => ({ title, path, init, status }));

  const rows: readonly Row[] = [
    ...bodies,
    ...headers,
    ...urls,
    {
      title: 'a batch with files',
      init: post(batch, { ...boundary, 'apollo-require-preflight': '1' }),
      status: 400,
    },
    {
      title: 'a form with files without a preflight header',
      init: post(`${part}"map"\r\n\r\nx\r\n--b--`, boundary),
      status: 403,
    },
    {
      title: 'a compressed body',
      init: post(new Uint8Array(gzipSync(name)), { ...json, 'content-encoding': 'gzip' }),
      status: 415,
    },
    {
      title: 'a body of more than 1 MB',
      init: post(asJson(' '.repeat(1024 * 1024))),
      status: 413,
    },
    { title: 'another method', init: { method: 'PUT', headers: json, body: name }, status: 405 },
  ];
  it.each(rows)(
    'is rejected before it is executed: $title',
    { tags: ['S12', 'S15'] },
    async ({ path = '/graphql', init, status }) => {
      const before = server.seen.facts.length;
      const response = await server.send(path, init);
      expect([response.status, response.body?.errors[0].extensions.code]).toEqual([
        status,
        codes[status] ?? 'INVALID_INPUT',
      ]);
      expect(response.body.errors[0].extensions.requestId).toBe(
        response.headers.get('x-request-id'),
      );
      expect(server.seen.facts.length).toBe(before);
      expect((await server.query('{ name }')).body).toEqual({ data: { name: 'name' } });
    },
  );

  it('gets one error for a whole batch', { tags: ['S11'] }, async () => {
    const { body } = await server.send('/graphql', post(`[${asJson('{ name }')},${asJson('')}]`));
    expect(body.errors).toMatchObject([
      { message: expect.stringMatching(/^The body is a JSON array; batches are not supported: /) },
    ]);
  });

  const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
  const hash = JSON.stringify({ persistedQuery });
  const notSupported = {
    errors: [
      {
        message: 'PersistedQueryNotSupported',
        extensions: {
          code: 'PERSISTED_QUERY_NOT_SUPPORTED',
          requestId: expect.any(String) as string,
        },
      },
    ],
  };
  it.each([
    ['POST', '/graphql', post(`{"operationName":"a","extensions":${hash}}`)],
    ['POST with an empty query', '/graphql', post(`{"query":"","extensions":${hash}}`)],
    ['GET', `/graphql?${new URLSearchParams({ extensions: hash })}`, {}],
    ['GET with a preflight header', `/graphql?extensions=${encodeURIComponent(hash)}`, preflight],
  ])('gets the error that clients expect for the hash of a query: %s', async (_, path, init) => {
    const before = server.seen.facts.length;
    expect((await server.send(path, init)).body).toEqual(notSupported);
    expect(server.seen.facts.length).toBe(before);
  });
  it.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ])('gets this error as %s with status %d', async (accept, status) => {
    const init = post(`{"extensions":${hash}}`, { ...json, accept });
    expect((await server.send('/graphql', init)).status).toBe(status);
  });
  it('is executed if its query stands beside the hash', async () => {
    const { body } = await server.send(
      '/graphql',
      post(`{"query":"{ name }","extensions":${hash}}`),
    );
    expect(body).toEqual({ data: { name: 'name' } });
  });

  it.each([
    ['@defer', '{ self { ... @defer { name } } }'],
    ['@stream', '{ items(ids: []) @stream(initialCount: 1) { name } }'],
  ])('is told that %s is not supported', { tags: ['S34'] }, async (directive, document) => {
    const { status, body } = await server.query(document, undefined, {
      accept:
        'multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json',
    });
    expect([status, body.errors]).toMatchObject([
      400,
      [
        {
          message: `${directive} is not supported: a response is delivered whole. Remove ${directive}, or request the slow fields in an operation of their own.`,
          locations: [{ line: 1 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ],
    ]);
  });

  it('is executed by GET with a header that needs a preflight', async () => {
    const { status, body } = await server.send(
      asQuery('query ($c: Color!) { paint(color: $c) }', { variables: '{"c":"RED"}' }),
      {
        headers: { authorization: 'Bearer a.token' },
      },
    );
    expect([status, body]).toEqual([200, { data: { paint: 'paint' } }]);
  });
  it.each([
    'authorization',
    'x-preflight',
    'apollo-require-preflight',
    'x-requested-with',
    'x-request-id',
    'x-content-owner',
    'x-youtube-authorization',
    'x-drive-authorization',
    'x-calendar-authorization',
  ])('is executed by GET with the header %s', async (name) => {
    const value = name.endsWith('authorization') ? 'Bearer t' : 'x';
    const { body } = await server.send(asQuery('{ name }'), { headers: { [name]: value } });
    expect(body).toEqual({ data: { name: 'name' } });
  });
  it('is answered early if its body without a length is too long', { tags: ['S28'] }, async () => {
    const response = await new Promise<{ status: number | undefined; sent: number }>(
      (resolve, reject) => {
        let sent = 0;
        const req = request(`${server.url}/graphql`, { method: 'POST', headers: json });
        const piece = Buffer.alloc(64 * 1024, ' ');
        const more = (): void => {
          if (req.destroyed || sent > 64 * 1024 * 1024) return;
          sent += piece.length;
          req.write(piece, () => setImmediate(more));
        };
        req.on('response', (res) => {
          resolve({ status: res.statusCode, sent });
          req.destroy();
        });
        req.on('error', reject);
        more();
      },
    );
    expect(response.status).toBe(413);
    expect(response.sent).toBeLessThan(16 * 1024 * 1024);
  });
  it('is answered whatever its accept header contains', async () => {
    const types = Array.from({ length: 400 }, (_, index) => `application/x-${index};q=0.5`).join(
      ',',
    );
    const { status, headers, body } = await server.query('{ name }', undefined, {
      accept: `${types},application/json`,
    });
    expect([status, body]).toEqual([200, { data: { name: 'name' } }]);
    expect(JSON.stringify([...headers]).length).toBeLessThan(1_000);
  });
  it('is rejected if its headers have more than 16 KB', { tags: ['S28'] }, async () => {
    const response = await sendRaw(
      server.url,
      `GET /health HTTP/1.1\r\nhost: x\r\nx-much: ${'x'.repeat(17 * 1024)}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
  });
  it.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n'],
    ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'],
    ['a header that holds NUL', 'authorization: Bearer a\0b\r\n'],
    ['a header folded over lines', 'authorization: Bearer a\r\n b\r\n'],
  ])('is rejected if it is ambiguous: %s', async (_, headers) => {
    const before = server.seen.facts.length;
    const response = await sendRaw(
      server.url,
      `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n0\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(server.seen.facts.length).toBe(before);
  });
  it.each(['[', 'a b', '%', 'x:y:z', ''])(
    'is answered whatever its host header is: %j',
    async (host) => {
      const response = await sendRaw(
        server.url,
        `GET ${asQuery('{name}')} HTTP/1.1\r\nhost: ${host}\r\nx-preflight: 1\r\nconnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
  const plain = (document: string, head = ''): string =>
    `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}content-length: ${asJson(document).length}\r\n\r\n`;

  it.each([
    ['GET /health', ''],
    ['OPTIONS /graphql', 'origin: http://localhost:3000\r\n'],
    ['POST /graphql', 'content-type: application/json\r\ncontent-length: 16\r\n'],
    ['PUT /uploads/x', 'content-length: 16\r\n'],
  ])('is rejected if it has two Host headers: %s', { tags: ['S21'] }, async (line, headers) => {
    const hosts = 'host: 127.0.0.1\r\nHOST: evil.example\r\n';
    const answer = await sendRaw(
      server.url,
      `${line} HTTP/1.1\r\n${hosts}${headers}\r\n{"query":"{a b}"}`,
    );
    expect(answer).toMatch(
      /^HTTP\/1\.1 400 [^]*"host: the request has more than one, expected exactly one"/,
    );
  });
  it('is asked for its body if it waits for that', async () => {
    const raw = plain('{ name }', 'expect: 100-continue\r\n') + asJson('{ name }');
    const response = await sendRaw(server.url, raw);
    expect(response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/);
    expect(response).toContain('{"data":{"name":"name"}}');
  });
  it('is answered after those that came before it on its connection', async () => {
    const documents = ['{ first: wait }', '{ second: name }', '{', '{ fourth: name }'];
    const raw = documents.map((each) => plain(each) + asJson(each)).join('');
    const response = await sendRaw(server.url, raw);
    expect(response.match(/"(?:first|second|fourth|errors)"/g)).toEqual([
      '"first"',
      '"second"',
      '"errors"',
      '"fourth"',
    ]);
  });
  it('ends its connection if it asks for that', async () => {
    const raw = plain('{ name }', 'connection: close\r\n') + asJson('{ name }');
    const response = await sendRaw(server.url, raw);
    expect(response.match(/HTTP\/1.1 200 OK/g)).toHaveLength(1);
    expect(response).toMatch(/\r\nConnection: close\r\n/i);
  });
  it('may come in chunks', async () => {
    const body = asJson('{ name }');
    const head = plain('{ name }').replace(/content-length: \d+/, 'transfer-encoding: chunked');
    const chunks = [body.slice(0, 5), body.slice(5), ''].map(
      (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    );
    expect(await sendRaw(server.url, head + chunks.join(''))).toContain('{"data":{"name":"name"}}');
  });
  it.each([
    '//graphql',
    'http://elsewhere.example/graphql',
    '/graphql/',
    '/%67raphql',
    '/../graphql',
    '/graphql;a',
  ])('is not served at another spelling of the path: %s', async (path) => {
    const response = await sendRaw(
      server.url,
      `GET ${path}?query={name} HTTP/1.1\r\nhost: x\r\nx-preflight: 1\r\nconnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('a request whose context cannot be made', () => {
  it('is answered without the message of the error, and the next one is served', async () => {
    let isFirst = true;
    const contextOf = (): never => {
      const failure = isFirst;
      isFirst = false;
      if (failure) throw new Error('secret');
      return { resolved: 0 } as never;
    };
    await using server = await startSmall({}, { contextOf });
    const { text, body } = await server.query('{ name }');
    expect(text).not.toContain('secret');
    expect(body.errors[0].extensions.code).toBe('INTERNAL');
    expect((await server.query('{ name }')).body).toEqual({ data: { name: 'name' } });
  });
});

describe('a connection that ends after the response', () => {
  it('aborts nothing', async () => {
    const server = await startSmall();
    await server.query('{ name }');
    await server.gateway.drain({ announce: 0, check: 5, max: 1_000 });
    expect(server.seen.facts.map(({ signal }) => signal.aborted)).toEqual([false]);
  });
});
