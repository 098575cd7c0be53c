import { describe, expect, it } from 'vitest';
import type { Env } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

describe('pages of other origins', () => {
  const origin = 'https://app.example';
  it('may read responses if the origin is listed', { tags: ['S13'] }, async () => {
    await using server = await startSmall({ CORS_ORIGINS: `${origin}, https://other.example` });
    const preflight = await server.send('/graphql', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    const response = await server.query('{ name }', undefined, { origin });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    for (const { headers } of [preflight, response]) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toContain('origin');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
  it('vary by it, whatever the id of the request is', async () => {
    await using server = await startSmall({ CORS_ORIGINS: origin });
    const { headers } = await server.send('/health', { headers: { 'x-request-id': 'vary' } });
    expect([headers.get('x-request-id'), headers.get('vary')]).toEqual(['vary', 'origin']);
  });
  it.each([
    'null',
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
  ])('may not read responses if their origin is not listed: %s', async (from) => {
    await using server = await startSmall({ CORS_ORIGINS: origin });
    const answers = [
      await server.send('/graphql', {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'POST' },
      }),
      await server.query('{ name }', undefined, { origin: from }),
    ];
    for (const { headers } of answers)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['https://app.example/', 'https://APP.example:443'])(
    'may read responses if the origin is listed as %s',
    async (listed) => {
      await using server = await startSmall({
        CORS_ORIGINS: listed,
        NODE_ENV: 'production',
        SANDBOX: '1',
      });
      const { headers } = await server.query('{ name }', undefined, { origin });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
    },
  );
});

describe('pages on the own machine', () => {
  const local = [
    'http://localhost:5173',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://localhost',
    'https://localhost:8443',
  ];
  const allowedOf = async (env: Env, origins: readonly string[]) => {
    const server = await startSmall(env);
    const responses = await Promise.all(
      origins.map((origin) => server.query('{ name }', undefined, { origin })),
    );
    await server.close();
    return responses.map(({ headers }) => headers.get('access-control-allow-origin'));
  };
  it.each([{}, { CORS_ORIGINS: 'https://app.example' }])(
    'may read responses in development, with the settings %j',
    async (env) => {
      expect(await allowedOf(env, local)).toEqual(local);
    },
  );
  it('may read no responses in production unless they are listed', { tags: ['S13'] }, async () => {
    const env = { NODE_ENV: 'production', SANDBOX: '1', CORS_ORIGINS: 'http://localhost:5173' };
    expect(await allowedOf(env, local)).toEqual(['http://localhost:5173', null, null, null, null]);
  });
  it('may read no responses if only their name looks local', { tags: ['S13'] }, async () => {
    const lookalikes = [
      'null',
      'http://localhost.evil.example',
      'http://evil.example:localhost',
      'http://127.0.0.1.evil.example',
      'http://a.localhost:3000',
      'http://127.0.0.2:3000',
      'http://localhost:3000/',
      'http://localhost:3000@evil.example',
      'file://localhost',
    ];
    expect(await allowedOf({}, lookalikes)).toEqual(lookalikes.map(() => null));
  });
});

describe('a preflight', () => {
  const origin = 'https://app.example';
  const allowedHeaders = async (env: Env, path: string): Promise<readonly string[]> => {
    const server = await startSmall({ CORS_ORIGINS: origin, ...env }, { routes: [bytes] });
    const { headers } = await server.send(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    await server.close();
    return headers.get('access-control-allow-headers')!.split(', ');
  };
  const bytes = {
    prefix: '/bytes/',
    direction: 'upload' as const,
    methods: 'PUT',
    callerOf: () => 'ava',
    serve: async () => {},
  };

  it.each(['/graphql', '/bytes/x'])(
    'allows the headers of common clients, error tracking and tracing: %s',
    async (path) => {
      expect(await allowedHeaders({}, path)).toEqual(
        expect.arrayContaining([
          'accept',
          'apollo-require-preflight',
          'apollographql-client-name',
          'apollographql-client-version',
          'apollographql-library-name',
          'apollographql-library-version',
          'baggage',
          'graphql-client-name',
          'graphql-client-version',
          'last-event-id',
          'sentry-trace',
          'cache-control',
          'traceparent',
          'tracestate',
          'x-requested-with',
        ]),
      );
    },
  );
  it.each(['/graphql', '/bytes/x'])(
    'allows the headers that the gateway reads: %s',
    async (path) => {
      expect(await allowedHeaders({ CORS_HEADERS: 'x-other' }, path)).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-range',
          'content-type',
          'if-match',
          'if-none-match',
          'if-range',
          'range',
          'x-content-owner',
          'x-calendar-authorization',
          'x-content-owner-channel',
          'x-trace',
          'x-drive-authorization',
          'x-preflight',
          'x-request-id',
          'x-youtube-authorization',
        ]),
      );
    },
  );
  it('allows the headers that the error of a GET recommends', async () => {
    const server = await startSmall();
    const { body } = await server.send('/graphql?query={name}');
    await server.close();
    const [, names] = /one of the headers ([^;]+);/.exec(body.errors[0].message as string)!;
    expect(await allowedHeaders({}, '/graphql')).toEqual(
      expect.arrayContaining(names!.split(', ')),
    );
  });
  it('allows the configured headers instead of those of common clients', async () => {
    const allowed = await allowedHeaders({ CORS_HEADERS: 'X-Other' }, '/graphql');
    expect(allowed).toContain('x-other');
    expect(allowed).not.toContain('baggage');
  });
});

describe('a response', () => {
  it('lets pages read its request id, and when and where to continue', async () => {
    await using server = await startSmall();
    const { headers } = await server.query('{ name }', undefined, { origin: 'http://localhost:1' });
    expect(headers.get('access-control-expose-headers')!.split(', ')).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after', 'range', 'content-range', 'etag']),
    );
  });
});
