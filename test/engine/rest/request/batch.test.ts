/** Reads of one moment that are sent as one batch. */
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import { clockWithoutSleep } from '../../../support/clock/sleep.ts';
import { describe, expect, it } from 'vitest';
import type { UpstreamSettings } from '../../../../src/engine/rest/settings.ts';
import { createUpstream } from '../../../../src/engine/rest/connection/transport.ts';
import { get, returns } from '../../../../src/engine/api/operation.ts';
import type { CallOptions, Upstream } from '../../../../src/engine/rest/upstream.ts';
import {
  batchBody,
  batchType,
  entityPart,
  errorPart,
  idIn,
  part,
  partsOf,
  respondToBatch,
} from '../../../support/upstream/batch-server.ts';
import { closedPort } from '../../../support/proxy/closed-port.ts';
import {
  delayed,
  type Behaviour,
  errorResponse,
  type FaultyServer,
  faultyServer,
  hang,
  json,
  rawAndEnd,
  reset,
  respond,
} from '../../../support/upstream/faulty-server.ts';
import {
  eventsPatch,
  failureOf,
  filesGet,
  freebusy,
  upstreamAt,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

type Client = ReturnType<typeof upstreamAt>;

/** Repeats failed calls at once: those that have one delay are one moment then. */
const batching = (url: string, settings: Partial<UpstreamSettings> = {}): Client =>
  upstreamAt({ url, batchReads: true, clock: clockWithoutSleep(), ...settings });

const eventsGet = get('calendar:events.get', '/calendars/{calendarId}/events/{eventId}', {
  units: 1,
  bucket: 'CALENDAR',
  scopes: ['calendar'],
  query: {},
  returns: returns<object>(),
  auth: 'public',
  idempotent: true,
});

const common = { units: null, bucket: 'STORAGE', scopes: ['drive'] } as const;

const filesList = get('storage:files.list', '/drive/v3/files', {
  ...common,
  query: {},
  returns: returns<object>(),
  auth: 'user',
  idempotent: true,
  page: { items: 'files' },
});

const aboutGet = get('storage:about.get', '/drive/v3/about', {
  ...common,
  query: {},
  returns: returns<object>(),
  auth: 'user',
  idempotent: true,
});

const fileExport = get('storage:files.export', '/drive/v3/files/{fileId}/export', {
  ...common,
  query: {},
  returns: returns<string>(),
  auth: 'user',
  idempotent: true,
  download: 'always',
});

const read = (
  upstream: Upstream,
  fileId: string,
  more: Partial<CallOptions> = {},
): Promise<unknown> => upstream.call(filesGet, { fileId }, withDeadline(10_000, more));

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `f${index}`);

/** The results of reads of one moment: values, or codes of failures. */
const readAll = (
  upstream: Upstream,
  ids: readonly string[],
  more?: Partial<CallOptions>,
): Promise<unknown[]> =>
  Promise.all(
    ids.map((id) =>
      read(upstream, id, more).catch((error: { readonly code?: unknown }) => error.code ?? error),
    ),
  );

const entities = (ids: readonly string[]): object[] => ids.map((id) => ({ id }));

/** Method and path of each request. */
const requestsOf = ({ requests }: FaultyServer): string[] =>
  requests.map(({ method, target }) => `${method} ${target.split('?')[0]}`);

/** Answers batches and single reads. */
const answerAll: Behaviour = (socket, request) =>
  request.method === 'POST'
    ? respondToBatch(entityPart)(socket, request)
    : json({ id: idIn(request.target) })(socket, request);

const driveBatch = 'POST /batch/drive/v3';

