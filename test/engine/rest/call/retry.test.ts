/** Failures that are retried, how often, and after how long. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { clockWithoutSleep } from '../../../support/clock/sleep.ts';
import type { Failure } from '../../../../src/engine/api/error.ts';
import type { UpstreamSettings } from '../../../../src/engine/rest/settings.ts';
import type { CallOptions } from '../../../../src/engine/rest/upstream.ts';
import {
  delayed,
  respond,
  type Behaviour,
  faultyServer,
  hang,
  json,
  noContent,
  errorResponse,
  reset,
  resetInside,
} from '../../../support/upstream/faulty-server.ts';
import {
  eventsPatch,
  failureOf,
  freebusy,
  upstreamAt,
  videosDelete,
  videosInsert,
  videosList,
  videosRate,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

type Call = (upstream: ReturnType<typeof upstreamAt>) => Promise<unknown>;

const read = (upstream: ReturnType<typeof upstreamAt>, ms = 10_000): Promise<unknown> =>
  upstream.call(videosList, { part: ['id'] }, withDeadline(ms));

const insert = (
  upstream: ReturnType<typeof upstreamAt>,
  more?: Partial<CallOptions>,
): Promise<unknown> =>
  upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(10_000, more));

const rate = (
  upstream: ReturnType<typeof upstreamAt>,
  more?: Partial<CallOptions>,
): Promise<unknown> =>
  upstream.call(videosRate, { id: 'v', rating: 'like' }, withDeadline(10_000, more));

const remove: Call = (upstream) => upstream.call(videosDelete, { id: 'v' }, withDeadline(5_000));

/** A short timeout for behaviours that never respond. */
const timeoutFor = (behaviour: Behaviour): Partial<UpstreamSettings> =>
  behaviour === hang ? { callTimeoutMs: 250 } : {};

/**
 * Returns the failure of a call to a server that always behaves the same way, and the number of
 * requests.
 */
async function failAgainst(
  behaviour: Behaviour,
  call: Call,
  settings: Partial<UpstreamSettings> = {},
): Promise<Failure & { requests: number }> {
  await using server = await faultyServer(behaviour);
  await using upstream = upstreamAt({ url: server.url, ...timeoutFor(behaviour), ...settings });
  const failed = await failureOf(call(upstream));
  return { ...failed, requests: server.requests.length };
}

const short403 = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'servingLimitExceeded',
  'userRequestsExceedRateLimit',
];

const limits: readonly (readonly [string, Behaviour])[] = [
  ...short403.map((reason) => [`403 ${reason}`, errorResponse(403, reason)] as const),
  ['429', json({ error: { code: 429 } }, 429)],
  ['429 rateLimitExceeded', errorResponse(429, 'rateLimitExceeded')],
];

const permanent: readonly (readonly [string, Behaviour])[] = [
  ...[
    'quotaExceeded',
    'dailyLimitExceeded',
    'storageQuotaExceeded',
    'sharingRateLimitExceeded',
    'uploadRateLimitExceeded',
  ].flatMap((reason) => [
    [`403 ${reason}`, errorResponse(403, reason)] as const,
    [`429 ${reason}`, errorResponse(429, reason)] as const,
  ]),
  ...[
    'insufficientPermissions',
    'insufficientFilePermissions',
    'forbidden',
    'domainPolicy',
    'invalidTransition',
  ].map((reason) => [`403 ${reason}`, errorResponse(403, reason)] as const),
  ...[400, 401, 404, 409, 410, 412, 501].map(
    (status) => [`${status}`, errorResponse(status, 'whatever')] as const,
  ),
  ['302', respond(302, '')],
  ['a response that is not JSON', respond(200, '<html>')],
];

const transient: readonly (readonly [string, Behaviour])[] = [
  ...[500, 502, 503, 504].map(
    (status) => [`${status}`, errorResponse(status, 'backendError')] as const,
  ),
  ['502 with HTML', respond(502, '<html>')],
  ['a reset', reset],
  ['a reset within the response', resetInside],
  ['a timeout', hang],
];

interface Calls {
  readonly call: Call;
  /** Attempts after a failure that may have been applied. */
  readonly afterTransient: 1 | 3;
}

