/**
 * Calls to a service that hangs end one after the other, however many of them are over at the same
 * time: what follows from an end takes CPU time, and calls to other services have to wait for it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Upstream } from '../../../../src/engine/rest/upstream.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import {
  type Behaviour,
  type FaultyServer,
  faultyServer,
  hang,
  hangAfterHead,
} from '../../../support/upstream/faulty-server.ts';
import {
  upstreamAt,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

const count = 60;

let server: FaultyServer;

let upstream: Upstream;

let clock: DrivenClock;

type Settings = Partial<Parameters<typeof upstreamAt>[0]>;

async function begin(behaviour: Behaviour, settings: Settings = {}): Promise<void> {
  server = await faultyServer(behaviour);
  clock = new DrivenClock();
  upstream = upstreamAt({ url: server.url, clock, retry: { maxAttempts: 1 }, ...settings });
}

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.close();
});

interface CallSettings {
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  readonly isWrite?: boolean;
}

/** Begins calls of several callers. @returns the code of each failure */
const callMany = (
  calls: number,
  { deadlineMs = 60_000, signal, isWrite = false }: CallSettings = {},
): Promise<string>[] =>
  Array.from({ length: calls }, (_, index) => {
    const options = withDeadline(deadlineMs, { callerKey: `caller ${index % 7}`, signal }, clock);
    const call = isWrite
      ? upstream.call(videosInsert, { part: ['id'], body: {} }, options)
      : upstream.call(videosList, { part: ['id'], id: [String(index)] }, options);
    return call.then(
      () => 'answered',
      ({ failure }: { readonly failure: { readonly code: string; readonly reason?: string } }) =>
        failure.reason ?? failure.code,
    );
  });

/** Counts how many of the promises are settled in each turn of the event loop. */
function watch(calls: readonly Promise<string>[]) {
  const ends: number[] = [];
  let ofTurn = 0;
  const left = new Set(calls);
  const turn = (): void => {
    if (ofTurn > 0) ends.push(ofTurn);
    ofTurn = 0;
    if (left.size > 0) setImmediate(turn);
  };
  setImmediate(turn);
  for (const call of calls)
    void call.then(() => {
      ofTurn += 1;
      left.delete(call);
    });
  return { ends, most: () => Math.max(...ends) };
}

/** Waits for all. @returns how many have failed with each code, and most of one turn */
async function ended(calls: readonly Promise<string>[]) {
  const { most } = watch(calls);
  const codes: Record<string, number> = {};
  const all = Promise.all(calls);
  for (const code of await clock.until(all)) codes[code] = (codes[code] ?? 0) + 1;
  await clock.settle();
  return { codes, most: most() };
}

/** A breaker that never opens. */
const noBreaker = { failures: 1_000_000 };

describe('in a turn of the event loop, one call ends', () => {
  it.each<readonly [string, Behaviour, Settings, CallSettings, string]>([
    ['whose first byte is late', hang, { firstByteTimeoutMs: 1_000 }, {}, 'UPSTREAM_TIMEOUT'],
    [
      'whose next bytes are late',
      hangAfterHead,
      { firstByteTimeoutMs: 1_000 },
      {},
      'UPSTREAM_TIMEOUT',
    ],
    ['whose time is over', hang, { callTimeoutMs: 1_000 }, {}, 'UPSTREAM_TIMEOUT'],
    ['whose request is over', hang, {}, { deadlineMs: 1_000 }, 'UPSTREAM_TIMEOUT'],
    [
      'that is a write whose request is over',
      hang,
      {},
      { deadlineMs: 1_000, isWrite: true },
      'UPSTREAM_TIMEOUT',
    ],
  ])('%s', async (_, behaviour, settings, call, code) => {
    await begin(behaviour, { breaker: noBreaker, ...settings });
    const calls = callMany(count, call);
    await server.waitForRequests(count);
    const start = clock.now();
    expect(await ended(calls)).toEqual({ codes: { [code]: count }, most: 1 });
    // By the driven clock, which a check moves by 20 ms: there is one in a few turns.
    expect(clock.now() - start).toBeLessThanOrEqual(1_000 + 20 * count);
  });

  it('whose connection is late', async () => {
    server = await faultyServer(hang);
    clock = new DrivenClock();
    upstream = upstreamAt({
      // No handshake follows.
      url: server.url.replace('http:', 'https:'),
      clock,
      connectTimeoutMs: 1_000,
      breaker: noBreaker,
      retry: { maxAttempts: 1 },
    });
    const calls = callMany(count);
    await expect.poll(() => server.sockets.length).toBe(count);
    expect(await ended(calls)).toEqual({ codes: { UPSTREAM_UNAVAILABLE: count }, most: 1 });
  });

  it('whose client has left, with all others', async () => {
    await begin(hang, { breaker: noBreaker });
    const client = new AbortController();
    const calls = callMany(count, { signal: client.signal });
    await server.waitForRequests(count);
    client.abort();
    expect((await ended(calls)).most).toBe(1);
  });

  it('that waits for a connection when the breaker opens', async () => {
    const breaker = { slowMs: 100, failures: 20, probeMs: 3_600_000 };
    await begin(hang, { connectionsPerService: 20, breaker, firstByteTimeoutMs: 1_000 });
    const calls = callMany(count);
    await server.waitForRequests(20);
    expect(await ended(calls)).toEqual({
      codes: { callsPaused: count - 20, UPSTREAM_TIMEOUT: 20 },
      most: 1,
    });
  });

  it('that gives way when the service is found to hang', async () => {
    const breaker = { slowMs: 100, failures: 1_000_000 };
    await begin(hang, { connectionsPerService: 5, breaker, firstByteTimeoutMs: 10_000 });
    const calls = callMany(count);
    await server.waitForRequests(5);
    await clock.advance(300);
    const watched = watch(calls);
    void callMany(1);
    const remaining = () => upstream.connections('video').waiting;
    await expect.poll(remaining, { interval: 2 }).toBe(5);
    await clock.settle();
    expect(watched.ends).toEqual(Array<number>(count - 10).fill(1));
  });
});

describe('undici', () => {
  it('ends none: its timers would end all of half a second together', async () => {
    server = await faultyServer(hang);
    // Just before a tick of its timers, which come every 499 ms.
    const firstByteTimeoutMs = 1_490;
    upstream = upstreamAt({
      url: server.url,
      firstByteTimeoutMs,
      breaker: noBreaker,
      retry: { maxAttempts: 1 },
    });
    const calls = Array.from({ length: count }, (_, index) =>
      upstream
        .call(videosList, { part: ['id'], id: [String(index)] }, withDeadline(60_000))
        .catch(() => ''),
    ) as Promise<string>[];
    const { ends } = watch(calls);
    await Promise.all(calls);
    await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(ends)).toEqual(new Set([1]));
  });
});
