/** Callers that disconnect and deadlines that pass. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallOptions } from '../../../../src/engine/rest/upstream.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import {
  delayed,
  type FaultyServer,
  faultyServer,
  hang,
  hangAfterHead,
  json,
  errorResponse,
} from '../../../support/upstream/faulty-server.ts';
import {
  failureOf,
  freebusy,
  upstreamAt,
  videosInsert,
  videosList,
  videosRate,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

const closed = (server: FaultyServer, index = 0): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = server.sockets[index]!;
    if (socket.destroyed) resolve(undefined);
    else socket.once('close', resolve);
  });

const isOpen = (server: FaultyServer): boolean =>
  !server.sockets[0]!.destroyed && server.sockets[0]!.readable;

/** The time of the client, which stands still unless a test moves it. */
let clock: DrivenClock;

beforeEach(() => {
  clock = new DrivenClock();
});

const options = (ms: number, more?: Partial<CallOptions>): CallOptions =>
  withDeadline(ms, more, clock);

/** Longer than the client takes to notice that a caller has left. */
const leaveMs = 20;

const insertArgs = { part: ['id'], body: {} };

describe('a read whose caller disconnects', () => {
  it.each([
    ['before the response', hang],
    ['within the response', hangAfterHead],
  ])(
    '%s is aborted with its connection if the response does not end',
    { tags: ['R24'] },
    async (_, behaviour) => {
      await using server = await faultyServer(behaviour);
      await using upstream = upstreamAt({ url: server.url, clock, abandonedReadMs: 50 });
      const caller = new AbortController();
      const call = failureOf(
        upstream.call(videosList, { part: ['id'] }, options(20_000, { signal: caller.signal })),
      );
      await server.waitForRequests(1);
      caller.abort();
      await clock.advance(leaveMs);
      expect(await call).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      expect(isOpen(server)).toBe(true);
      await clock.advance(60);
      await closed(server);
    },
  );
  it('is aborted although it is a POST', async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt({ url: server.url, clock, abandonedReadMs: 50 });
    const caller = new AbortController();
    const call = failureOf(
      upstream.call(freebusy, { body: {} }, options(20_000, { signal: caller.signal })),
    );
    await server.waitForRequests(1);
    caller.abort();
    await clock.advance(leaveMs);
    expect(await call).not.toHaveProperty('outcome');
    await clock.advance(60);
    await closed(server);
  });
  it.each(['leaves', 'deadline'])('keeps its connection if the response ends (%s)', async (how) => {
    const { behaviour, respond } = delayed(json({}));
    await using server = await faultyServer(behaviour, json({ items: [] }));
    await using upstream = upstreamAt({
      url: server.url,
      clock,
      connectionsPerService: 1,
      abandonedReadMs: 20_000,
    });
    const caller = new AbortController();
    const failed = failureOf(
      upstream.call(
        videosList,
        { part: ['id'] },
        options(how === 'deadline' ? 100 : 20_000, { signal: caller.signal }),
      ),
    );
    await server.waitForRequests(1);
    if (how === 'leaves') caller.abort();
    await clock.advance(100);
    expect(await failed).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    respond();
    expect(await upstream.call(videosList, { part: ['id'] }, options(5_000))).toEqual({
      items: [],
    });
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0]);
  });
  it('before it starts is not sent', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt({ url: server.url, clock });
    await failureOf(
      upstream.call(videosList, { part: ['id'] }, options(5_000, { signal: AbortSignal.abort() })),
    );
    expect(server.requests).toEqual([]);
  });
  it.each(['at its beginning', 'later'])(
    'while it waits for a retry fails at once without the retry (%s)',
    async (when) => {
      await using server = await faultyServer(errorResponse(503, 'backendError'));
      const caller = new AbortController();
      await using upstream = upstreamAt({
        url: server.url,
        clock,
        log: {
          debug: () => (when === 'later' ? setImmediate(() => caller.abort()) : caller.abort()),
        },
        // Longer than a test may take.
        retry: { baseDelayMs: 60_000, maxDelayMs: 60_000 },
        random: () => 0.99,
      });
      const call = upstream.call(
        videosList,
        { part: ['id'] },
        options(100_000, { signal: caller.signal }),
      );
      expect(await failureOf(call)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      expect(server.requests).toHaveLength(1);
    },
  );
  it('leaves no listener on a signal that stays in use', async () => {
    await using server = await faultyServer(json({}), errorResponse(503, 'x'), json({}));
    await using upstream = upstreamAt({ url: server.url, clock });
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    await upstream.call(videosList, { part: ['id'] }, options(5_000, { signal }));
    const repeated = upstream.call(videosList, { part: ['id'] }, options(5_000, { signal }));
    await expect.poll(() => add.mock.calls.length).toBeGreaterThan(0);
    await clock.advance(1);
    await repeated;
    // The wait for the repetition.
    expect(add).toHaveBeenCalledOnce();
    expect(remove.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      add.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});

describe('a read whose deadline passes', () => {
  it('is aborted and not retried', { tags: ['R3'] }, async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt({ url: server.url, clock, abandonedReadMs: 50 });
    const call = failureOf(upstream.call(videosList, { part: ['id'] }, options(100)));
    await server.waitForRequests(1);
    await clock.advance(100);
    expect(await call).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(isOpen(server)).toBe(true);
    await clock.advance(60);
    await closed(server);
    expect(server.requests).toHaveLength(1);
  });
  it.each([
    ['before it starts', -1],
    ['as soon as it starts', 1.5],
  ])('%s is not sent', async (_, milliseconds) => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt({ url: server.url, clock });
    expect(
      await failureOf(upstream.call(videosList, { part: ['id'] }, options(milliseconds))),
    ).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a write', () => {
  it('that was sent continues when its caller disconnects, and returns its response', {
    tags: ['R24'],
  }, async () => {
    const { behaviour, respond } = delayed(json({ id: 'made' }));
    await using server = await faultyServer(behaviour);
    await using upstream = upstreamAt({ url: server.url, clock });
    const caller = new AbortController();
    const call = upstream.call(
      videosInsert,
      insertArgs,
      options(20_000, { signal: caller.signal }),
    );
    await server.waitForRequests(1);
    caller.abort();
    respond();
    expect(await call).toEqual({ id: 'made' });
  });
  it('that was sent continues after the deadline; its outcome is unknown', async () => {
    const { behaviour, respond } = delayed(json({ id: 'made' }));
    await using server = await faultyServer(behaviour, json({ id: 'next' }));
    const upstream = upstreamAt({ url: server.url, clock, connectionsPerService: 1 });
    let ended: Promise<void> | undefined;
    const onDetachedWrite = (end: Promise<void>): void => void (ended = end);
    const call = failureOf(
      upstream.call(videosInsert, insertArgs, options(100, { onDetachedWrite })),
    );
    await server.waitForRequests(1);
    await clock.advance(100);
    expect(await call).toMatchObject({ code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' });
    expect(isOpen(server)).toBe(true);
    respond();
    // A later write may have to wait for the end of this one.
    expect(ended).toBeInstanceOf(Promise);
    await ended!;
    // The only connection is free when the write has ended, and was not closed.
    expect(await upstream.call(videosInsert, insertArgs, options(5_000))).toEqual({
      id: 'next',
    });
    expect(server.sockets).toHaveLength(1);
    await upstream.close();
  });
  it('that never ends is aborted at the time limit of a call', { tags: ['R3'] }, async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt({ url: server.url, clock, callTimeoutMs: 200 });
    let ended: Promise<void> | undefined;
    const onDetachedWrite = (end: Promise<void>): void => void (ended = end);
    const call = failureOf(
      upstream.call(videosInsert, insertArgs, options(50, { onDetachedWrite })),
    );
    await server.waitForRequests(1);
    await clock.advance(60);
    expect(await call).toMatchObject({ outcome: 'UNKNOWN' });
    expect(ended).toBeInstanceOf(Promise);
    await clock.advance(120);
    expect(isOpen(server)).toBe(true);
    await clock.advance(20);
    await Promise.all([closed(server), ended!]);
    expect(server.requests).toHaveLength(1);
  });
  it.each(['leaves', 'deadline'])('that waits for a connection is not sent (%s)', async (how) => {
    const { behaviour, respond } = delayed(json({}));
    await using server = await faultyServer(behaviour, json({ id: 'third' }));
    await using upstream = upstreamAt({ url: server.url, clock, connectionsPerService: 1 });
    const caller = new AbortController();
    const first = upstream.call(videosInsert, insertArgs, options(20_000));
    await server.waitForRequests(1);
    const waiting = upstream.call(
      videosRate,
      { id: 'v', rating: 'like' },
      options(how === 'deadline' ? 50 : 20_000, { signal: caller.signal }),
    );
    const failed = failureOf(waiting);
    if (how === 'leaves') caller.abort();
    await clock.advance(60);
    expect((await failed).outcome).toBeUndefined();
    respond();
    await first;
    expect(await upstream.call(videosInsert, insertArgs, options(5_000))).toEqual({
      id: 'third',
    });
    expect(server.requests.map(({ target }) => target)).toEqual(
      server.requests.map(() => '/youtube/v3/entities?part=id&prettyPrint=false'),
    );
    // Cancelling a waiting call does not close the connection.
    expect(server.sockets).toHaveLength(1);
  });
  it('that waits for a retry is not retried when its caller disconnects', async () => {
    await using server = await faultyServer(errorResponse(429, 'rateLimitExceeded'));
    const caller = new AbortController();
    await using upstream = upstreamAt({
      url: server.url,
      clock,
      log: { debug: () => caller.abort() },
      retry: { rateLimitBaseDelayMs: 60_000, maxDelayMs: 60_000 },
      random: () => 0.99,
    });
    const failed = await failureOf(
      upstream.call(videosInsert, insertArgs, options(100_000, { signal: caller.signal })),
    );
    expect(failed).not.toHaveProperty('outcome');
    expect(server.requests).toHaveLength(1);
  });
});