describe('a batch', () => {
  it('has the reads of one moment as its parts', async () => {
    await using server = await faultyServer(answerAll);
    await using upstream = batching(server.url);
    const results = [
      read(upstream, 'f1'),
      read(upstream, 'f 2', { headers: { 'if-none-match': '"etag"', cookie: 'c=1' } }),
    ];
    expect(await Promise.all(results)).toEqual([{ id: 'f1' }, { id: 'f%202' }]);
    expect(requestsOf(server)).toEqual([driveBatch]);
    const [request] = server.requests;
    expect(request!.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'user-agent': 'studiograph',
      authorization: 'Bearer caller-token',
      accept: 'multipart/mixed',
      'content-type': expect.stringMatching(/^multipart\/mixed; boundary=[\w-]+$/) as string,
      'content-length': expect.any(String) as string,
    });
    expect(partsOf(request!)).toEqual([
      {
        id: '0',
        method: 'GET',
        target: '/drive/v3/files/f1?prettyPrint=false',
        headers: { accept: 'application/json' },
      },
      {
        id: '1',
        method: 'GET',
        target: '/drive/v3/files/f%202?prettyPrint=false',
        headers: { accept: 'application/json', 'if-none-match': '"etag"' },
      },
    ]);
  });
  it('is sent only if batches are turned on', async () => {
    await using server = await faultyServer(answerAll);
    await using upstream = upstreamAt(server);
    expect(upstream.batches(filesGet)).toBe(false);
    expect(await readAll(upstream, ['f1', 'f2'])).toEqual(entities(['f1', 'f2']));
    expect(requestsOf(server)).toEqual(['GET /drive/v3/files/f1', 'GET /drive/v3/files/f2']);
  });
  it('has at most 100 parts; a single rest is sent as it is', async () => {
    await using server = await faultyServer(answerAll);
    await using upstream = batching(server.url);
    const ids = names(201);
    expect(await readAll(upstream, ids)).toEqual(entities(ids));
    expect(requestsOf(server).toSorted()).toEqual([
      'GET /drive/v3/files/f200',
      driveBatch,
      driveBatch,
    ]);
  });
  it('of Google Calendar has at most 50 parts, and an endpoint of its own', async () => {
    await using server = await faultyServer(answerAll);
    const base = `${server.url}/proxy`;
    await using upstream = Object.assign(
      createUpstream({
        bases: {
          video: `${base}/youtube/v3`,
          storage: base,
          calendar: `${base}/calendar/v3/`,
        },
        batchReads: true,
      }),
      { [Symbol.asyncDispose]: () => upstream.close() },
    );
    await Promise.all(
      names(60).map((eventId) =>
        upstream.call(eventsGet, { calendarId: 'c@x', eventId }, withDeadline(10_000)),
      ),
    );
    expect(requestsOf(server)).toEqual([
      'POST /proxy/batch/calendar/v3',
      'POST /proxy/batch/calendar/v3',
    ]);
    expect(server.requests.map((request) => partsOf(request).length)).toEqual([50, 10]);
    expect(partsOf(server.requests[0]!)[0]!.target).toBe(
      '/calendar/v3/calendars/c%40x/events/f0?prettyPrint=false',
    );
    await readAll(upstream, ['f1', 'f2']);
    expect(requestsOf(server)[2]).toBe('POST /proxy/batch/drive/v3');
    expect(partsOf(server.requests[2]!)[1]!.target).toBe('/drive/v3/files/f2?prettyPrint=false');
  });
  it('has the reads of one caller only', async () => {
    await using server = await faultyServer(answerAll);
    await using upstream = batching(server.url);
    const as = (token?: string): Promise<unknown>[] =>
      ['e1', 'e2'].map((eventId) =>
        upstream.call(
          eventsGet,
          { calendarId: 'c', eventId },
          withDeadline(10_000, { identity: { token } }),
        ),
      );
    await Promise.all([...as('token-1'), ...as('token-2'), ...as()]);
    expect(
      server.requests.map((request) => [
        request.headers['authorization'],
        ...partsOf(request).map(({ target }) => /key=[\w-]+$/.exec(target)?.[0]),
      ]),
    ).toEqual([
      ['Bearer token-1', undefined, undefined],
      ['Bearer token-2', undefined, undefined],
      [undefined, 'key=gateway-key', 'key=gateway-key'],
    ]);
  });
  it('has the API key as a header if the key is sent in a header', async () => {
    await using server = await faultyServer(answerAll);
    await using upstream = batching(server.url, { apiKeyIn: 'header' });
    await Promise.all(
      ['e1', 'e2'].map((eventId) =>
        upstream.call(
          eventsGet,
          { calendarId: 'c', eventId },
          withDeadline(9_000, { identity: {} }),
        ),
      ),
    );
    expect(server.requests.map(({ headers }) => headers['x-goog-api-key'])).toEqual([
      'gateway-key',
    ]);
  });
  it('has no lists, bytes, writes, POST reads, long URLs and calls of YouTube', async () => {
    await using server = await faultyServer((socket, request) =>
      request.target.startsWith('/batch')
        ? respondToBatch(entityPart)(socket, request)
        : json({})(socket, request),
    );
    await using upstream = batching(server.url);
    const options = withDeadline(10_000);
    await Promise.all([
      ...[1, 2].flatMap((call) => [
        upstream.call(filesList, {}, options),
        upstream.call(freebusy, { body: {} }, options),
        upstream.call(eventsPatch, { calendarId: 'c', eventId: `e${call}`, body: {} }, options),
        upstream.call(videosList, { part: ['id'] }, options),
        upstream.call(fileExport, { fileId: 'f' }, options),
        upstream.call(aboutGet, { fields: 'x'.repeat(8_000) }, options),
      ]),
      ...['f1', 'f2'].map((id) => read(upstream, id)),
    ]);
    expect(new Set(requestsOf(server))).toEqual(
      new Set([
        driveBatch,
        'GET /drive/v3/files',
        'GET /drive/v3/files/f/export',
        'GET /drive/v3/about',
        'POST /calendar/v3/freeBusy',
        'PATCH /calendar/v3/calendars/c/events/e1',
        'PATCH /calendar/v3/calendars/c/events/e2',
        'GET /youtube/v3/videos',
      ]),
    );
    expect(server.requests).toHaveLength(13);
  });
  it('counts each of its reads as a request', async () => {
    await using server = await faultyServer(errorResponse(503, 'backendError'), answerAll);
    await using upstream = batching(server.url);
    const sent: string[] = [];
    await readAll(upstream, names(3), { onSend: ({ key }) => void sent.push(key) });
    expect(sent).toEqual(Array.from({ length: 6 }, () => 'storage:files.get'));
    expect(requestsOf(server)).toEqual([driveBatch, driveBatch]);
  });
});