/** Calls, by what they are. */
const calls: Readonly<Record<string, Calls>> = {
  'a read': { call: read, afterTransient: 3 },
  'a read that is a POST': {
    call: (upstream) => upstream.call(freebusy, { body: {} }, withDeadline(10_000)),
    afterTransient: 3,
  },
  'an idempotent write': { call: rate, afterTransient: 3 },
  'a write that is not idempotent': { call: insert, afterTransient: 1 },
  'a write whose call says that it is idempotent': {
    call: (upstream) => insert(upstream, { idempotent: true }),
    afterTransient: 3,
  },
  'a write whose call says that it is not idempotent': {
    call: (upstream) => rate(upstream, { idempotent: false }),
    afterTransient: 1,
  },
};

describe.each(Object.entries(calls))('%s', (_, { call, afterTransient }) => {
  it.each(limits)(
    'is sent three times at most after %s: the service has not executed it',
    async (__, behaviour) => {
      const { requests, code, outcome } = await failAgainst(behaviour, call);
      expect({ requests, code, outcome }).toEqual({
        requests: 3,
        code: 'RATE_LIMITED',
        outcome: undefined,
      });
    },
  );
  it.each(transient)(`is sent ${afterTransient} times at most after %s`, async (__, behaviour) => {
    expect(await failAgainst(behaviour, call)).toMatchObject({ requests: afterTransient });
  });
  // Although a write expects no response body, a body that is not JSON confirms nothing.
  it.each(permanent)('is sent once after %s', async (__, behaviour) => {
    expect(await failAgainst(behaviour, call)).toMatchObject({ requests: 1 });
  });
});

describe('a read', () => {
  it.each([...limits, ...transient])(
    'succeeds at the third attempt after %s',
    async (_, behaviour) => {
      await using server = await faultyServer(behaviour, behaviour, json({ items: [] }));
      await using upstream = upstreamAt({ url: server.url, ...timeoutFor(behaviour) });
      expect(await read(upstream)).toEqual({ items: [] });
    },
  );
});

