/** Error responses, broken responses and broken connections: the failures that they become. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import { type Failure, UpstreamError } from '../../../../src/engine/api/error.ts';
import { toGraphError } from '../../../../src/engine/schema/error/error.ts';
import { liveChatBans } from '../../../../src/services/live/operations.ts';
import {
  respond,
  type Behaviour,
  drip,
  faultyServer,
  hang,
  hangAfterHead,
  json,
  noContent,
  raw,
  rawAndEnd,
  errorResponse,
  reset,
  resetInside,
} from '../../../support/upstream/faulty-server.ts';
import {
  failureOf,
  filesGet,
  upstreamAt,
  videosDelete,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

const noRetries = { retry: { maxAttempts: 1 } };

/** The failure of one read without retries. */
async function failureOfOneRead(behaviour: Behaviour, settings: object = {}): Promise<object> {
  await using server = await faultyServer(behaviour);
  await using upstream = upstreamAt({ url: server.url, ...noRetries, ...settings });
  const failed = upstream.call(videosList, { part: ['id'] }, withDeadline(10_000));
  const { meaning: _, ...facts } = await failureOf(failed);
  return facts;
}

const facts = { service: 'video', operation: 'video:videos.list' };

describe('an error response', () => {
  const codes: readonly (readonly [number, string, string])[] = [
    [400, 'invalidPageToken', 'INVALID_INPUT'],
    [400, 'keyInvalid', 'UPSTREAM_UNAVAILABLE'],
    [401, 'authError', 'UNAUTHENTICATED'],
    [401, 'youtubeSignupRequired', 'FORBIDDEN'],
    [403, 'forbidden', 'FORBIDDEN'],
    [403, 'accessNotConfigured', 'FORBIDDEN'],
    [403, 'rateLimitExceededUnreg', 'RATE_LIMITED'],
    [403, 'ipRefererBlocked', 'UPSTREAM_UNAVAILABLE'],
    [403, 'API_KEY_IOS_APP_BLOCKED', 'UPSTREAM_UNAVAILABLE'],
    [403, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMITED'],
    [409, 'aborted', 'UPSTREAM_UNAVAILABLE'],
    [403, 'storageQuotaExceeded', 'FORBIDDEN'],
    [403, 'insufficientFilePermissions', 'FORBIDDEN'],
    [403, 'rateLimitExceeded', 'RATE_LIMITED'],
    [403, 'userRateLimitExceeded', 'RATE_LIMITED'],
    [403, 'servingLimitExceeded', 'RATE_LIMITED'],
    [403, 'userRequestsExceedRateLimit', 'RATE_LIMITED'],
    [403, 'sharingRateLimitExceeded', 'RATE_LIMITED'],
    [403, 'invalidTransition', 'INVALID_TRANSITION'],
    [403, 'redundantTransition', 'INVALID_TRANSITION'],
    [403, 'errorStreamInactive', 'STREAM_INACTIVE'],
    [404, 'videoNotFound', 'NOT_FOUND'],
    [405, 'httpMethodNotAllowed', 'INVALID_INPUT'],
    [409, 'duplicate', 'CONFLICT'],
    [410, 'fullSyncRequired', 'GONE'],
    [412, 'conditionNotMet', 'CONFLICT'],
    [413, 'uploadTooLarge', 'INVALID_INPUT'],
    [429, 'rateLimitExceeded', 'RATE_LIMITED'],
    [500, 'internalError', 'UPSTREAM_UNAVAILABLE'],
    [503, 'backendError', 'UPSTREAM_UNAVAILABLE'],
    [500, 'rateLimitExceeded', 'UPSTREAM_UNAVAILABLE'],
  ];
  it.each(codes)(
    'with status %i and reason %s is %s',
    { tags: ['R9'] },
    async (status, reason, code) => {
      expect(await failureOfOneRead(errorResponse(status, reason))).toEqual({
        ...facts,
        status,
        reason,
        code,
      });
    },
  );

  it.each(['quotaExceeded', 'dailyLimitExceeded'])(
    'with reason %s names the quota bucket',
    async (reason) => {
      expect(await failureOfOneRead(errorResponse(403, reason))).toEqual({
        ...facts,
        status: 403,
        reason,
        code: 'QUOTA_EXCEEDED',
        bucket: 'VIDEO',
      });
    },
  );

  const scopes = videosList.scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`);
  it('for a missing scope names the accepted scopes, in the old and the new form', async () => {
    const detail = {
      error: {
        code: 403,
        status: 'PERMISSION_DENIED',
        details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
      },
    };
    const expected = { ...facts, status: 403, code: 'MISSING_SCOPE', anyOf: scopes };
    expect(await failureOfOneRead(errorResponse(403, 'insufficientPermissions'))).toEqual({
      ...expected,
      reason: 'insufficientPermissions',
    });
    expect(await failureOfOneRead(json(detail, 403))).toEqual({
      ...expected,
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      provesMissingScope: true,
    });
  });

  it('is FORBIDDEN for a missing permission if the operation documents the reason', async () => {
    const failureOfBan = async (behaviour: Behaviour): Promise<object> => {
      await using server = await faultyServer(behaviour);
      await using upstream = upstreamAt({ url: server.url, ...noRetries });
      return failureOf(upstream.call(liveChatBans.delete, { id: 'x' }, withDeadline(10_000)));
    };
    const reason = 'insufficientPermissions';
    const withDetail = {
      error: {
        code: 403,
        errors: [{ reason }],
        details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
      },
    };
    expect(await failureOfBan(errorResponse(403, reason))).toMatchObject({
      code: 'FORBIDDEN',
      reason,
    });
    expect(await failureOfBan(json(withDetail, 403))).toMatchObject({
      code: 'MISSING_SCOPE',
      reason,
      provesMissingScope: true,
    });
  });

  const consumer = 'projects/123';
  it.each<[unknown, string | undefined]>([
    [{ consumer, quota_unit: '1/min/{project}' }, consumer],
    [{ consumer, quota_unit: '1/min/{project}/{user}' }, 'user'],
    [{ consumer, quota_limit: 'defaultPerMinutePerProject' }, consumer],
    [{ consumer, quota_limit: 'WritesPerMinutePerUser' }, 'user'],
    // The unit says more than the name.
    [{ consumer, quota_limit: 'XPerProject', quota_unit: '1/min/{project}/{user}' }, 'user'],
    [{ consumer, quota_unit: '1/min/{organization}' }, undefined],
    [{ consumer: 'projects/1 2', quota_unit: '1/min/{project}' }, undefined],
    [{ consumer: { toString: 1 }, quota_unit: { toString: 1 } }, undefined],
    [{ quota_unit: '1/min/{project}' }, undefined],
    ['text', undefined],
    [null, undefined],
  ])('with the details %j says whose limit it is: %s', async (metadata, limitOf) => {
    const details = [null, {}, { reason: 'RATE_LIMIT_EXCEEDED', metadata }];
    const error = { code: 429, errors: [{ reason: 'rateLimitExceeded' }], details };
    const failure = await failureOfOneRead(json({ error }, 429));
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', reason: 'rateLimitExceeded' });
    expect(failure).toHaveProperty('limitOf', limitOf);
    // The number of the project is no matter of the client.
    const { extensions } = toGraphError(googleApis, new UpstreamError(failure as Failure));
    expect(extensions).toEqual({ ...facts, code: 'RATE_LIMITED', reason: 'rateLimitExceeded' });
  });

  it('for an invalid API key is UPSTREAM_UNAVAILABLE, in the new form too', async () => {
    const error = {
      code: 400,
      errors: [{ reason: 'badRequest' }],
      status: 'INVALID_ARGUMENT',
      details: [{}, { reason: 'API_KEY_INVALID' }],
    };
    expect(await failureOfOneRead(json({ error }, 400))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      reason: 'API_KEY_INVALID',
    });
  });

  it('names the parameter of the error', async () => {
    const error = {
      code: 400,
      errors: [{ reason: 'invalid', location: 'maxResults', locationType: 'parameter' }],
    };
    expect(await failureOfOneRead(json({ error }, 400))).toMatchObject({
      reason: 'invalid',
      location: 'maxResults',
    });
  });

  it('has the reason of the first error, else of a detail, else the status', async () => {
    const status = 'FAILED_PRECONDITION';
    const details = [{ '@type': 'x' }, { reason: 'IN_DETAIL' }];
    expect(
      await failureOfOneRead(
        json(
          { error: { errors: [{ reason: 'first' }, { reason: 'second' }], details, status } },
          400,
        ),
      ),
    ).toMatchObject({
      reason: 'first',
    });
    expect(
      await failureOfOneRead(json({ error: { errors: [{}], details, status } }, 400)),
    ).toMatchObject({ reason: 'IN_DETAIL' });
    expect(await failureOfOneRead(json({ error: { code: 400, status } }, 400))).toMatchObject({
      reason: status,
    });
  });

  it.each([
    [
      'prose as reason, location and status',
      {
        error: {
          code: 403,
          errors: [{ reason: 'a b <script>', location: 'https://x/?key=1' }],
          status: 'x'.repeat(65),
        },
      },
    ],
    ['nulls', { error: { errors: [null], details: [null], status: null } }],
    ['values that are not lists', { error: { code: 403, errors: 'x', details: {}, status: 7 } }],
    [
      'a reason that is the name of an object method',
      { error: { errors: [{ reason: 'constructor' }] } },
    ],
  ])('is read without a reason where the body has %s', async (_, body) => {
    expect(await failureOfOneRead(json(body, 403))).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    });
    expect(JSON.stringify(await failureOfOneRead(json(body, 403)))).not.toMatch(
      /script|prose|https|xxx/,
    );
  });

  it.each([
    ['HTML', respond(502, '<html>Bad Gateway</html>', { 'content-type': 'text/html' })],
    ['nothing', respond(404, '')],
    ['compressed HTML', respond(403, Buffer.from([31, 139, 8]), { 'content-encoding': 'gzip' })],
    ['a string as error', json({ error: 'invalid_grant', error_description: 'prose' }, 401)],
    ['a word as code', json({ error: { code: 'NotFound', status: 404 } }, 404)],
  ])('with %s as its body is none of the service', async (_, behaviour) => {
    expect(await failureOfOneRead(behaviour)).toMatchObject({
      ...facts,
      code: 'UPSTREAM_UNAVAILABLE',
      reason: 'answeredOnTheWay',
    });
  });
});

describe('a response that cannot be read', () => {
  const invalid: readonly (readonly [string, Behaviour])[] = [
    ['cut-off JSON', respond(200, '{"items":[{"id":"a"')],
    ['HTML', respond(200, '<html></html>', { 'content-type': 'text/html' })],
    ['JSON with another content type', respond(200, '{}', { 'content-type': 'text/plain' })],
    ['an empty body', respond(200, '')],
    ['no content where JSON is expected', noContent],
    ['NaN', respond(200, '{"likes":NaN}')],
    ['a JSON list', respond(200, '[]')],
    ['a JSON string', respond(200, '"ok"')],
    ['null', respond(200, 'null')],
    [
      'bytes that are not UTF-8',
      respond(200, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    ],
    [
      'a content encoding that was not requested',
      respond(200, '{}', { 'content-encoding': 'gzip' }),
    ],
    [
      'content encodings in two headers',
      raw(
        'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\n{}',
      ),
    ],
    ['bytes that are not HTTP', rawAndEnd('\u0001\u0002garbage\r\n\r\n')],
    [
      'a content length together with chunks',
      rawAndEnd(
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      ),
    ],
    [
      'a chunk with a wrong size',
      rawAndEnd('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
    ],
    [
      'less than the content length',
      rawAndEnd('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":'),
    ],
    [
      'less than the content length before the announced end of the connection',
      rawAndEnd('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{}'),
    ],
    [
      'chunks without a last chunk',
      rawAndEnd(
        'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n',
      ),
    ],
    ['a reset within the body', resetInside],
    ['status 304', raw('HTTP/1.1 304 Not Modified\r\n\r\n')],
  ];
  it.each(invalid)('with %s is UPSTREAM_INVALID', { tags: ['R2'] }, async (_, behaviour) => {
    expect(await failureOfOneRead(behaviour)).toMatchObject({ ...facts, code: 'UPSTREAM_INVALID' });
  });

  it.each([
    ['whose items are a string', { items: 'none' }],
    ['whose items are an object', { items: {} }],
    ['whose page token is a number', { items: [], nextPageToken: 5 }],
  ])('for a page %s is UPSTREAM_INVALID', async (_, page) => {
    const paged = { ...videosList, page: { items: 'items', next: 'nextPageToken' } };
    await using server = await faultyServer(json(page), json({ items: null }));
    await using upstream = upstreamAt({ url: server.url, ...noRetries });
    const list = () => upstream.call(paged, { part: ['id'] }, withDeadline(10_000));
    expect(await failureOf(list())).toMatchObject({ ...facts, code: 'UPSTREAM_INVALID' });
    expect(await list()).toEqual({ items: null });
  });

  const limit = { maxAnswerBytes: 1_000 };
  it.each([
    ['says so in its length', json({ x: 'x'.repeat(1_000) })],
    ['has no length', drip(['{"x":"', 'x'.repeat(600), 'x'.repeat(600)], 5, true)],
    [
      'has six encodings',
      respond(200, '{}', { 'content-encoding': 'gzip,gzip,gzip,gzip,gzip,gzip' }),
    ],
    ['has an endless head', raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`)],
  ])('that is too large and %s is UPSTREAM_TOO_LARGE', async (_, behaviour) => {
    expect(await failureOfOneRead(behaviour, limit)).toMatchObject({
      ...facts,
      code: 'UPSTREAM_TOO_LARGE',
    });
  });
  it('is accepted at exactly the limit, in one chunk or several', async () => {
    const text = JSON.stringify({ x: 'x'.repeat(992) });
    await using server = await faultyServer(
      respond(200, text),
      drip([text.slice(0, 1), text.slice(1, 500), text.slice(500)], 5),
    );
    await using upstream = upstreamAt({ url: server.url, ...limit });
    for (const _ of [1, 2])
      expect(await upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000))).toEqual(
        JSON.parse(text),
      );
    expect(text).toHaveLength(limit.maxAnswerBytes);
  });
  it('of 33 MiB is too large by default', { tags: ['S29'] }, async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const large: Behaviour = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n`);
      for (let i = 0; i < 33; i++)
        socket.write(Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]));
    };
    expect(await failureOfOneRead(large)).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' });
  });
  it('does not affect the next call', async () => {
    await using server = await faultyServer(respond(200, '{"a":'), json({ id: 'f' }));
    await using upstream = upstreamAt(server);
    expect(
      await failureOf(upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000))),
    ).toMatchObject({
      code: 'UPSTREAM_INVALID',
    });
    expect(await upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000))).toEqual({
      id: 'f',
    });
  });
});

describe('a connection', () => {
  it.each<readonly [string, Behaviour | undefined, (url: string) => string]>([
    ['is refused', undefined, (url) => url],
    ['leads to a host name that does not resolve', hang, () => 'http://nowhere.invalid'],
    // No handshake follows.
    ['is not established in time', hang, (url) => url.replace('http:', 'https:')],
    ['is reset before the response', reset, (url) => url],
  ])('that %s is UPSTREAM_UNAVAILABLE', async (_, behaviour, urlOf) => {
    await using server = await faultyServer(behaviour ?? hang);
    if (!behaviour) await server[Symbol.asyncDispose]();
    await using upstream = upstreamAt({
      url: urlOf(server.url),
      connectTimeoutMs: urlOf(server.url).startsWith('https') ? 50 : 5_000,
      ...noRetries,
    });
    const call = upstream.call(filesGet, { fileId: 'f' }, withDeadline(20_000));
    expect(await failureOf(call)).toEqual({
      service: 'storage',
      operation: filesGet.key,
      code: 'UPSTREAM_UNAVAILABLE',
    });
  });
});

describe('a timeout', () => {
  const short = { firstByteTimeoutMs: 60 };
  it.each([
    ['before the first byte', hang, short],
    ['after the head of the response', hangAfterHead, short],
    ['of a response that arrives too slowly', drip(['{'], 10, true), { callTimeoutMs: 100 }],
  ])('%s is UPSTREAM_TIMEOUT', async (_, behaviour, settings) => {
    expect(await failureOfOneRead(behaviour, settings)).toMatchObject({
      ...facts,
      code: 'UPSTREAM_TIMEOUT',
    });
  });
});

describe('the outcome of a write', () => {
  it.each([
    ['reset', reset, 'UPSTREAM_UNAVAILABLE'],
    ['reset within the response', resetInside, 'UPSTREAM_INVALID'],
    ['a timeout', hang, 'UPSTREAM_TIMEOUT'],
    ['HTML', respond(200, '<html>'), 'UPSTREAM_INVALID'],
    ['cut-off JSON', respond(200, '{"id":'), 'UPSTREAM_INVALID'],
    ['status 500', errorResponse(500, 'internalError'), 'UPSTREAM_UNAVAILABLE'],
    ['status 504 of a proxy', respond(504, ''), 'UPSTREAM_UNAVAILABLE'],
  ])('is unknown after %s, and the write is sent once', async (_, behaviour, code) => {
    await using server = await faultyServer(behaviour);
    const firstByteTimeoutMs = behaviour === hang ? 60 : 10_000;
    await using upstream = upstreamAt({ url: server.url, firstByteTimeoutMs });
    const call = upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(10_000));
    expect(await failureOf(call)).toMatchObject({ code, outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(1);
  });
  it.each([400, 401, 403, 404, 409, 412])('is known after status %i', async (status) => {
    await using server = await faultyServer(errorResponse(status, 'forbidden'));
    await using upstream = upstreamAt(server);
    expect(
      await failureOf(
        upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(10_000)),
      ),
    ).not.toHaveProperty('outcome');
    expect(server.requests).toHaveLength(1);
  });
  it('is known for a deletion with an empty response', async () => {
    await using server = await faultyServer(respond(200, ''), json({}));
    await using upstream = upstreamAt(server);
    for (const _ of [1, 2])
      expect(await upstream.call(videosDelete, { id: 'v' }, withDeadline(5_000))).toBeUndefined();
  });
  it('is unknown for a deletion that a proxy answered with HTML', async () => {
    await using server = await faultyServer(
      respond(200, '<html>log in first</html>', { 'content-type': 'text/html' }),
    );
    await using upstream = upstreamAt(server);
    expect(
      await failureOf(upstream.call(videosDelete, { id: 'v' }, withDeadline(5_000))),
    ).toMatchObject({
      code: 'UPSTREAM_INVALID',
      outcome: 'UNKNOWN',
    });
  });
});