describe('a part', () => {
  it('has a result of its own, in any order', async () => {
    const answers: Readonly<Record<string, (id: string) => string>> = {
      f0: (id) => part(id, '{"id":"f0"}'),
      f1: (id) => errorPart(id, 404, 'notFound'),
      f2: (id) => part(id, '{"id":"f2"}'),
      f3: (id) => errorPart(id, 403, 'insufficientFilePermissions'),
      f4: (id) => part(id, '<html>'),
    };
    await using server = await faultyServer((socket, request) => {
      const parts = partsOf(request).map(({ id, target }) => answers[idIn(target)]!(id));
      respond(200, batchBody(parts.toReversed()), batchType)(socket, request);
    });
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(5))).toEqual([
      { id: 'f0' },
      'NOT_FOUND',
      { id: 'f2' },
      'FORBIDDEN',
      'UPSTREAM_INVALID',
    ]);
    expect(server.requests).toHaveLength(1);
  });
  it.each([
    [403, 'rateLimitExceeded'],
    [503, 'backendError'],
  ])('that fails with %i %s is sent again by itself', async (status, reason) => {
    await using server = await faultyServer(
      respondToBatch((each) =>
        idIn(each.target) === 'f1' ? errorPart(each.id, status, reason) : entityPart(each),
      ),
      errorResponse(status, reason),
      json({ id: 'f1' }),
    );
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(3))).toEqual(entities(names(3)));
    expect(requestsOf(server)).toEqual([
      driveBatch,
      'GET /drive/v3/files/f1',
      'GET /drive/v3/files/f1',
    ]);
  });
  it('waits as long as its own Retry-After says', async () => {
    await using server = await faultyServer(
      respondToBatch((each) =>
        idIn(each.target) === 'f1'
          ? part(each.id, '{}', 429, 'Retry-After: 7\r\n')
          : entityPart(each),
      ),
      json({ id: 'f1' }),
    );
    const delays: number[] = [];
    const clock = clockWithoutSleep(delays);
    await using upstream = batching(server.url, { clock, random: () => 0 });
    expect(await readAll(upstream, names(2))).toEqual(entities(names(2)));
    expect(delays).toEqual([7_000]);
  });
  it('whose caller leaves lets the others end', async () => {
    const slow = delayed(respondToBatch(entityPart));
    await using server = await faultyServer(slow.behaviour);
    const caller = new AbortController();
    await using upstream = batching(server.url);
    const results = [read(upstream, 'f0'), read(upstream, 'f1', { signal: caller.signal })];
    await server.waitForRequests(1);
    caller.abort();
    expect(await failureOf(results[1]!)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    slow.respond();
    expect(await results[0]).toEqual({ id: 'f0' });
  });
  it('whose caller leaves before the batch is sent is left out', async () => {
    await using server = await faultyServer(answerAll);
    const caller = new AbortController();
    await using upstream = batching(server.url);
    const results = readAll(upstream, ['f0', 'f1']);
    const left = failureOf(read(upstream, 'f2', { signal: caller.signal }));
    caller.abort();
    expect(await left).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(await results).toEqual(entities(['f0', 'f1']));
    expect(partsOf(server.requests[0]!)).toHaveLength(2);
  });
  it('whose deadline passes lets the others end', async () => {
    const waiting: (() => void)[] = [];
    await using server = await faultyServer((socket, request) =>
      waiting.push(() => respondToBatch(entityPart)(socket, request)),
    );
    const clock = new DrivenClock();
    await using upstream = batching(server.url, { clock });
    const results = ['f0', 'f1'].map((id, index) =>
      read(upstream, id, { deadline: clock.now() + [20_000, 100][index]! }),
    );
    const cut = failureOf(results[1]!);
    await server.waitForRequests(1);
    await clock.advance(120);
    expect(await cut).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    waiting[0]!();
    expect(await results[0]).toEqual({ id: 'f0' });
  });
});

