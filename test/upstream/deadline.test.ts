import { describe, expect, it, vi } from 'vitest';
import {
  type Behaviour,
  type FaultyServer,
  faultyServer,
  hang,
  hangAfterHead,
  json,
  errorResponse,
} from '../support/faulty-server.ts';
import {
  failureOf,
  freebusy,
  upstreamAt,
  videosInsert,
  videosList,
  videosRate,
  withDeadline,
} from '../support/upstream.ts';

/** Answers when the test says so. */
function later(behaviour: Behaviour): { behaviour: Behaviour; answer: () => void } {
  const waiting: (() => void)[] = [];
  return {
    behaviour: (socket, seen) => void waiting.push(() => behaviour(socket, seen)),
    answer: () => {
      for (const answer of waiting) answer();
    },
  };
}

const closed = (server: FaultyServer, index = 0): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = server.sockets[index]!;
    if (socket.destroyed) resolve(undefined);
    else socket.once('close', resolve);
  });

const isOpen = (server: FaultyServer): boolean =>
  !server.sockets[0]!.destroyed && server.sockets[0]!.readable;

const insertArgs = { part: ['id'], body: {} };

describe('a read whose caller leaves', () => {
  it.each([
    ['before the answer', hang],
    ['within the answer', hangAfterHead],
  ])('%s is cut, and so is its connection', async (_, behaviour) => {
    await using server = await faultyServer(behaviour);
    await using upstream = upstreamAt(server);
    const leave = new AbortController();
    const call = failureOf(
      upstream.call(videosList, { part: ['id'] }, withDeadline(20_000, { signal: leave.signal })),
    );
    await server.waitForRequests(1);
    leave.abort();
    expect(await call).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await closed(server);
  });
  it('is cut even if it is a POST', async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt(server);
    const leave = new AbortController();
    const call = failureOf(
      upstream.call(freebusy, { body: {} }, withDeadline(20_000, { signal: leave.signal })),
    );
    await server.waitForRequests(1);
    leave.abort();
    expect(await call).not.toHaveProperty('outcome');
    await closed(server);
  });
  it('before it began is not sent', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    await failureOf(
      upstream.call(
        videosList,
        { part: ['id'] },
        withDeadline(5_000, { signal: AbortSignal.abort() }),
      ),
    );
    expect(server.requests).toEqual([]);
  });
  it.each([0, 30])(
    'while it waits for its repeat is not repeated, and waits no longer (%i ms in)',
    async (ms) => {
      await using server = await faultyServer(errorResponse(503, 'backendError'));
      const leave = new AbortController();
      await using upstream = upstreamAt({
        url: server.url,
        log: { debug: () => (ms === 0 ? leave.abort() : setTimeout(() => leave.abort(), ms)) },
        // Longer than a test may take.
        retry: { baseDelayMs: 60_000, maxDelayMs: 60_000 },
        random: () => 0.99,
      });
      const call = upstream.call(
        videosList,
        { part: ['id'] },
        withDeadline(100_000, { signal: leave.signal }),
      );
      expect(await failureOf(call)).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      expect(server.requests).toHaveLength(1);
    },
  );
  it('leaves nothing behind on a signal that lives on', async () => {
    await using server = await faultyServer(json({}), errorResponse(503, 'x'), json({}));
    await using upstream = upstreamAt(server);
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    for (const _ of [1, 2])
      await upstream.call(videosList, { part: ['id'] }, withDeadline(5_000, { signal }));
    expect(add.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(remove.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      add.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});

describe('a read whose deadline passes', () => {
  it('is cut, and not repeated', async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt(server);
    expect(
      await failureOf(upstream.call(videosList, { part: ['id'] }, withDeadline(100))),
    ).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    await closed(server);
    expect(server.requests).toHaveLength(1);
  });
  it('before it began is not sent', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    expect(
      await failureOf(upstream.call(videosList, { part: ['id'] }, withDeadline(-1))),
    ).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a write', () => {
  it('that was sent runs to its end when its caller leaves, and brings its answer', async () => {
    const { behaviour, answer } = later(json({ id: 'made' }));
    await using server = await faultyServer(behaviour);
    await using upstream = upstreamAt(server);
    const leave = new AbortController();
    const call = upstream.call(
      videosInsert,
      insertArgs,
      withDeadline(20_000, { signal: leave.signal }),
    );
    await server.waitForRequests(1);
    leave.abort();
    answer();
    expect(await call).toEqual({ id: 'made' });
  });
  it('that was sent runs on beyond the deadline, while the caller hears that nobody knows', async () => {
    const { behaviour, answer } = later(json({ id: 'made' }));
    await using server = await faultyServer(behaviour, json({ id: 'next' }));
    const upstream = upstreamAt({ url: server.url, connectionsPerService: 1 });
    let ended: Promise<void> | undefined;
    const onRunOn = (end: Promise<void>): void => void (ended = end);
    expect(
      await failureOf(
        upstream.call(videosInsert, insertArgs, withDeadline(100, { onDetachedWrite: onRunOn })),
      ),
    ).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      outcome: 'UNKNOWN',
    });
    expect(isOpen(server)).toBe(true);
    answer();
    // Whoever must not begin before it has ended can wait for that.
    await ended!;
    // The one connection is free again as soon as the write has ended, and was never cut.
    expect(await upstream.call(videosInsert, insertArgs, withDeadline(5_000))).toEqual({
      id: 'next',
    });
    expect(server.sockets).toHaveLength(1);
    await upstream.close();
  });
  it('that never ends is cut at the limit of a call', async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt({ url: server.url, callTimeoutMs: 200 });
    let ended: Promise<void> | undefined;
    const onRunOn = (end: Promise<void>): void => void (ended = end);
    expect(
      await failureOf(
        upstream.call(videosInsert, insertArgs, withDeadline(50, { onDetachedWrite: onRunOn })),
      ),
    ).toMatchObject({ outcome: 'UNKNOWN' });
    await Promise.all([closed(server), ended!]);
    expect(server.requests).toHaveLength(1);
  });
  it.each(['leaves', 'deadline'])(
    'that waits for a connection is not sent any more (%s)',
    async (how) => {
      const { behaviour, answer } = later(json({}));
      await using server = await faultyServer(behaviour, json({ id: 'third' }));
      await using upstream = upstreamAt({ url: server.url, connectionsPerService: 1 });
      const leave = new AbortController();
      const first = upstream.call(videosInsert, insertArgs, withDeadline(20_000));
      await server.waitForRequests(1);
      const waiting = upstream.call(
        videosRate,
        { id: 'v', rating: 'like' },
        withDeadline(how === 'deadline' ? 50 : 20_000, { signal: leave.signal }),
      );
      const failed = failureOf(waiting);
      if (how === 'leaves') leave.abort();
      expect((await failed).outcome).toBeUndefined();
      answer();
      await first;
      expect(await upstream.call(videosInsert, insertArgs, withDeadline(5_000))).toEqual({
        id: 'third',
      });
      expect(server.requests.map(({ target }) => target)).toEqual(
        server.requests.map(() => '/youtube/v3/entities?part=id&prettyPrint=false'),
      );
      // What was given up in the queue did not cost the connection either.
      expect(server.sockets).toHaveLength(1);
    },
  );
  it('that waits for its repeat is not repeated when its caller leaves', async () => {
    await using server = await faultyServer(errorResponse(429, 'rateLimitExceeded'));
    const leave = new AbortController();
    await using upstream = upstreamAt({
      url: server.url,
      log: { debug: () => leave.abort() },
      retry: { rateLimitBaseDelayMs: 60_000, maxDelayMs: 60_000 },
      random: () => 0.99,
    });
    const failed = await failureOf(
      upstream.call(videosInsert, insertArgs, withDeadline(100_000, { signal: leave.signal })),
    );
    expect(failed).not.toHaveProperty('outcome');
    expect(server.requests).toHaveLength(1);
  });
});
