/** Calls that equal reads of one caller share, and answers that are stored. */
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/engine/caller/clock.ts';
import type { CallOptions, Upstream } from '../../../../src/engine/rest/upstream.ts';
import type { Identity } from '../../../../src/engine/caller/identity.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import { clockWithSleep } from '../../../support/clock/sleep.ts';
import {
  type Behaviour,
  delayed,
  errorResponse,
  faultyServer,
  hang,
  json,
} from '../../../support/upstream/faulty-server.ts';
import {
  failureOf,
  freebusy,
  upstreamAt,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

/** Counts the reads of a caller that were not sent. */
class Caller {
  shared = 0;
  sent = 0;
  readonly name: string;
  readonly identity: Identity;
  readonly #clock: Clock | undefined;

  /** @param clock of the client */
  constructor(
    name: string,
    identity: Identity = { token: `token-of-${name}` },
    clock?: DrivenClock,
  ) {
    this.name = name;
    this.identity = identity;
    this.#clock = clock;
  }

  options(more: Partial<CallOptions> = {}): CallOptions {
    const own = {
      identity: this.identity,
      callerKey: this.name,
      onShared: () => void (this.shared += 1),
      onSend: () => void (this.sent += 1),
    };
    return withDeadline(20_000, { ...own, ...more }, this.#clock);
  }

  read(upstream: Upstream, more: Partial<CallOptions> = {}, id = 'a'): Promise<unknown> {
    return upstream.call(videosList, { part: ['id'], id: [id] }, this.options(more));
  }

  write(upstream: Upstream): Promise<unknown> {
    return upstream.call(videosInsert, { part: ['id'], body: {} }, this.options());
  }
}

const answer = { items: [{ id: 'a' }] };
const old = { items: [{ id: 'old' }] };
const changed = { items: [{ id: 'new' }] };

/** No call is made. */
const nowhere = 'http://127.0.0.1:9';

/** Starts a service that holds its first answer back, and a caller of it. */
async function holdFirst(first: Behaviour = json(answer), ...others: readonly Behaviour[]) {
  const slow = delayed(first);
  const server = await faultyServer(slow.behaviour, ...others);
  const clock = new DrivenClock();
  const upstream = upstreamAt({ ...server, clock });
  const caller = new Caller('ann', undefined, clock);
  return {
    server,
    clock,
    upstream,
    caller,
    /** Reads as the caller. */
    read: (more?: Partial<CallOptions>, id?: string) => caller.read(upstream, more, id),
    respond: slow.respond,
    async [Symbol.asyncDispose]() {
      await upstream.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('equal reads in flight', () => {
  it('of one caller are one call, each with objects of its own', async () => {
    await using held = await holdFirst();
    const { server, upstream, clock, caller: first, respond } = held;
    const second = new Caller('ann', undefined, clock);
    const reads = [first.read(upstream), second.read(upstream)];
    await server.waitForRequests(1);
    reads.push(second.read(upstream));
    respond();
    const answers = await Promise.all(reads);
    expect(answers).toEqual([answer, answer, answer]);
    expect(new Set(answers).size).toBe(3);
    expect(server.requests).toHaveLength(1);
    expect([first.sent, first.shared, second.sent, second.shared]).toEqual([1, 0, 0, 2]);
  });

  it('are sent again when the first call has ended', async () => {
    await using server = await faultyServer(json(answer));
    await using upstream = upstreamAt(server);
    const caller = new Caller('ann');
    await caller.read(upstream);
    await caller.read(upstream);
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, Caller, Caller]>([
    ['tokens', new Caller('ann'), new Caller('bob')],
    [
      'content owners',
      new Caller('ann', { token: 't', onBehalfOf: 'one' }),
      new Caller('ann', { token: 't', onBehalfOf: 'two' }),
    ],
    [
      'channels of content owners',
      new Caller('ann', { token: 't', onBehalfOf: 'one', subaccount: 'a' }),
      new Caller('ann', { token: 't', onBehalfOf: 'one', subaccount: 'b' }),
    ],
    ['credentials', new Caller('ann'), new Caller('anonymous', {})],
  ])('of different %s are two calls', async (_, one, other) => {
    const slow = delayed(json(answer));
    await using server = await faultyServer(slow.behaviour);
    await using upstream = upstreamAt(server);
    // The operation has no parameter for a content owner.
    const read = (caller: Caller): Promise<unknown> =>
      caller.identity.token === undefined
        ? caller.read(upstream)
        : upstream.call(freebusy, { body: {} }, caller.options());
    const reads = [read(one), read(other)];
    await server.waitForRequests(2);
    slow.respond();
    await Promise.all(reads);
    expect([one.shared, other.shared]).toEqual([0, 0]);
  });

  it('with different arguments or bodies are calls of their own', async () => {
    await using held = await holdFirst();
    const { server, upstream, caller, read, respond } = held;
    const reads = [
      read({}, 'a'),
      read({}, 'b'),
      upstream.call(freebusy, { body: { timeMin: '1' } }, caller.options()),
      upstream.call(freebusy, { body: { timeMin: '2' } }, caller.options()),
    ];
    await server.waitForRequests(4);
    respond();
    await Promise.all(reads);
    expect(caller.shared).toBe(0);
  });

  it('share an error, as objects of their own', async () => {
    await using held = await holdFirst(errorResponse(404, 'notFound'));
    const { server, read, respond } = held;
    const errors = [read(), read()].map((read) => read.catch((error: unknown) => error));
    await server.waitForRequests(1);
    respond();
    const [one, other] = await Promise.all(errors);
    expect(one).toMatchObject({ failure: { code: 'NOT_FOUND', reason: 'notFound' } });
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
    expect(server.requests).toHaveLength(1);
  });

  it('are two calls if the first one has been in flight for a second', async () => {
    await using held = await holdFirst(json(old), json(changed));
    const { server, clock, read, respond } = held;
    const before = read();
    await server.waitForRequests(1);
    await clock.advance(1_000);
    expect(await read()).toEqual(changed);
    respond();
    expect(await before).toEqual(old);
  });

  it.each([
    ['of the caller', json({ id: 'x' }), 'written'],
    ['that failed', errorResponse(409, 'conflict'), 'failed'],
  ])('do not share after a write %s', async (_, written, outcome) => {
    await using held = await holdFirst(json(old), written, json(changed));
    const { server, upstream, caller, read, respond } = held;
    const before = read();
    await server.waitForRequests(1);
    const write = caller.write(upstream).then(
      () => 'written',
      () => 'failed',
    );
    expect(await write).toBe(outcome);
    expect(await read()).toEqual(changed);
    respond();
    expect(await before).toEqual(old);
  });

  it.each(['disconnects', 'has no time left'])(
    'go on for the others if the first caller %s',
    async (how) => {
      await using held = await holdFirst();
      const { server, clock, read, respond } = held;
      const client = new AbortController();
      const leaves = how === 'disconnects';
      const end = leaves ? { signal: client.signal } : { deadline: clock.now() + 100 };
      const cut = failureOf(read(end));
      const other = read();
      await server.waitForRequests(1);
      if (leaves) client.abort();
      await clock.advance(leaves ? 20 : 120);
      expect(await cut).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      respond();
      expect(await other).toEqual(answer);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('end for a caller whose deadline is earlier, and not for the first one', async () => {
    await using held = await holdFirst();
    const { server, clock, read, respond } = held;
    const first = read();
    const deadline = clock.now() + 50;
    const cut = failureOf(read({ deadline }));
    await server.waitForRequests(1);
    await clock.advance(80);
    expect(await cut).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    respond();
    expect(await first).toEqual(answer);
  });

  it('are aborted when the last caller disconnects', async () => {
    await using server = await faultyServer(hang);
    await using upstream = upstreamAt(server);
    const caller = new Caller('ann');
    const clients = [new AbortController(), new AbortController()];
    const reads = clients.map(({ signal }) => failureOf(caller.read(upstream, { signal })));
    await server.waitForRequests(1);
    const closed = new Promise((resolve) => server.sockets[0]!.once('close', resolve));
    for (const client of clients) client.abort();
    await Promise.all(reads);
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  it('are retried for the caller that is left', async () => {
    await using held = await holdFirst(errorResponse(503, 'backendError'), json(answer));
    const { server, clock, read, respond } = held;
    const client = new AbortController();
    const cut = failureOf(read({ signal: client.signal }));
    const other = read();
    await server.waitForRequests(1);
    client.abort();
    await clock.advance(20);
    await cut;
    respond();
    expect(await clock.through(other)).toEqual(answer);
  });

  it('are joined after a caller has left', async () => {
    await using held = await holdFirst();
    const { server, clock, read, respond } = held;
    const client = new AbortController();
    const left = failureOf(read({ signal: client.signal }));
    const reads = [read()];
    await server.waitForRequests(1);
    client.abort();
    await clock.advance(20);
    await left;
    reads.push(read());
    // Longer than the time between two checks of those that wait.
    await clock.advance(100);
    respond();
    expect(await Promise.all(reads)).toEqual([answer, answer]);
    expect(server.requests).toHaveLength(1);
  });

  it('wait before a retry although a caller has left', async () => {
    const slow = delayed(errorResponse(503, 'backendError'));
    await using server = await faultyServer(slow.behaviour, json(answer));
    const areAborted: unknown[] = [];
    const clock = clockWithSleep((_, signal) =>
      Promise.resolve(void areAborted.push(signal?.aborted ?? false)),
    );
    await using upstream = upstreamAt({ url: server.url, clock, random: () => 0.5 });
    const caller = new Caller('ann');
    const client = new AbortController();
    const left = failureOf(caller.read(upstream, { signal: client.signal }));
    const read = caller.read(upstream);
    await server.waitForRequests(1);
    client.abort();
    await left;
    slow.respond();
    expect(await read).toEqual(answer);
    expect(areAborted).toEqual([false]);
  });

  it.each([
    ['with a condition', { headers: { 'if-none-match': '"x"' } }],
    ['that nobody else may join', { onShared: undefined }],
  ])('tell of a refused token: a read %s', async (_, more) => {
    const told: unknown[] = [];
    await using server = await faultyServer(errorResponse(401, 'authError'));
    await using upstream = upstreamAt({
      ...server,
      onSharingEnd: async (...facts) => void told.push(facts),
    });
    const { code } = await failureOf(new Caller('ann').read(upstream, more));
    expect([code, told]).toEqual(['UNAUTHENTICATED', [['ann', true]]]);
  });

  it('are joined by those with the same condition', async () => {
    await using held = await holdFirst();
    const { server, caller, read, respond } = held;
    const headers = { 'if-none-match': '"x"' };
    const reads = [read({ headers }), read({ headers })];
    await server.waitForRequests(1);
    respond();
    expect(await Promise.all(reads)).toEqual([answer, answer]);
    expect([caller.sent, caller.shared]).toEqual([1, 1]);
  });

  it('are old for all replicas when `endSharing` has ended', async () => {
    const told = Promise.withResolvers<void>();
    await using upstream = upstreamAt({ url: nowhere, onSharingEnd: () => told.promise });
    const order: string[] = [];
    const ended = Promise.resolve(upstream.endSharing('ann')).then(() => order.push('ended'));
    await Promise.resolve();
    order.push('told');
    told.resolve();
    await ended;
    expect(order).toEqual(['told', 'ended']);
  });

  it('are sent by themselves without a caller, without `onShared`, or with other conditions', async () => {
    const slow = delayed(json(answer));
    await using server = await faultyServer(slow.behaviour);
    await using upstream = upstreamAt(server);
    const caller = new Caller('ann');
    const headers = { 'if-none-match': '"x"' };
    const reads = [
      caller.read(upstream),
      caller.read(upstream, { callerKey: undefined }),
      caller.read(upstream, { onShared: undefined }),
      caller.read(upstream, { headers }),
    ];
    await server.waitForRequests(4);
    slow.respond();
    await Promise.all(reads);
    expect(caller.shared).toBe(0);
  });
});
