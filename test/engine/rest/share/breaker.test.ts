/** The circuit breaker of a service: it opens after failures, and closes after a probe. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/engine/caller/clock.ts';
import { callCheckMs } from '../../../../src/engine/rest/call/http-call.ts';
import type { BreakerState } from '../../../../src/engine/rest/share/breaker.ts';
import { defaultSettings } from '../../../../src/engine/rest/settings.ts';
import type { CallOptions, Upstream } from '../../../../src/engine/rest/upstream.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import { clockWithoutSleep } from '../../../support/clock/sleep.ts';
import {
  type Behaviour,
  errorResponse,
  delayed,
  type FaultyServer,
  faultyServer,
  hang,
  json,
  reset,
  respond,
} from '../../../support/upstream/faulty-server.ts';
import { closedPort } from '../../../support/proxy/closed-port.ts';
import {
  failureOf,
  filesGet,
  freebusy,
  upstreamAt,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

const limit = 20;

/** Probes are so far apart that a test with this interval sees none. */
const never = 3_600_000;

let server: FaultyServer;
let upstream: Upstream;

/** The clock of the client; the sockets of the test have none. */
let clock: DrivenClock;

/** The response to each request. */
let behaviour: Behaviour;

const failing = errorResponse(503, 'backendError');
const healthy = json({ items: [] });

type Settings = Partial<Parameters<typeof upstreamAt>[0]>;

/** Starts a client with the default breaker, and without retries. */
async function begin(first: Behaviour, settings: Settings = {}): Promise<void> {
  behaviour = first;
  clock = new DrivenClock();
  server = await faultyServer((...parameters) => behaviour(...parameters));
  upstream = upstreamAt({
    url: server.url,
    clock,
    ...settings,
    retry: { maxAttempts: 1, ...settings.retry },
    breaker: { ...defaultSettings.breaker, probeMs: never, ...settings.breaker },
  });
}

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.close();
});

const options = (ms = 20_000, more?: Partial<CallOptions>): CallOptions =>
  withDeadline(ms, more, clock);

const read = (given = options()): Promise<unknown> =>
  upstream.call(videosList, { part: ['id'] }, given).then(
    () => 'read',
    ({ failure: { code, reason } }) => reason ?? code,
  );

async function readTimes(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await read();
}

const stateOf = (): BreakerState => upstream.breakers().video;

describe('a breaker opens', () => {
  it.each([
    ['5xx', failing],
    ['lost connections', reset],
    ['responses that are cut off', respond(200, '{', { 'content-length': '9' })],
  ])('after 20 consecutive failures: %s', { tags: ['R5'] }, async (how, first) => {
    await begin(
      how.includes('cut')
        ? (socket, request) => {
            first(socket, request);
            socket.end();
          }
        : first,
    );
    await readTimes(limit - 1);
    expect(stateOf()).toBe('closed');
    await readTimes(1);
    expect(stateOf()).toBe('open');
    expect(server.requests).toHaveLength(limit);
  });
  it('if connections are refused', { tags: ['R5'] }, async () => {
    await begin(healthy);
    const refusing = upstreamAt({
      url: `http://127.0.0.1:${await closedPort()}`,
      retry: { maxAttempts: 1 },
      breaker: defaultSettings.breaker,
    });
    for (let index = 0; index < limit; index += 1)
      await failureOf(refusing.call(videosList, { part: ['id'] }, withDeadline(5_000)));
    expect(refusing.breakers()['video']).toBe('open');
    await refusing.close();
  });
  it('after timeouts of calls', { tags: ['R5'] }, async () => {
    await begin(hang, { callTimeoutMs: 50 });
    const reads = Array.from({ length: limit }, () => read());
    await server.waitForRequests(limit);
    await clock.advance(80);
    await Promise.all(reads);
    expect(stateOf()).toBe('open');
  });
  it('if half of the calls of the window fail, and at least 20', { tags: ['R5'] }, async () => {
    await begin(
      (socket, request) => (request.index % 2 === 0 ? healthy : failing)(socket, request),
      {
        breaker: { windowMs: 60_000, probeMs: never },
      },
    );
    await readTimes(2 * limit - 1);
    expect(stateOf()).toBe('closed');
    await readTimes(1);
    expect(stateOf()).toBe('open');
  });
  it('not if fewer than half of the calls fail', { tags: ['R5'] }, async () => {
    await begin((socket, request) =>
      (request.index % 3 === 0 ? failing : healthy)(socket, request),
    );
    await readTimes(4 * limit);
    expect([stateOf(), server.requests.length]).toEqual(['closed', 4 * limit]);
  });
  it.each([
    ['a 404', errorResponse(404, 'notFound')],
    ['a quota that is spent', errorResponse(403, 'quotaExceeded')],
    ['a response that is no JSON', respond(200, '<html>', { 'content-type': 'text/html' })],
  ])('not by %s', { tags: ['R5'] }, async (_, first) => {
    await begin(first);
    await readTimes(2 * limit);
    expect([stateOf(), server.requests.length]).toEqual(['closed', 2 * limit]);
  });
  it('not by a rate limit, which pauses calls in its own way', { tags: ['R5'] }, async () => {
    await begin(errorResponse(429, 'rateLimitExceeded'));
    await Promise.all(Array.from({ length: 2 * limit }, () => read()));
    expect([stateOf(), server.requests.length]).toEqual(['closed', 2 * limit]);
  });
  it('not by calls whose client leaves, or whose deadline passes', { tags: ['R5'] }, async () => {
    await begin(hang, { abandonedReadMs: 1 });
    const client = new AbortController();
    const calls = Array.from({ length: 2 * limit }, (_, index) =>
      failureOf(
        upstream.call(
          videosList,
          { part: ['id'] },
          options(index % 2 === 0 ? 1_000 : 20_000, { signal: client.signal }),
        ),
      ),
    );
    await server.waitForRequests(2 * limit);
    await clock.advance(1_100);
    client.abort();
    await clock.advance(100);
    await Promise.all(calls);
    expect(stateOf()).toBe('closed');
  });
});