describe('a batch that fails as a whole', () => {
  it.each<[string, Behaviour]>([
    ['503', errorResponse(503, 'backendError')],
    ['429', respond(429, '')],
    ['a reset', reset],
    ['the end of the connection before any part', rawAndEnd('HTTP/1.1 200 OK\r\n')],
  ])('with %s is sent again as a whole', async (_, failure) => {
    await using server = await faultyServer(failure, failure, answerAll);
    // Without the shared budget only one of the reads could be repeated.
    await using upstream = batching(server.url, { retry: { budgetFloor: 2, budgetRatio: 0 } });
    expect(await readAll(upstream, names(20))).toEqual(entities(names(20)));
    expect(requestsOf(server)).toEqual([driveBatch, driveBatch, driveBatch]);
    expect(partsOf(server.requests[2]!)).toHaveLength(20);
  });
  it('is sent three times at most', async () => {
    await using server = await faultyServer(errorResponse(500, 'internalError'));
    await using upstream = batching(server.url);
    expect(new Set(await readAll(upstream, names(20)))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
    expect(requestsOf(server)).toEqual([driveBatch, driveBatch, driveBatch]);
  });
  it('because no response comes in time is sent again as one batch', async () => {
    await using server = await faultyServer(hang, answerAll);
    const clock = new DrivenClock();
    await using upstream = batching(server.url, {
      callTimeoutMs: 500,
      clock: Object.assign(clock, { sleep: () => Promise.resolve() }),
      retry: { budgetFloor: 1, budgetRatio: 0 },
    });
    // The timers of the calls differ by more than a millisecond, as on a busy machine.
    const ofNames = names(20).map((name) => {
      const one = read(upstream, name, { deadline: clock.now() + 20_000 });
      clock.skip(1.5);
      return one;
    });
    await server.waitForRequests(1);
    await clock.advance(600);
    expect(await Promise.all(ofNames)).toEqual(entities(names(20)));
    expect(requestsOf(server)).toEqual([driveBatch, driveBatch]);
  });
  it('is not sent again beyond the retry budget', async () => {
    await using server = await faultyServer(errorResponse(500, 'internalError'));
    await using upstream = batching(server.url, { retry: { budgetFloor: 1, budgetRatio: 0 } });
    expect(new Set(await readAll(upstream, names(20)))).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
    expect(requestsOf(server)).toEqual([driveBatch, driveBatch]);
  });
  it('because nothing listens fails all of its reads', async () => {
    await using upstream = batching(`http://127.0.0.1:${await closedPort()}`);
    expect(await readAll(upstream, names(3))).toEqual(names(3).map(() => 'UPSTREAM_UNAVAILABLE'));
  });
  it('with 401 fails all of its reads for that reason', async () => {
    await using server = await faultyServer(errorResponse(401, 'authError'));
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(2))).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(server.requests).toHaveLength(1);
  });
  it.each([400, 404, 405, 413])('with %i says nothing about its entities', async (status) => {
    await using server = await faultyServer(errorResponse(status, 'notFound'));
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(2))).toEqual(['UPSTREAM_INVALID', 'UPSTREAM_INVALID']);
    expect(server.requests).toHaveLength(1);
  });
  it('because all callers leave is aborted', async () => {
    await using server = await faultyServer(hang);
    const caller = new AbortController();
    await using upstream = batching(server.url);
    const results = readAll(upstream, names(3), { signal: caller.signal });
    await server.waitForRequests(1);
    const closed = new Promise((resolve) => server.sockets[0]!.once('close', resolve));
    caller.abort();
    expect(await results).toEqual(names(3).map(() => 'UPSTREAM_TIMEOUT'));
    await closed;
  });
  it('because the service closed the idle connection is sent again at once', async () => {
    await using server = await faultyServer(answerAll, reset, answerAll);
    await using upstream = batching(server.url, { retry: { maxAttempts: 1 } });
    for (const _ of [1, 2]) expect(await readAll(upstream, names(3))).toEqual(entities(names(3)));
    expect(requestsOf(server)).toEqual([driveBatch, driveBatch, driveBatch]);
  });
});

