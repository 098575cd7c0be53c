/** The circuit breaker of a service: it opens after failures, and closes after a probe. */
import { afterEach, describe, expect, it } from 'vitest';
import type { BreakerState } from '../../../../src/engine/rest/share/breaker.ts';
import { defaultSettings } from '../../../../src/engine/rest/settings.ts';
import type { Upstream } from '../../../../src/engine/rest/upstream.ts';
import {
  type Behaviour,
  errorResponse,
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

/** The response to each request. */
let behaviour: Behaviour;

const failing = errorResponse(503, 'backendError');
const healthy = json({ items: [] });

type Settings = Partial<Parameters<typeof upstreamAt>[0]>;

/** Starts a client with the default breaker, and without retries. */
async function begin(first: Behaviour, settings: Settings = {}): Promise<void> {
  behaviour = first;
  server = await faultyServer((...parameters) => behaviour(...parameters));
  upstream = upstreamAt({
    url: server.url,
    ...settings,
    retry: { maxAttempts: 1, ...settings.retry },
    breaker: { ...defaultSettings.breaker, probeMs: never, ...settings.breaker },
  });
}

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.close();
});

const read = (): Promise<unknown> =>
  upstream.call(videosList, { part: ['id'] }, withDeadline(20_000)).then(
    () => 'read',
    ({ failure: { code, reason } }) => reason ?? code,
  );

async function readTimes(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await read();
}

const stateOf = (service: keyof ReturnType<Upstream['breakers']> = 'video'): BreakerState =>
  upstream.breakers()[service];

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
    await Promise.all(Array.from({ length: limit }, read));
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
    await Promise.all(Array.from({ length: 2 * limit }, read));
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
          withDeadline(index % 2 === 0 ? 2_000 : 20_000, { signal: client.signal }),
        ),
      ),
    );
    await server.waitForRequests(2 * limit);
    client.abort();
    await Promise.all(calls);
    expect(stateOf()).toBe('closed');
  });
  it('not by one batch that fails with all its calls', { tags: ['R5'] }, async () => {
    await begin(failing, { batchReads: true });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        failureOf(upstream.call(filesGet, { fileId: `f${index}` }, withDeadline(5_000))),
      ),
    );
    expect([stateOf('storage'), server.requests.length]).toEqual(['closed', 1]);
  });
});

