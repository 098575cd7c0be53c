/** The credential of a call, and secrets in errors and logs. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type Behaviour,
  respond,
  faultyServer,
  hang,
  json,
  errorResponse,
  reset,
  resetInside,
} from '../../../support/upstream/faulty-server.ts';
import {
  failureOf,
  filesGet,
  freebusy,
  upstreamAt,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

const anonymous = { identity: {} };

describe('the API key of the gateway', () => {
  it.each([
    ['query', '/youtube/v3/videos?part=id&prettyPrint=false&key=gateway-key', undefined],
    ['header', '/youtube/v3/videos?part=id&prettyPrint=false', 'gateway-key'],
  ] as const)(
    'is sent with a public read of a caller without a token (in the %s)',
    async (apiKeyIn, target, header) => {
      await using server = await faultyServer(json({}));
      await using upstream = upstreamAt({ url: server.url, apiKeyIn });
      await upstream.call(videosList, { part: ['id'] }, withDeadline(5_000, anonymous));
      expect(server.requests[0]).toMatchObject({ target });
      expect(server.requests[0]!.headers['x-goog-api-key']).toBe(header);
      expect(server.requests[0]!.headers).not.toHaveProperty('authorization');
    },
  );
  it('is sent with a public read that is a POST', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    await upstream.call(freebusy, { body: {} }, withDeadline(5_000, anonymous));
    expect(server.requests[0]!.target).toBe(
      '/calendar/v3/freeBusy?prettyPrint=false&key=gateway-key',
    );
  });
  it.each(['query', 'header'] as const)(
    'is never sent together with a token (in the %s)',
    async (apiKeyIn) => {
      await using server = await faultyServer(json({}));
      await using upstream = upstreamAt({ url: server.url, apiKeyIn });
      await upstream.call(videosList, { part: ['id'] }, withDeadline(5_000));
      expect(server.requests[0]!.headers['authorization']).toBe('Bearer caller-token');
      expect(JSON.stringify(server.requests)).not.toContain('gateway-key');
    },
  );
  it('is encoded in the query', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt({ url: server.url, apiKey: 'a&b=c d' });
    await upstream.call(videosList, { part: ['id'] }, withDeadline(5_000, anonymous));
    expect(new URL(server.requests[0]!.target, server.url).searchParams.get('key')).toBe('a&b=c d');
  });
});

describe('a call without a credential', () => {
  const rejected = { code: 'UNAUTHENTICATED' };
  it('is rejected without a request', { tags: ['S23'] }, async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    await using keyless = upstreamAt({ url: server.url, apiKey: undefined });
    const options = withDeadline(5_000, anonymous);
    expect(await failureOf(upstream.call(filesGet, { fileId: 'f' }, options))).toEqual({
      ...rejected,
      service: 'storage',
      operation: filesGet.key,
    });
    expect(
      await failureOf(upstream.call(videosInsert, { part: ['id'], body: {} }, options)),
    ).toMatchObject(rejected);
    expect(
      await failureOf(upstream.call(videosList, { part: ['id'], mine: true }, options)),
    ).toMatchObject(rejected);
    expect(
      await failureOf(upstream.call(videosList, { part: ['id', 'fileDetails'] }, options)),
    ).toMatchObject(rejected);
    expect(
      await failureOf(
        upstream.call(videosList, { part: ['id'], onBehalfOfContentOwner: 'o' }, options),
      ),
    ).toMatchObject(rejected);
    expect(await failureOf(keyless.call(videosList, { part: ['id'] }, options))).toMatchObject(
      rejected,
    );
    expect(server.requests).toEqual([]);
  });
  it.each(['', 'two words', 'line\r\nx-evil: 1', 'nul\0', 'é', '\u2028'])(
    'is one with the token %j, for which the API key is not used',
    { tags: ['S21', 'S23'] },
    async (token) => {
      await using server = await faultyServer(json({}));
      await using upstream = upstreamAt(server);
      expect(
        await failureOf(
          upstream.call(videosList, { part: ['id'] }, withDeadline(5_000, { identity: { token } })),
        ),
      ).toMatchObject(rejected);
      expect(server.requests).toEqual([]);
    },
  );
});

describe('secrets', () => {
  const planted = [
    'tok3n-secret',
    'k3y-secret',
    'pag3-secret',
    'b0dy-secret',
    'pr0se-secret',
    'etag-secret',
    '0wner-secret',
  ];
  const prose = {
    error: {
      errors: [{ reason: 'pr0se-secret with prose', message: 'pr0se-secret' }],
      message: 'tok3n-secret k3y-secret',
    },
  };
  const failing: readonly (readonly [string, Behaviour])[] = [
    ['an error response', json(prose, 400)],
    ['a missing scope', errorResponse(403, 'insufficientPermissions')],
    ['status 503', json(prose, 503)],
    ['HTML', respond(200, '<html>pr0se-secret</html>')],
    ['a reset', reset],
    ['a reset within the response', resetInside],
    ['bytes that are not HTTP', (socket) => void socket.write('pr0se-secret\r\n\r\n')],
    ['a timeout', hang],
  ];
  it.each(failing)(
    'are in no error and no log line after %s',
    { tags: ['S16'] },
    async (_, behaviour) => {
      await using server = await faultyServer(behaviour);
      const lines: unknown[] = [];
      const log = { debug: (object: object, message: string) => void lines.push(object, message) };
      await using upstream = upstreamAt({
        url: server.url,
        apiKey: 'k3y-secret',
        log,
        callTimeoutMs: 300,
      });
      const options = withDeadline(10_000, {
        identity: { token: 'tok3n-secret', onBehalfOf: '0wner-secret' },
        headers: { 'if-match': '"etag-secret"' },
      });
      const errors = await Promise.all(
        [
          upstream.call(videosList, { part: ['id'], id: ['pag3-secret'] }, options),
          upstream.call(
            videosList,
            { part: ['id'], id: ['pag3-secret'] },
            withDeadline(10_000, anonymous),
          ),
          upstream.call(videosInsert, { part: ['id'], body: { id: 'b0dy-secret' } }, options),
        ].map(async (call) =>
          call.then(
            () => 'answered',
            (error: unknown) => error,
          ),
        ),
      );
      expect(errors).not.toContain('answered');
      expect(lines).not.toEqual([]);
      const sent = JSON.stringify(server.requests);
      for (const secret of planted.filter((secret) => !secret.startsWith('pr0se')))
        expect(sent).toContain(secret);
      const shown = inspect([errors, lines], { depth: 20, showHidden: true });
      expect(planted.filter((secret) => shown.includes(secret))).toEqual([]);
      expect(shown).not.toContain('127.0.0.1');
    },
  );
});
