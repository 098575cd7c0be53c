import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityHeaders } from '../../../src/server/connection/identity.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';

const json = { 'content-type': 'application/json' };
const preflight = { 'x-preflight': '1' };
const boundary = { 'content-type': 'multipart/form-data; boundary=b', ...preflight };

const asJson = (query: string): string => JSON.stringify({ query });

const asForm = (query: string): string =>
  `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${asJson(query)}\r\n--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--b--`;

const asQuery = (query: string): string => `?${new URLSearchParams({ query })}`;

/** One kind of answer: how to get it, and its status. */
interface Kind {
  readonly title: string;
  readonly status: number;
  readonly method?: string;
  /** Appended to `/graphql`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const long = `{ ${Array.from({ length: 200 }, (_, index) => `n${index}: __typename`).join(' ')} }`;
const events = 'subscription { calendarListChanges { __typename } }';

const kinds: readonly Kind[] = [
  { title: 'a result', status: 200, body: asJson('{ __typename }') },
  { title: 'a large result', status: 200, body: asJson(long) },
  {
    title: 'a compressed result',
    status: 200,
    body: asJson(long),
    headers: { ...json, 'accept-encoding': 'gzip' },
  },
  { title: 'the error of a field', status: 200, body: asJson('{ viewer { channel { id } } }') },
  { title: 'an invalid document', status: 200, body: asJson('{ nothing }') },
  { title: 'a body that is not JSON', status: 400, body: '{' },
  {
    title: 'an invalid token',
    status: 401,
    body: asJson('{ __typename }'),
    headers: { ...json, 'x-drive-authorization': 'none' },
  },
  {
    title: 'a media type that is not supported',
    status: 406,
    body: asJson('{ __typename }'),
    headers: { ...json, accept: 'image/png' },
  },
  { title: 'a body of text', status: 415, body: '{}', headers: { 'content-type': 'text/plain' } },
  {
    title: 'a compressed body',
    status: 415,
    body: '{}',
    headers: { ...json, 'content-encoding': 'gzip' },
  },
  { title: 'a form', status: 200, body: asForm('{ __typename }'), headers: boundary },
  {
    title: 'a GET',
    status: 200,
    method: 'GET',
    query: asQuery('{ __typename }'),
    headers: preflight,
  },
  {
    title: 'a GET of a page',
    status: 403,
    method: 'GET',
    query: asQuery('{ __typename }'),
    headers: {},
  },
  { title: 'a GET without a document', status: 400, method: 'GET', headers: preflight },
  { title: 'a long URL', status: 414, method: 'GET', query: `?query=${'x'.repeat(9_000)}` },
  { title: 'another method', status: 405, method: 'PUT', headers: preflight },
  {
    title: 'a preflight request',
    status: 204,
    method: 'OPTIONS',
    headers: { origin: 'http://localhost' },
  },
  {
    title: 'a stream of events that does not start',
    status: 200,
    body: asJson('subscription { nothing }'),
    headers: { ...json, accept: 'text/event-stream' },
  },
  {
    title: 'a query as a stream of events',
    status: 200,
    body: asJson('{ __typename }'),
    headers: { ...json, accept: 'text/event-stream' },
  },
  {
    title: 'a WebSocket of another site',
    status: 403,
    method: 'GET',
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      origin: 'https://evil.example',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  },
  { title: 'an invalid host', status: 400, body: '{}', headers: { ...json, host: 'a b' } },
];

describe('an answer of /graphql', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  async function send({
    method = 'POST',
    query = '',
    headers = json,
    body,
  }: Omit<Kind, 'status' | 'title'>) {
    const sent = request(`${gateway.url}/graphql${query}`, { method, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.destroy();
    return response;
  }

  function expectPrivate({ headersDistinct }: IncomingMessage): void {
    expect(headersDistinct['cache-control']).toEqual(['private, no-store']);
    // One line: some caches read only one.
    expect(headersDistinct['vary']).toHaveLength(1);
    const names = headersDistinct['vary']![0]!.split(', ');
    expect(names).toEqual(
      expect.arrayContaining([...identityHeaders, 'origin', 'accept-encoding']),
    );
  }

  // Yoga serves a URL with a query string.
  describe.each(['', '?'])('stays out of shared caches, at /graphql%s', (suffix) => {
    it.each(kinds)('$title', { tags: ['S43'] }, async ({ status, query, ...kind }) => {
      const response = await send({ ...kind, query: query ?? suffix });
      expect(response.statusCode).toBe(status);
      expectPrivate(response);
    });
  });

  it('is also private when it is a stream of events', async () => {
    for (const query of ['', '?']) {
      const response = await send({
        query,
        body: asJson(events),
        headers: { ...json, accept: 'text/event-stream', authorization: 'Bearer studio-owner' },
      });
      expect(response.headers['content-type']).toBe('text/event-stream');
      expectPrivate(response);
    }
  });

  it('is the same for everybody where it is the page of the explorer', async () => {
    const response = await send({ method: 'GET', headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept' });
  });
});
