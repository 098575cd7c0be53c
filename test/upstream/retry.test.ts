import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/upstream/error.ts';
import type { UpstreamSettings } from '../../src/upstream/settings.ts';
import type { CallOptions } from '../../src/upstream/upstream.ts';
import {
  respond,
  type Behaviour,
  faultyServer,
  hang,
  json,
  noContent,
  errorResponse,
  reset,
  resetInside,
} from '../support/faulty-server.ts';
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
} from '../support/upstream.ts';

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

const remove = (upstream: ReturnType<typeof upstreamAt>): Promise<unknown> =>
  upstream.call(videosDelete, { id: 'v' }, withDeadline(5_000));

/** Only what never answers is given little time. */
const patience = (behaviour: Behaviour): Partial<UpstreamSettings> =>
  behaviour === hang ? { callTimeoutMs: 250 } : {};

/** How often the call reaches a server that always behaves so, and what it comes to. */
async function against(
  behaviour: Behaviour,
  call: (upstream: ReturnType<typeof upstreamAt>) => Promise<unknown>,
  settings: Partial<UpstreamSettings> = {},
): Promise<Failure & { requests: number }> {
  await using server = await faultyServer(behaviour);
  await using upstream = upstreamAt({ url: server.url, ...patience(behaviour), ...settings });
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
  ['429', respond(429, '')],
  ['429 rateLimitExceeded', errorResponse(429, 'rateLimitExceeded')],
];

const forGood: readonly (readonly [string, Behaviour])[] = [
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
  ['an answer that is no JSON', respond(200, '<html>')],
];

const passing: readonly (readonly [string, Behaviour])[] = [
  ...[500, 502, 503, 504].map(
    (status) => [`${status}`, errorResponse(status, 'backendError')] as const,
  ),
  ['502 with HTML', respond(502, '<html>')],
  ['a reset', reset],
  ['a reset inside the answer', resetInside],
  ['silence', hang],
];

describe('a read', () => {
  it.each([...limits, ...passing])('is sent three times at most after %s', async (_, behaviour) => {
    expect(await against(behaviour, read)).toMatchObject({ requests: 3 });
  });
  it.each(forGood)('is sent once after %s', async (_, behaviour) => {
    expect(await against(behaviour, read)).toMatchObject({ requests: 1 });
  });
  it.each([...limits, ...passing])('succeeds when it does after %s', async (_, behaviour) => {
    await using server = await faultyServer(behaviour, behaviour, json({ items: [] }));
    await using upstream = upstreamAt({ url: server.url, ...patience(behaviour) });
    expect(await read(upstream)).toEqual({ items: [] });
  });
  it('that is a POST is one too', async () => {
    expect(
      await against(errorResponse(503, 'backendError'), (upstream) =>
        upstream.call(freebusy, { body: {} }, withDeadline(5_000)),
      ),
    ).toMatchObject({
      requests: 3,
    });
  });
});

describe('a write that may be repeated', () => {
  it.each([...limits, ...passing])('is sent three times at most after %s', async (_, behaviour) => {
    expect(await against(behaviour, rate)).toMatchObject({ requests: 3 });
  });
  it.each(forGood)('is sent once after %s', async (_, behaviour) => {
    // No answer is due here: what is no JSON still is no confirmation.
    expect(await against(behaviour, rate)).toMatchObject({ requests: 1 });
  });
  it('has an unknown outcome if any of its attempts may have had its effect', async () => {
    await using server = await faultyServer(reset, errorResponse(412, 'conditionNotMet'));
    await using upstream = upstreamAt(server);
    expect(await failureOf(rate(upstream))).toMatchObject({ code: 'CONFLICT', outcome: 'UNKNOWN' });
  });
});