describe('the outcome of a write', () => {
  it.each<readonly [string, Behaviour, Call]>([
    ['any attempt may have been applied', errorResponse(412, 'conditionNotMet'), rate],
    [
      'a retry finds that the id is in use',
      errorResponse(409, 'conflict'),
      (upstream) => insert(upstream, { idempotent: true }),
    ],
  ])('is unknown if %s', async (_, second, call) => {
    await using server = await faultyServer(reset, second);
    await using upstream = upstreamAt(server);
    expect(await failureOf(call(upstream))).toMatchObject({ code: 'CONFLICT', outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(2);
  });
});

it('sends a write that is not idempotent again when the connection was refused', async () => {
  const stopped = await faultyServer(hang);
  await stopped[Symbol.asyncDispose]();
  const waits: number[] = [];
  await using upstream = upstreamAt({ url: stopped.url, clock: clockWithoutSleep(waits) });
  expect(await failureOf(insert(upstream))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  expect(waits).toHaveLength(2);
});

describe('a deletion', () => {
  it.each([404, 410])('that is retried and gets %i has succeeded', async (status) => {
    await using server = await faultyServer(reset, errorResponse(status, 'gone'));
    await using upstream = upstreamAt(server);
    expect(await remove(upstream)).toBeUndefined();
    expect(server.requests).toHaveLength(2);
  });
  it.each([404, 410])('that gets %i at once, or after a rate limit, has failed', async (status) => {
    await using server = await faultyServer(
      errorResponse(status, 'gone'),
      errorResponse(429, 'rateLimitExceeded'),
      errorResponse(status, 'gone'),
    );
    await using upstream = upstreamAt(server);
    for (const _ of [1, 2]) expect(await failureOf(remove(upstream))).toMatchObject({ status });
    expect(server.requests).toHaveLength(3);
  });
});

/** The delays of a call that fails twice. */
async function delaysOf(failing: Behaviour, random: () => number): Promise<number[]> {
  const waited: number[] = [];
  await using server = await faultyServer(failing, failing, noContent);
  await using upstream = upstreamAt({
    url: server.url,
    random,
    clock: clockWithoutSleep(waited),
    retry: { baseDelayMs: 100, rateLimitBaseDelayMs: 1_000, maxDelayMs: 150 * 10 },
  });
  await rate(upstream);
  return waited;
}

describe('the delay before a retry', () => {
  it('is drawn from a window that doubles up to the maximum', async () => {
    expect(await delaysOf(errorResponse(503, 'x'), () => 0.5)).toEqual([50, 100]);
    expect(await delaysOf(errorResponse(429, 'x'), () => 0.5)).toEqual([500, 750]);
    expect(await delaysOf(errorResponse(503, 'x'), () => 0)).toEqual([]);
  });
  it('is added to the seconds of Retry-After', { tags: ['R8'] }, async () => {
    expect(await delaysOf(errorResponse(429, 'x', { 'retry-after': '2' }), () => 0.5)).toEqual([
      2_500, 2_750,
    ]);
    expect(await delaysOf(errorResponse(503, 'x', { 'retry-after': '1' }), () => 0.5)).toEqual([
      1_050, 1_100,
    ]);
  });
  it('compares a date of Retry-After with the Date header', async () => {
    const headers = {
      date: 'Wed, 21 Oct 2015 07:28:00 GMT',
      'retry-after': 'Wed, 21 Oct 2015 07:28:03 GMT',
    };
    expect(await delaysOf(errorResponse(429, 'x', headers), () => 0)).toEqual([3_000, 3_000]);
  });
  it.each(['', 'soon', '-1', '1e3', 'Wed', '2', 'x'.repeat(10_000)])(
    'accepts a Retry-After of %s only if it is a number of seconds',
    async (value) => {
      const expected = value === '2' ? [2_000, 2_000] : [];
      expect(
        await delaysOf(errorResponse(429, 'x', { 'retry-after': value.slice(0, 9_000) }), () => 0),
      ).toEqual(expected);
    },
  );
  it('that would pass the deadline is not begun: the call fails with retryAfter', {
    tags: ['R8'],
  }, async () => {
    const { code, retryAfter, requests } = await failAgainst(
      errorResponse(429, 'x', { 'retry-after': '7' }),
      (upstream) => read(upstream, 5_000),
    );
    expect({ code, retryAfter, requests }).toEqual({
      code: 'RATE_LIMITED',
      retryAfter: 7,
      requests: 1,
    });
  });
  it.each([
    ['many callers', (index: number) => `caller${index}`],
    // All but one wait for the end of the pause that its error has begun.
    ['one caller', () => 'caller'],
  ])(
    'spreads 1,000 rate-limited calls of %s: at most 100 in any 50 ms',
    {
      tags: ['R7'],
    },
    async (_, callerOf) => {
      const waited: number[] = [];
      const known = new Set<string>();
      await using server = await faultyServer((socket, seen) => {
        (known.has(seen.target) ? json({}) : errorResponse(429, 'x'))(socket, seen);
        known.add(seen.target);
      });
      await using upstream = upstreamAt({
        url: server.url,
        clock: clockWithoutSleep(waited),
        retry: { rateLimitBaseDelayMs: 1_000, budgetFloor: 1_000 },
      });
      await Promise.all(
        Array.from({ length: 1_000 }, (_, i) =>
          upstream.call(
            videosList,
            { part: ['id'], id: [`${i}`] },
            withDeadline(60_000, { callerKey: callerOf(i) }),
          ),
        ),
      );
      const slots = Array.from(
        { length: 50 },
        (_, slot) => waited.filter((ms) => Math.floor(ms / 50) === slot).length,
      );
      expect(slots.reduce((sum, count) => sum + count)).toBe(1_000);
      expect(Math.max(...slots)).toBeLessThanOrEqual(100);
    },
  );
});

describe('the retry budget', () => {
  it.each([
    [20, 10, 'a failure', errorResponse(503, 'backendError')],
    [100, 20, 'a failure', errorResponse(503, 'backendError')],
    [100, 20, 'a rate limit', errorResponse(403, 'rateLimitExceeded')],
  ])('allows %i parallel calls %i retries in all after %s', async (calls, retries, _, failing) => {
    await using server = await faultyServer(failing);
    await using upstream = upstreamAt(server);
    // Calls of one caller would wait for the end of its pause.
    const callers = Array.from({ length: calls }, (_, index) => `caller${index}`);
    await Promise.all(
      callers.map((callerKey) =>
        failureOf(upstream.call(videosList, { part: ['id'] }, withDeadline(20_000, { callerKey }))),
      ),
    );
    expect(server.requests).toHaveLength(calls + retries);
  });
  it('includes calls that are not sent because the connection is refused', async () => {
    const stopped = await faultyServer(hang);
    await stopped[Symbol.asyncDispose]();
    const waits: number[] = [];
    await using upstream = upstreamAt({
      url: stopped.url,
      random: () => 0.5,
      clock: clockWithoutSleep(waits),
    });
    await Promise.all(Array.from({ length: 100 }, () => failureOf(read(upstream, 20_000))));
    expect(waits).toHaveLength(20);
  });
  it('is separate for each service', async () => {
    await using server = await faultyServer(errorResponse(503, 'backendError'));
    await using upstream = upstreamAt({
      url: server.url,
      retry: { budgetFloor: 2, budgetRatio: 0 },
    });
    await failureOf(read(upstream));
    await failureOf(read(upstream));
    expect(server.requests).toHaveLength(4);
    await failureOf(upstream.call(freebusy, { body: {} }, withDeadline(5_000)));
    expect(server.requests).toHaveLength(7);
  });
});

describe('a keep-alive connection that the service has closed', () => {
  /** Responds to the first request of a connection, and resets it at the second. */
  const closing: Behaviour = (socket, seen) => {
    const first = !served.has(socket);
    served.add(socket);
    (first ? json({ id: `${seen.index}` }) : reset)(socket, seen);
  };
  const served = new WeakSet<object>();

  it('never fails a read, even without a retry budget', { tags: ['R31'] }, async () => {
    await using server = await faultyServer(closing);
    await using upstream = upstreamAt({
      url: server.url,
      connectionsPerService: 1,
      retry: { maxAttempts: 1, budgetFloor: 0, budgetRatio: 0 },
    });
    for (let i = 0; i < 5; i++) expect(await read(upstream)).toEqual({ id: `${i * 2}` });
  });
  it('leaves a write that is not idempotent with an unknown outcome', async () => {
    await using server = await faultyServer(closing);
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: 1 });
    const options = withDeadline(5_000);
    await upstream.call(eventsPatch, { calendarId: 'c', eventId: 'e', body: {} }, options);
    const second = failureOf(
      upstream.call(eventsPatch, { calendarId: 'c', eventId: 'e', body: {} }, options),
    );
    expect(await second).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(2);
  });
  it('is replaced by a new connection', async () => {
    await using server = await faultyServer(json({}), json({}));
    await using upstream = upstreamAt(server);
    await read(upstream);
    server.sockets[0]!.end();
    await once(server.sockets[0]!, 'close');
    await read(upstream);
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1]);
  });
});