/** A response that has its length, so that nothing follows it. */
const body = (text: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  respond(200, text, { ...batchType, ...headers });

const f0 = part('0', '{"id":"f0"}');

describe('a malformed response to a batch', () => {
  it.each<[string, Behaviour]>([
    ['JSON', json({ id: 'f0' })],
    ['no content', respond(204, '', batchType)],
    ['no boundary', body(batchBody([f0]), { 'content-type': 'multipart/mixed' })],
    [
      'an unknown boundary',
      body(batchBody([f0]), { 'content-type': 'multipart/mixed; boundary=x' }),
    ],
    [
      'another multipart type',
      body('', { 'content-type': 'multipart/form-data; boundary=batch_b' }),
    ],
    ['an encoding', body(batchBody([f0]), { 'content-encoding': 'gzip' })],
    ['no parts', body('--batch_b--\r\n')],
    ['nothing', body('')],
    ['text', body('An error has occurred.')],
    ['unknown ids', body(batchBody([part('7', '{}'), part('-1', '{}'), part('00', '{}')]))],
    ['parts without ids', body(batchBody(['\r\nHTTP/1.1 200 OK\r\n\r\n{}', '\r\n\r\n']))],
    ['parts without responses', body(batchBody(['content-id: <response-0>\r\n\r\n{"id":"f0"}']))],
    [
      'parts without a body',
      body(batchBody(['content-id: <response-0>', 'content-id: <response-1>'])),
    ],
    [
      'a strange status',
      body(batchBody([f0.replace('200', '20'), part('1', '{}').replace('200', '100')])),
    ],
    ['too short parts', body(batchBody([f0.replace('length: 11', 'length: 12')]))],
    ['a length that is no number', body(batchBody([f0.replace('length: 11', 'length: a')]))],
  ])('with %s is UPSTREAM_INVALID for all of its reads', async (_, behaviour) => {
    await using server = await faultyServer(behaviour);
    await using upstream = batching(server.url, { retry: { maxAttempts: 1 } });
    expect(await readAll(upstream, names(2))).toEqual(['UPSTREAM_INVALID', 'UPSTREAM_INVALID']);
  });

  const withoutEnd = `--batch_b\r\n${f0}\r\n`;
  it.each<[string, Behaviour]>([
    ['lacks a part', body(batchBody([f0]))],
    ['has no end', body(`${withoutEnd}--batch_b\r\n`)],
    ['ends within a part', body(`${withoutEnd}--batch_b\r\n${part('1', '{"id":"f1"}')}`)],
    [
      'is cut off',
      rawAndEnd(
        'HTTP/1.1 200 OK\r\ncontent-type: multipart/mixed; boundary="batch_b"\r\n',
        `content-length: 1000\r\n\r\n${withoutEnd}--batch_b\r\ncontent-type`,
      ),
    ],
  ])('that %s has the answers of its other parts', async (_, behaviour) => {
    await using server = await faultyServer(behaviour);
    await using upstream = batching(server.url, { retry: { maxAttempts: 1 } });
    expect(await readAll(upstream, names(2))).toEqual([{ id: 'f0' }, 'UPSTREAM_INVALID']);
  });
  it('that is cut off is completed by another call', async () => {
    await using server = await faultyServer(body(`${withoutEnd}--batch_b\r\n`), answerAll);
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(3))).toEqual(entities(names(3)));
    expect(server.requests.map((request) => partsOf(request).length)).toEqual([3, 2]);
  });
  it('that answers a read twice has its first answer', async () => {
    const parts = [f0, part('0', '{"id":"other"}'), part('1', '{"id":"f1"}')];
    await using server = await faultyServer(body(batchBody(parts)));
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(2))).toEqual(entities(names(2)));
  });
  it('that has a preamble, comments and long delimiters can be read', async () => {
    const text =
      `A preamble with --batch_b in it.\r\n--batch_b2\r\n--batch_b\r\n${f0}\r\n` +
      `--batch_b\r\n${part('1', '{"id":"f1","name":"--batch_b"}')}\r\n--batch_b--\r\nAn epilogue.`;
    await using server = await faultyServer(body(text));
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(2))).toEqual([
      { id: 'f0' },
      { id: 'f1', name: '--batch_b' },
    ]);
  });
  it('whose headers are very long can be read', async () => {
    const spaces = ' '.repeat(200_000);
    const long = part('1', '{"id":"f1"}', 200, `x-long:${spaces}x${spaces}x\r\n`);
    await using server = await faultyServer(body(batchBody([f0, long])));
    await using upstream = batching(server.url);
    expect(await readAll(upstream, names(2))).toEqual(entities(names(2)));
  });
  it('that is too large has the answers of the parts before the limit', async () => {
    const long = part('1', JSON.stringify({ id: 'x'.repeat(2_000) }));
    await using server = await faultyServer(body(batchBody([f0, long, part('2', '{}')])));
    await using upstream = batching(server.url, { maxAnswerBytes: 1_000 });
    expect(await readAll(upstream, names(3))).toEqual([
      { id: 'f0' },
      'UPSTREAM_TOO_LARGE',
      'UPSTREAM_TOO_LARGE',
    ]);
    expect(server.requests).toHaveLength(1);
  });
  it('that never ends is cut off although it has all answers', async () => {
    await using server = await faultyServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${batchType['content-type']}\r\n\r\n`);
      socket.write(`${batchBody([f0, part('1', '{"id":"f1"}')])}${'x'.repeat(2_000)}`);
    });
    await using upstream = batching(server.url, { maxAnswerBytes: 1_000 });
    expect(await readAll(upstream, names(2))).toEqual(entities(names(2)));
    await new Promise((resolve) => {
      if (server.sockets[0]!.destroyed) resolve(undefined);
      else server.sockets[0]!.once('close', resolve);
    });
  });
  it.each([
    ['says so', body(batchBody([part('0', JSON.stringify('x'.repeat(2_000)))]))],
    [
      'does not say so',
      rawAndEnd(
        `HTTP/1.1 200 OK\r\ncontent-type: ${batchType['content-type']}\r\n\r\n`,
        'x'.repeat(2_000),
      ),
    ],
  ])('that is too large and %s is UPSTREAM_TOO_LARGE', async (_, behaviour) => {
    await using server = await faultyServer(behaviour);
    await using upstream = batching(server.url, { maxAnswerBytes: 1_000 });
    expect(await readAll(upstream, names(2))).toEqual(['UPSTREAM_TOO_LARGE', 'UPSTREAM_TOO_LARGE']);
    expect(server.requests).toHaveLength(1);
  });
});