describe('any other write', () => {
  it.each(limits)(
    'is sent again after %s: it was refused before any effect',
    async (_, behaviour) => {
      const { requests, code, outcome } = await against(behaviour, insert);
      expect({ requests, code, outcome }).toEqual({
        requests: 3,
        code: 'RATE_LIMITED',
        outcome: undefined,
      });
    },
  );
  it.each([...forGood, ...passing])('is sent once after %s', async (_, behaviour) => {
    expect(await against(behaviour, insert)).toMatchObject({ requests: 1 });
  });
  it('is sent again when the connection was refused', async () => {
    const gone = await faultyServer(hang);
    await gone[Symbol.asyncDispose]();
    const waits: number[] = [];
    await using upstream = upstreamAt({ url: gone.url, sleep: async (ms) => void waits.push(ms) });
    expect(await failureOf(insert(upstream))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(waits).toHaveLength(2);
  });
});

describe('a call that says of itself whether it may be repeated', () => {
  it.each(passing)(
    'is sent up to three times after %s, where its operation would not be',
    async (_, behaviour) => {
      expect(
        await against(behaviour, (upstream) => insert(upstream, { idempotent: true })),
      ).toMatchObject({ requests: 3 });
    },
  );
  it.each(passing)(
    'is sent once after %s, where its operation would be repeated',
    async (_, behaviour) => {
      expect(
        await against(behaviour, (upstream) => rate(upstream, { idempotent: false })),
      ).toMatchObject({ requests: 1 });
    },
  );
  it('keeps the unknown outcome when a repeat finds that the id is taken', async () => {
    await using server = await faultyServer(reset, errorResponse(409, 'conflict'));
    await using upstream = upstreamAt(server);
    expect(await failureOf(insert(upstream, { idempotent: true }))).toMatchObject({
      code: 'CONFLICT',
      outcome: 'UNKNOWN',
    });
    expect(server.requests).toHaveLength(2);
  });
});

describe('a deletion', () => {
  it.each([404, 410])('that is repeated and meets %i has succeeded', async (status) => {
    await using server = await faultyServer(reset, errorResponse(status, 'gone'));
    await using upstream = upstreamAt(server);
    expect(await remove(upstream)).toBeUndefined();
    expect(server.requests).toHaveLength(2);
  });
  it.each([404, 410])(
    'that meets %i at once, or after a refusal without effect, has not',
    async (status) => {
      await using server = await faultyServer(
        errorResponse(status, 'gone'),
        errorResponse(429, 'rateLimitExceeded'),
        errorResponse(status, 'gone'),
      );
      await using upstream = upstreamAt(server);
      for (const _ of [1, 2]) expect(await failureOf(remove(upstream))).toMatchObject({ status });
      expect(server.requests).toHaveLength(3);
    },
  );
});

/** The waits of one call that is refused twice. */
async function waits(refused: Behaviour, random: () => number): Promise<number[]> {
  const waited: number[] = [];
  await using server = await faultyServer(refused, refused, noContent);
  await using upstream = upstreamAt({
    url: server.url,
    random,
    sleep: async (ms) => void waited.push(ms),
    retry: { baseDelayMs: 100, rateLimitBaseDelayMs: 1_000, maxDelayMs: 150 * 10 },
  });
  await rate(upstream);
  return waited;
}

describe('the wait before a repeat', () => {
  it('is drawn from a window that doubles, up to the cap', async () => {
    expect(await waits(errorResponse(503, 'x'), () => 0.5)).toEqual([50, 100]);
    expect(await waits(errorResponse(429, 'x'), () => 0.5)).toEqual([500, 750]);
    expect(await waits(errorResponse(503, 'x'), () => 0)).toEqual([]);
  });
  it('comes on top of the seconds that upstream asks for', async () => {
    expect(await waits(errorResponse(429, 'x', { 'retry-after': '2' }), () => 0.5)).toEqual([
      2_500, 2_750,
    ]);
    expect(await waits(errorResponse(503, 'x', { 'retry-after': '1' }), () => 0.5)).toEqual([
      1_050, 1_100,
    ]);
  });
  it('reads a date against the clock of the answer', async () => {
    const headers = {
      date: 'Wed, 21 Oct 2015 07:28:00 GMT',
      'retry-after': 'Wed, 21 Oct 2015 07:28:03 GMT',
    };
    expect(await waits(errorResponse(429, 'x', headers), () => 0)).toEqual([3_000, 3_000]);
  });
  it.each(['', 'soon', '-1', '1e3', 'Wed', '2', 'x'.repeat(10_000)])(
    'takes no harm from a Retry-After of %s',
    async (value) => {
      const expected = value === '2' ? [2_000, 2_000] : [];
      expect(
        await waits(errorResponse(429, 'x', { 'retry-after': value.slice(0, 9_000) }), () => 0),
      ).toEqual(expected);
    },
  );
  it('that leads beyond the deadline is not begun: the failure comes at once and says how long', async () => {
    const { code, retryAfter, requests } = await against(
      errorResponse(429, 'x', { 'retry-after': '7' }),
      (upstream) => read(upstream, 5_000),
    );
    expect({ code, retryAfter, requests }).toEqual({
      code: 'RATE_LIMITED',
      retryAfter: 7,
      requests: 1,
    });
  });
  it('spreads a crowd: of 1,000 rate-limited calls no twentieth of the first second gets more than a tenth', async () => {
    const waited: number[] = [];
    const known = new Set<string>();
    await using server = await faultyServer((socket, seen) => {
      (known.has(seen.target) ? json({}) : errorResponse(429, 'x'))(socket, seen);
      known.add(seen.target);
    });
    await using upstream = upstreamAt({
      url: server.url,
      sleep: async (ms) => void waited.push(ms),
      retry: { rateLimitBaseDelayMs: 1_000 },
    });
    await Promise.all(
      Array.from({ length: 1_000 }, (_, i) =>
        upstream.call(videosList, { part: ['id'], id: [`${i}`] }, withDeadline(60_000)),
      ),
    );
    const slots = Array.from(
      { length: 20 },
      (_, slot) => waited.filter((ms) => Math.floor(ms / 50) === slot).length,
    );
    expect(slots.reduce((sum, count) => sum + count)).toBe(1_000);
    expect(Math.max(...slots)).toBeLessThanOrEqual(100);
  });
});

describe('the retry budget', () => {
  it.each([
    [20, 10],
    [100, 20],
  ])('gives %i failing calls at once %i repeats in all', async (calls, repeats) => {
    await using server = await faultyServer(errorResponse(503, 'backendError'));
    await using upstream = upstreamAt(server);
    await Promise.all(Array.from({ length: calls }, () => failureOf(read(upstream, 20_000))));
    expect(server.requests).toHaveLength(calls + repeats);
  });
  it('is each service’s own', async () => {
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

describe('a kept-alive connection that upstream has closed', () => {
  /** Answers the first request of a connection, and resets it at the second. */
  const forgetful: Behaviour = (socket, seen) => {
    const first = !served.has(socket);
    served.add(socket);
    (first ? json({ id: `${seen.index}` }) : reset)(socket, seen);
  };
  const served = new WeakSet<object>();

  it('never shows as an error to reads, even without any budget', async () => {
    await using server = await faultyServer(forgetful);
    await using upstream = upstreamAt({
      url: server.url,
      connectionsPerService: 1,
      retry: { maxAttempts: 1, budgetFloor: 0, budgetRatio: 0 },
    });
    for (let i = 0; i < 5; i++) expect(await read(upstream)).toEqual({ id: `${i * 2}` });
  });
  it('leaves a write that must not be repeated with an unknown outcome', async () => {
    await using server = await faultyServer(forgetful);
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: 1 });
    const options = withDeadline(5_000);
    await upstream.call(eventsPatch, { calendarId: 'c', eventId: 'e', body: {} }, options);
    const second = failureOf(
      upstream.call(eventsPatch, { calendarId: 'c', eventId: 'e', body: {} }, options),
    );
    expect(await second).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(2);
  });
  it('is not taken for the service: calls go on after it went', async () => {
    await using server = await faultyServer(json({}), json({}));
    await using upstream = upstreamAt(server);
    await read(upstream);
    server.sockets[0]!.end();
    await read(upstream);
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1]);
  });
});
