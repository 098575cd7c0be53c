/** How many connections a load opens: those that it needs at the same time, and no more. */
import { describe, expect, it } from 'vitest';
import type { UpstreamError } from '../../../../src/engine/api/error.ts';
import type { Upstream } from '../../../../src/engine/rest/upstream.ts';
import { closedPort } from '../../../support/proxy/closed-port.ts';
import {
  type Behaviour,
  type FaultyServer,
  faultyServer,
  json,
  reset,
} from '../../../support/upstream/faulty-server.ts';
import {
  failureOf,
  upstreamAt,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

/** Responds to all requests that have arrived when the test calls `respond`. */
function held(): { readonly behaviour: Behaviour; readonly respond: () => void } {
  let waiting: (() => void)[] = [];
  return {
    behaviour: (socket, request) =>
      void waiting.push(() => json({ items: [{ id: 'v' }] })(socket, request)),
    respond: () => {
      const responses = waiting;
      waiting = [];
      for (const send of responses) send();
    },
  };
}

/** Also the maximum number of connections: a later load waits until these are free. */
const reads = 50;

const times = <T>(call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: reads }, call));

const openSockets = ({ sockets }: FaultyServer): number =>
  sockets.filter(({ destroyed }) => !destroyed).length;

describe('a load of concurrent reads', () => {
  it('opens a connection for each, and later loads open none', async () => {
    const { behaviour, respond } = held();
    await using server = await faultyServer(behaviour);
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: reads });
    for (const round of [1, 2, 3]) {
      const answers = times(() =>
        upstream.call(videosList, { part: ['id'] }, withDeadline(20_000)),
      );
      await server.waitForRequests(round * reads);
      respond();
      expect(await answers).toEqual(
        Array.from({ length: reads }, () => ({ items: [{ id: 'v' }] })),
      );
    }
    expect([server.sockets.length, openSockets(server)]).toEqual([reads, reads]);
  });

  it('leaves its connections open if all callers disconnect', async () => {
    const { behaviour, respond } = held();
    await using server = await faultyServer(behaviour);
    await using upstream = upstreamAt({
      url: server.url,
      connectionsPerService: reads,
      abandonedReadMs: 20_000,
    });
    for (const round of [1, 2, 3]) {
      const caller = new AbortController();
      const options = withDeadline(20_000, { signal: caller.signal });
      const failures = times(() => failureOf(upstream.call(videosList, { part: ['id'] }, options)));
      await server.waitForRequests(round * reads);
      caller.abort();
      expect(new Set((await failures).map(({ code }) => code))).toEqual(
        new Set(['UPSTREAM_TIMEOUT']),
      );
      respond();
    }
    expect([server.sockets.length, openSockets(server)]).toEqual([reads, reads]);
  });

  it('sends no read that waited for a connection when its caller disconnected', async () => {
    const { behaviour, respond } = held();
    await using server = await faultyServer(behaviour, behaviour, behaviour, behaviour, json({}));
    await using upstream = upstreamAt({
      url: server.url,
      connectionsPerService: 4,
      abandonedReadMs: 20_000,
    });
    const caller = new AbortController();
    const options = withDeadline(20_000, { signal: caller.signal });
    const failures = times(() => failureOf(upstream.call(videosList, { part: ['id'] }, options)));
    await server.waitForRequests(4);
    caller.abort();
    await failures;
    const later = times(() => upstream.call(videosList, { part: ['id'] }, withDeadline(20_000)));
    respond();
    await later;
    expect([server.requests.length, server.sockets.length]).toEqual([4 + reads, 4]);
  });
});

describe('a load with few connections', () => {
  const readAll = (upstream: Upstream, count: number): Promise<unknown[]> =>
    Promise.all(
      Array.from({ length: count }, () =>
        upstream
          .call(videosList, { part: ['id'] }, withDeadline(20_000))
          .catch(({ code }: UpstreamError) => code),
      ),
    );

  it('fails each read of a service that accepts no connection', async () => {
    const retry = { maxAttempts: 1 };
    const url = `http://127.0.0.1:${await closedPort()}`;
    await using upstream = upstreamAt({ url, connectionsPerService: 2, retry });
    for (const _ of [1, 2])
      expect(await readAll(upstream, 20)).toEqual(
        Array.from({ length: 20 }, () => 'UPSTREAM_UNAVAILABLE'),
      );
  });

  it('answers the reads after those whose connection the service resets', async () => {
    const behaviours = Array.from({ length: 6 }, () => reset);
    await using server = await faultyServer(...behaviours, json({ items: [] }));
    const retry = { maxAttempts: 1 };
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: 2, retry });
    expect(await readAll(upstream, 20)).toEqual([
      ...behaviours.map(() => 'UPSTREAM_UNAVAILABLE'),
      ...Array.from({ length: 14 }, () => ({ items: [] })),
    ]);
  });

  it('answers the reads that wait when the client is closed, and no later one', async () => {
    await using server = await faultyServer(json({ items: [] }));
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: 2 });
    const reads = readAll(upstream, 20);
    const closed = upstream.close();
    expect(await reads).toEqual(Array.from({ length: 20 }, () => ({ items: [] })));
    await closed;
    expect(await readAll(upstream, 1)).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(server.requests).toHaveLength(20);
  });
});

describe('a service that sends more than one response to a request', () => {
  const rawResponse = (id: string): string => {
    const body = JSON.stringify({ items: [{ id }] });
    return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };

  it.each([
    ['waits for the connection', true],
    ['comes after it', false],
  ])('does not answer a read by it that %s', async (_, isWaiting) => {
    await using server = await faultyServer((socket, { index }) => {
      const extra = index === 0 ? rawResponse('extra') : '';
      socket.write(rawResponse(String(index)) + extra);
    });
    await using upstream = upstreamAt({ url: server.url, connectionsPerService: 1 });
    const read = (): Promise<unknown> =>
      upstream.call(videosList, { part: ['id'] }, withDeadline(20_000));
    const first = read();
    const second = isWaiting ? read() : first.then(read);
    expect(await first).toEqual({ items: [{ id: '0' }] });
    expect(await second).toEqual({ items: [{ id: '1' }] });
    expect(server.sockets).toHaveLength(2);
  });
});