describe('while a breaker is open', () => {
  it('calls fail at once, and none is sent', { tags: ['R5'] }, async () => {
    await begin(failing);
    await readTimes(limit);
    const failures = await Promise.all(
      Array.from({ length: 100 }, () =>
        failureOf(upstream.call(videosInsert, { part: ['id'], body: {} }, options())),
      ),
    );
    for (const failure of failures)
      expect(failure).toEqual({
        code: 'UPSTREAM_UNAVAILABLE',
        service: 'video',
        operation: 'video:entities.insert',
        reason: 'callsPaused',
        retryAfter: never / 1_000,
      });
    expect(server.requests).toHaveLength(limit);
  });
  it('other services are called', { tags: ['R4', 'R5'] }, async () => {
    await begin(failing);
    await readTimes(limit);
    behaviour = json({ id: 'f' });
    expect(await upstream.call(filesGet, { fileId: 'f' }, options())).toEqual({
      id: 'f',
    });
    expect(await upstream.call(freebusy, { body: {} }, options())).toEqual({ id: 'f' });
    expect(upstream.breakers()).toEqual({
      video: 'open',
      live: 'closed',
      storage: 'closed',
      calendar: 'closed',
    });
  });
  it('failed calls are not sent again', { tags: ['R5', 'R6'] }, async () => {
    await begin(failing, {
      clock: clockWithoutSleep(),
      retry: { maxAttempts: 3, budgetFloor: 1_000, baseDelayMs: 1 },
      random: () => 0.99,
    });
    const calls = 100;
    const inTime = withDeadline(20_000, {}, systemClock);
    await Promise.all(Array.from({ length: calls }, () => read(inTime)));
    const sent = server.requests.length;
    expect(sent).toBeGreaterThanOrEqual(calls);
    expect(sent).toBeLessThanOrEqual(1.2 * calls);
    for (let index = 0; index < 10; index += 1) await read(inTime);
    expect(server.requests).toHaveLength(sent);
  });
});