describe('while a breaker is open', () => {
  it('calls fail at once, and none is sent', { tags: ['R5'] }, async () => {
    await begin(failing);
    await readTimes(limit);
    const failures = await Promise.all(
      Array.from({ length: 100 }, () =>
        failureOf(upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(5_000))),
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
    expect(await upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000))).toEqual({
      id: 'f',
    });
    expect(await upstream.call(freebusy, { body: {} }, withDeadline(5_000))).toEqual({ id: 'f' });
    expect(upstream.breakers()).toEqual({
      video: 'open',
      live: 'closed',
      storage: 'closed',
      calendar: 'closed',
    });
  });
  it('failed calls are not sent again', { tags: ['R5', 'R6'] }, async () => {
    await begin(failing, {
      retry: { maxAttempts: 3, budgetFloor: 1_000, baseDelayMs: 1 },
      random: () => 0.99,
    });
    const calls = 100;
    await Promise.all(Array.from({ length: calls }, read));
    const sent = server.requests.length;
    expect(sent).toBeGreaterThanOrEqual(calls);
    expect(sent).toBeLessThanOrEqual(1.2 * calls);
    await readTimes(10);
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

  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('is one call in each interval', { tags: ['R5'] }, async () => {
    await open();
    const start = performance.now();
    while (performance.now() - start < 5 * probeMs) {
      await Promise.all([read(), read(), read()]);
      await wait(5);
    }
    const intervals = Math.ceil((performance.now() - start) / probeMs);
    const probes = server.requests.length - limit;
    expect(probes).toBeGreaterThanOrEqual(1);
    expect(probes).toBeLessThanOrEqual(intervals);
    // All probes have failed.
    expect(stateOf()).toBe('open');
  });
  it('that succeeds closes the breaker', { tags: ['R5'] }, async () => {
    await open();
    behaviour = healthy;
    await expect.poll(read, { interval: 20 }).toBe('read');
    expect(stateOf()).toBe('closed');
    expect(await Promise.all([read(), read(), read()])).toEqual(['read', 'read', 'read']);
  });
  it('that hangs is shown, and does not delay the next one', { tags: ['R5'] }, async () => {
    await open();
    behaviour = hang;
    await wait(probeMs + 10);
    const hanging = read();
    await server.waitForRequests(limit + 1);
    expect(stateOf()).toBe('halfOpen');
    behaviour = healthy;
    await expect.poll(read, { interval: 20 }).toBe('read');
    expect(stateOf()).toBe('closed');
    for (const socket of server.sockets) socket.destroy();
    await hanging;
  });
  it('is a write only if no read comes', { tags: ['R5'] }, async () => {
    await open(failing, { breaker: { probeMs: 2_000 } });
    const write = () =>
      failureOf(upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(20_000)));
    await wait(2_010);
    expect(await write()).toMatchObject({ reason: 'callsPaused' });
    await wait(2_000);
    expect(await write()).toMatchObject({ reason: 'backendError', outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(limit + 1);
  });
  it('decides alone: calls from before the pause do not', { tags: ['R5'] }, async () => {
    const late: (() => void)[] = [];
    await begin((...parameters) => {
      late.push(() => healthy(...parameters));
    });
    const slow = read();
    await server.waitForRequests(1);
    behaviour = failing;
    await readTimes(limit);
    expect(stateOf()).toBe('open');
    late[0]!();
    expect(await slow).toBe('read');
    expect(stateOf()).toBe('open');
  });
});

describe('a service that hangs', () => {
  /** Much less than the first-byte timeout. */
  const slowMs = 200;

  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  const slow = async (ms: number, ...parameters: Parameters<Behaviour>): Promise<void> => {
    await wait(ms);
    healthy(...parameters);
  };

  /** Reads in an interval, and does not wait for the answers. @returns what happened to each */
  async function readEvery(ms: number, count: number): Promise<string[]> {
    const reads: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      reads.push(read());
      await wait(ms);
    }
    return (await Promise.all(reads)) as string[];
  }

  it('is paused long before its calls time out', { tags: ['R5', 'R38'] }, async () => {
    await begin(hang, { breaker: { probeMs: never, slowMs } });
    const start = performance.now();
    const waiting = Array.from({ length: limit }, read);
    await expect.poll(() => stateOf(), { interval: 10 }).toBe('open');
    const elapsed = performance.now() - start;
    expect(elapsed).toBeGreaterThanOrEqual(slowMs);
    expect(elapsed).toBeLessThan(defaultSettings.firstByteTimeoutMs / 2);
    expect(await read()).toBe('callsPaused');
    for (const socket of server.sockets) socket.destroy();
    await Promise.all(waiting);
  });
  it('for some calls is not paused while others succeed', { tags: ['R5'] }, async () => {
    await begin((socket, request) => (request.index % 3 === 0 ? hang : healthy)(socket, request), {
      breaker: { probeMs: never, slowMs, windowMs: 60_000 },
    });
    const reads = readEvery(5, 8 * limit);
    await server.waitForRequests(8 * limit);
    await wait(1.5 * slowMs);
    expect(stateOf()).toBe('closed');
    for (const socket of server.sockets) socket.destroy();
    await reads;
  });
  it('counts once: calls that hang and then fail are no two failures', {
    tags: ['R5'],
  }, async () => {
    await begin(hang, { callTimeoutMs: 2 * slowMs, breaker: { probeMs: never, slowMs } });
    await Promise.all(Array.from({ length: limit - 1 }, read));
    expect(stateOf()).toBe('closed');
  });
  it('counts once for a batch', { tags: ['R5'] }, async () => {
    await begin(hang, { batchReads: true, breaker: { probeMs: never, slowMs } });
    const reads = Array.from({ length: 2 * limit }, (_, index) =>
      failureOf(upstream.call(filesGet, { fileId: `f${index}` }, withDeadline(20_000))),
    );
    await wait(3 * slowMs);
    expect(stateOf('storage')).toBe('closed');
    for (const socket of server.sockets) socket.destroy();
    await Promise.all(reads);
  });
  it('has more time for writes', { tags: ['R5'] }, async () => {
    await begin((...parameters) => void slow(1.5 * slowMs, ...parameters), {
      breaker: { probeMs: never, slowMs },
    });
    const writes = Array.from({ length: 2 * limit }, () =>
      upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(20_000)),
    );
    const states = new Set<BreakerState>();
    const timer = setInterval(() => states.add(stateOf()), 10);
    await Promise.all(writes);
    clearInterval(timer);
    expect([...states]).toEqual(['closed']);
  });
  it('but was only slow is served again with its first answer, and from then on', {
    tags: ['R5'],
  }, async () => {
    await begin((...parameters) => void slow(3 * slowMs, ...parameters), {
      breaker: { probeMs: never, slowMs },
    });
    const first = Array.from({ length: 2 * limit }, read);
    await expect.poll(() => stateOf(), { interval: 10 }).toBe('open');
    expect(new Set(await Promise.all(first))).toEqual(new Set(['read']));
    expect(stateOf()).toBe('closed');
    const later = await readEvery(5, 8 * limit);
    expect(later.filter((each) => each !== 'read')).toEqual([]);
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
    await wait(2 * slowMs);
    behaviour = failing;
    await readTimes(limit);
    expect(stateOf()).toBe('open');
    late[0]!();
    expect(await old).toBe('read');
    expect(stateOf()).toBe('open');
  });
});