describe('a call that must not be sent any more', { tags: ['R39'] }, () => {
  const args = { calendarId: 'c', eventId: 'e', body: {} };

  it('is not sent', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt({ url: server.url });
    const failed = await failureOf(
      upstream.call(eventsPatch, args, withDeadline(10_000, { mayBeSent: () => false })),
    );
    expect(failed).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', reason: 'outdated' });
    expect(failed.outcome).toBeUndefined();
    expect(server.requests.length).toBe(0);
  });
  it('is not sent again', async () => {
    await using server = await faultyServer(errorResponse(503, 'backendError'));
    await using upstream = upstreamAt({ url: server.url });
    const mayBeSent = (): boolean => server.requests.length === 0;
    const failed = await failureOf(rate(upstream, { mayBeSent }));
    expect(failed).toMatchObject({ reason: 'outdated', outcome: 'UNKNOWN' });
    expect(server.requests.length).toBe(1);
  });
  it('is not sent when it has a connection, if it had to wait for one', async () => {
    const { behaviour, respond } = delayed(json({}));
    await using server = await faultyServer(behaviour, json({}));
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: 1 });
    const first = rate(upstream);
    await server.waitForRequests(1);
    let maySend = true;
    const second = failureOf(rate(upstream, { mayBeSent: () => maySend }));
    maySend = false;
    respond();
    await first;
    expect(await second).toMatchObject({ reason: 'outdated' });
    expect(server.requests.length).toBe(1);
  });
  it.each([
    ['write', (upstream, more) => upstream.call(eventsPatch, args, withDeadline(10_000, more))],
    [
      'read',
      (upstream, more) => upstream.call(videosList, { part: ['id'] }, withDeadline(10_000, more)),
    ],
  ] satisfies [string, typeof rate][])(
    'keeps its answer if it was sent before, as a %s',
    async (_, call) => {
      const { behaviour, respond } = delayed(json({ id: 'e' }));
      await using server = await faultyServer(behaviour);
      await using upstream = upstreamAt({ url: server.url });
      let maySend = true;
      const answer = call(upstream, { mayBeSent: () => maySend });
      await server.waitForRequests(1);
      maySend = false;
      await wait(100);
      respond();
      expect(await answer).toEqual({ id: 'e' });
    },
  );
});