describe('a probe', () => {
  const probeMs = 200;

  /** Opens the breaker. */
  async function open(first: Behaviour = failing, settings: Settings = {}): Promise<void> {
    await begin(first, { ...settings, breaker: { probeMs, ...settings.breaker } });
    await readTimes(limit);
    expect(stateOf()).toBe('open');
  }

  it('is one call in each interval', { tags: ['R5'] }, async () => {
    await open();
    for (let intervals = 1; intervals <= 5; intervals += 1) {
      await clock.advance(probeMs - 1);
      await Promise.all([read(), read(), read()]);
      expect(server.requests).toHaveLength(limit + intervals - 1);
      await clock.advance(1);
      await Promise.all([read(), read(), read()]);
      expect(server.requests).toHaveLength(limit + intervals);
    }
    // All probes have failed.
    expect(stateOf()).toBe('open');
  });
  it('that succeeds closes the breaker', { tags: ['R5'] }, async () => {
    await open();
    behaviour = healthy;
    await clock.advance(probeMs);
    expect(await read()).toBe('read');
    expect(stateOf()).toBe('closed');
    expect(await Promise.all([read(), read(), read()])).toEqual(['read', 'read', 'read']);
  });
  it('that hangs is shown, and does not delay the next one', { tags: ['R5'] }, async () => {
    await open();
    behaviour = hang;
    await clock.advance(probeMs);
    const hanging = read();
    await server.waitForRequests(limit + 1);
    expect(stateOf()).toBe('halfOpen');
    behaviour = healthy;
    await clock.advance(probeMs - 1);
    expect(await read()).toBe('callsPaused');
    await clock.advance(1);
    expect(await read()).toBe('read');
    expect(stateOf()).toBe('closed');
    for (const socket of server.sockets) socket.destroy();
    await hanging;
  });
  it('is a write only if no read comes', { tags: ['R5'] }, async () => {
    await open(failing, { breaker: { probeMs: 2_000 } });
    const write = () =>
      failureOf(upstream.call(videosInsert, { part: ['id'], body: {} }, options()));
    await clock.advance(2_000);
    expect(await write()).toMatchObject({ reason: 'callsPaused' });
    await clock.advance(2_000);
    expect(await write()).toMatchObject({ reason: 'backendError', outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(limit + 1);
  });
});

describe('a service that hangs', () => {
  /** Much less than the first-byte timeout. */
  const slowMs = 200;

  /** A request counts as silent from the second check after it was sent on. */
  const checksMs = 2 * callCheckMs;

  /** Ends all calls that wait. */
  const disconnect = (): void => {
    for (const socket of server.sockets) socket.destroy();
  };

  it('is paused long before its calls time out', { tags: ['R5', 'R38'] }, async () => {
    await begin(hang, { breaker: { probeMs: never, slowMs } });
    const waiting = Array.from({ length: limit }, () => read());
    await server.waitForRequests(limit);
    await clock.advance(slowMs - 1);
    expect(stateOf()).toBe('closed');
    await clock.advance(1 + checksMs);
    expect(stateOf()).toBe('open');
    expect(await read()).toBe('callsPaused');
    disconnect();
    await Promise.all(waiting);
  });
  it('for some calls is not paused while others succeed', { tags: ['R5'] }, async () => {
    await begin((socket, request) => (request.index % 3 === 0 ? hang : healthy)(socket, request), {
      breaker: { probeMs: never, slowMs, windowMs: 60_000 },
    });
    const reads: Promise<unknown>[] = [];
    const results = new Set<unknown>();
    for (let index = 0; index < 8 * limit; index += 1) {
      reads.push(read());
      await server.waitForRequests(index + 1);
      if (index % 3 !== 0) results.add(await reads.at(-1));
      await clock.advance(5);
      expect(stateOf()).toBe('closed');
    }
    await clock.advance(slowMs + checksMs);
    expect([stateOf(), ...results]).toEqual(['closed', 'read']);
    // Calls on connections that were used before are sent again.
    behaviour = healthy;
    disconnect();
    await Promise.all(reads);
  });
  it('counts once: calls that hang and then fail are no two failures', {
    tags: ['R5'],
  }, async () => {
    await begin(hang, { callTimeoutMs: 2 * slowMs, breaker: { probeMs: never, slowMs } });
    const reads = Array.from({ length: limit - 1 }, () => read());
    await server.waitForRequests(limit - 1);
    await clock.advance(2 * slowMs + checksMs);
    await Promise.all(reads);
    expect(stateOf()).toBe('closed');
  });
  it('has more time for writes', { tags: ['R5'] }, async () => {
    const { behaviour: waiting, respond: answer } = delayed(healthy);
    await begin(waiting, { breaker: { probeMs: never, slowMs } });
    const writes = Array.from({ length: 2 * limit }, () =>
      upstream.call(videosInsert, { part: ['id'], body: {} }, options()),
    );
    await server.waitForRequests(2 * limit);
    await clock.advance(1.5 * slowMs);
    expect(stateOf()).toBe('closed');
    answer();
    await Promise.all(writes);
    expect(stateOf()).toBe('closed');
  });
  it('but was only slow is served again with its first answer, and from then on', {
    tags: ['R5'],
  }, async () => {
    const answerMs = 3 * slowMs;
    await begin((...parameters) => void clock.after(answerMs, () => healthy(...parameters)), {
      breaker: { probeMs: never, slowMs },
    });
    const first = Array.from({ length: 2 * limit }, () => read());
    await server.waitForRequests(2 * limit);
    await clock.advance(slowMs + checksMs);
    expect(stateOf()).toBe('open');
    await clock.advance(answerMs);
    expect(new Set(await Promise.all(first))).toEqual(new Set(['read']));
    expect(stateOf()).toBe('closed');
    const later: Promise<unknown>[] = [];
    for (let index = 0; index < 8 * limit; index += 1) {
      later.push(read());
      await server.waitForRequests(2 * limit + index + 1);
      await clock.advance(5);
    }
    await clock.advance(answerMs);
    expect(new Set(await Promise.all(later))).toEqual(new Set(['read']));
  });
  it('and answers old calls while it fails stays paused', { tags: ['R5'] }, async () => {
    const late: (() => void)[] = [];
    await begin(
      (...parameters) => {
        late.push(() => healthy(...parameters));
      },
      { breaker: { probeMs: never, slowMs } },
    );
    const old = read();
    await server.waitForRequests(1);
    await clock.advance(2 * slowMs);
    behaviour = failing;
    await readTimes(limit);
    expect(stateOf()).toBe('open');
    late[0]!();
    expect(await old).toBe('read');
    expect(stateOf()).toBe('open');
  });
});
