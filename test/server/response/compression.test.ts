import { get, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmall } from '../../support/gateway/small-schema.ts';

interface RawResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: (body) => brotliDecompressSync(body),
  gzip: (body) => gunzipSync(body),
};

/** Response of a `name` field of this many characters, as JSON: 21 more bytes. */
const envelopeBytes = '{"data":{"name":""}}'.length;

describe('a response', () => {
  let name = '';
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall({}, { resolvers: { name: () => name } });
  });
  afterAll(() => server.close());

  /** Sends the query without the headers that `fetch` adds, and decodes nothing. */
  const ask = (
    bytes: number,
    headers: Readonly<Record<string, string>> = {},
    query = '{ name }',
  ): Promise<RawResponse> => {
    name = 'x'.repeat(bytes - envelopeBytes);
    return new Promise((resolve, reject) => {
      const req = request(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      req.on('error', reject).on('response', (res) => {
        buffer(res).then(
          (body) => resolve({ status: res.statusCode, headers: res.headers, body }),
          reject,
        );
      });
      req.end(JSON.stringify({ query }));
    });
  };
  const plain = (): string => JSON.stringify({ data: { name } });

  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip;q=0.2', 'gzip'],
    ['gzip;q=0, *;q=0.5', 'br'],
  ])('is compressed if the client accepts it: %s', async (accepted, encoding) => {
    for (const bytes of [1_025, 100_000, 3_000_000]) {
      const { headers, body } = await ask(bytes, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers.vary).toMatch(/\baccept-encoding\b/);
      expect(body.length).toBeLessThan(bytes);
      expect(decoders[encoding]!(body).toString()).toBe(plain());
    }
  });
  it.each([
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'gzip;q=0, br;q=0.0' },
    { 'accept-encoding': 'zstd' },
    { 'accept-encoding': 'identity;q=1, *;q=0.1' },
  ])('is not compressed without a supported encoding: %j', async (accepted) => {
    for (const bytes of [1_025, 3_000_000]) {
      const { headers, body } = await ask(bytes, accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['content-length']).toBe(String(bytes));
      expect(headers.vary).toMatch(/\baccept-encoding\b/);
      expect(body.toString()).toBe(plain());
    }
  });
  it('is not compressed if it has 1 KB or less', async () => {
    const { headers, body } = await ask(1_024, { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect([headers['content-length'], body.toString()]).toEqual(['1024', plain()]);
  });
  it('varies by origin, too', async () => {
    const { headers } = await ask(2_000, { 'accept-encoding': 'br', origin: 'http://localhost:1' });
    expect(headers.vary!.split(', ')).toEqual(
      expect.arrayContaining(['origin', 'accept-encoding']),
    );
    expect(headers['access-control-allow-origin']).toBe('http://localhost:1');
  });
  it('with errors is compressed, and keeps its status', async () => {
    const query = `{ ${'unknown '.repeat(30)} }`;
    const { status, headers, body } = await ask(
      2_000,
      { 'accept-encoding': 'gzip', accept: 'application/graphql-response+json' },
      query,
    );
    expect([status, headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ locations: [expect.anything()] })]),
    });
  });
  it('as a stream is not compressed', async () => {
    const { headers, body } = await ask(5_000, {
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
    });
    // Yoga sets `none`.
    expect(headers['content-encoding']).toBeOneOf([undefined, 'none']);
    expect(body.toString()).toContain(`data: ${plain()}`);
  });
  it('is whole for many clients at once, compressed or not', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => ask(300_000, { 'accept-encoding': 'br' })),
    );
    for (const { headers, body } of responses) {
      const text = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;
      expect(headers['content-length']).toBe(String(body.length));
      expect(text.toString()).toBe(plain());
    }
  });
});

describe('the page of GraphiQL', () => {
  it('is not compressed if the client excludes gzip', async () => {
    await using server = await startSmall();
    const encoding = await new Promise((resolve, reject) => {
      const headers = { accept: 'text/html', 'accept-encoding': 'br, gzip;q=0' };
      get(`${server.url}/graphql`, { headers }, (res) => {
        res.resume();
        resolve(res.headers['content-encoding']);
      }).on('error', reject);
    });
    expect(encoding).toBeUndefined();
  });
});
