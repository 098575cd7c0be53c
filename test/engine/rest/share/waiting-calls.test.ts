/** Calls that wait for a connection: their order, and which of them give way. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Upstream } from '../../../../src/engine/rest/upstream.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import {
  type Behaviour,
  delayed,
  type FaultyServer,
  faultyServer,
  hang,
  json,
} from '../../../support/upstream/faulty-server.ts';
import { upstreamAt, videosList, withDeadline } from '../../../support/upstream/upstream.ts';

let server: FaultyServer;
let upstream: Upstream;
let clock: DrivenClock;

type Settings = Partial<Parameters<typeof upstreamAt>[0]>;

async function begin(behaviour: Behaviour, settings: Settings = {}): Promise<void> {
  server = await faultyServer(behaviour);
  clock = new DrivenClock();
  upstream = upstreamAt({
    url: server.url,
    clock,
    connectionsPerService: 1,
    ...settings,
    retry: { maxAttempts: 1 },
  });
}

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.close();
});

/** A read of a caller, whose id the server sees. @returns `read`, or the failure */
const read = (callerKey: string | undefined, signal?: AbortSignal): Promise<unknown> =>
  upstream
    .call(
      videosList,
      { part: ['id'], id: [callerKey ?? 'none'] },
      withDeadline(20_000, { callerKey, signal }, clock),
    )
    .then(
      () => 'read',
      ({ failure }) => failure,
    );

const readMany = (callerKey: string | undefined, count: number): Promise<unknown>[] =>
  Array.from({ length: count }, () => read(callerKey));

/** The callers of the requests that have arrived, in their order. */
const arrivals = (): string[] =>
  server.requests.map(({ target }) => new URLSearchParams(target.split('?')[1]).get('id')!);

const crowded = { code: 'UPSTREAM_UNAVAILABLE', reason: 'tooManyWaiting', retryAfter: 1 };

/** A server whose first response waits until the test lets it go. */
function heldServer(): { readonly behaviour: Behaviour; readonly release: () => void } {
  const first = delayed(json({ items: [] }));
  return {
    behaviour: (socket, request) =>
      (request.index === 0 ? first.behaviour : json({ items: [] }))(socket, request),
    release: first.respond,
  };
}

describe('calls that wait for a connection', () => {
  it('are sent in turns of their callers', { tags: ['R37', 'R38'] }, async () => {
    const { behaviour, release } = heldServer();
    await begin(behaviour);
    const many = readMany('a', 100);
    await server.waitForRequests(1);
    const few = [read('b'), read('c')];
    release();
    await Promise.all([...many, ...few]);
    // The call of `a` that did not wait, and its first turn, come before.
    expect(
      arrivals()
        .slice(0, 35)
        .filter((caller) => caller !== 'a'),
    ).toEqual(['b', 'c']);
    expect(arrivals()).toHaveLength(102);
  });
  it('all succeed in a burst of one caller', { tags: ['R38'] }, async () => {
    await begin(json({ items: [] }), { connectionsPerService: 50 });
    const results = await Promise.all(readMany('a', 50 * 128));
    expect(new Set(results)).toEqual(new Set(['read']));
  });
  it('give way if too many wait: the newest of the caller with most', {
    tags: ['R37', 'R38'],
  }, async () => {
    const { behaviour, release } = heldServer();
    await begin(behaviour, { maxWaitingCalls: 10 });
    const many = readMany('a', 11);
    await server.waitForRequests(1);
    const other = read('b');
    expect(await many[10]).toMatchObject(crowded);
    const refused = read('a');
    expect(await refused).toMatchObject(crowded);
    release();
    expect(await other).toBe('read');
    expect(new Set(await Promise.all(many.slice(0, 10)))).toEqual(new Set(['read']));
  });
  it('without a token are those of one caller, with a smaller share', {
    tags: ['R37', 'R38'],
  }, async () => {
    const { behaviour, release } = heldServer();
    await begin(behaviour, { maxWaitingCalls: 10 });
    const first = readMany('a', 3);
    await server.waitForRequests(1);
    const anonymous = readMany(undefined, 2);
    const others = ['c', 'd', 'e'].flatMap((caller) => readMany(caller, 2));
    const last = read('b');
    expect(await anonymous[1]).toMatchObject(crowded);
    release();
    const results = await Promise.all([...first, anonymous[0], ...others, last]);
    expect(new Set(results)).toEqual(new Set(['read']));
  });
  it('leave the queue when their client does', { tags: ['R38'] }, async () => {
    await begin(hang, { maxWaitingCalls: 10 });
    const client = new AbortController();
    const reads = Array.from({ length: 10 }, () => read('a', client.signal));
    expect(upstream.connections('video').waiting).toBe(9);
    client.abort();
    await clock.advance(20);
    await Promise.all(reads);
    expect(upstream.connections('video').waiting).toBe(0);
  });
});

describe('while a service does not answer', () => {
  const slowMs = 100;

  it('few calls wait for it', { tags: ['R38'] }, async () => {
    const breaker = { slowMs, failures: 1_000_000 };
    await begin(hang, { connectionsPerService: 5, maxWaitingCalls: 1_000, breaker });
    const early = readMany('a', 100);
    await server.waitForRequests(5);
    await clock.advance(3 * slowMs);
    void read('b');
    // One of them gives way in each turn of the event loop.
    await expect
      .poll(() => upstream.connections('video'), { interval: 2 })
      .toMatchObject({ busy: 5, waiting: 5 });
    expect(await early[99]).toMatchObject(crowded);
    // Lost connections are no answers.
    for (const socket of server.sockets.slice()) socket.destroy();
    await server.waitForRequests(10);
    const late = readMany('b', 20);
    expect(upstream.connections('video')).toMatchObject({ busy: 5, waiting: 5 });
    expect(await late[19]).toMatchObject(crowded);
  });
  it('a probe does not wait for its connections', { tags: ['R5', 'R38'] }, async () => {
    let behaviour: Behaviour = hang;
    const breaker = { slowMs, failures: 20, probeMs: 100 };
    await begin((...parameters) => behaviour(...parameters), {
      connectionsPerService: 20,
      breaker,
    });
    void Promise.all(readMany('a', 20));
    await server.waitForRequests(20);
    await clock.advance(2 * slowMs);
    expect(upstream.breakers().video).toBe('open');
    behaviour = json({ items: [] });
    await clock.advance(100);
    expect(await read('a')).toBe('read');
  });
});
