/** Rate limits that last: which calls are paused after an error, for how long, and by whom. */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/engine/caller/clock.ts';
import { liveChatMessages } from '../../../../src/services/live/operations.ts';
import { files } from '../../../../src/services/storage/operations.ts';
import { videos } from '../../../../src/services/video/operations.ts';
import type { AnyOperation } from '../../../../src/engine/api/operation.ts';
import type { PauseExchange } from '../../../../src/engine/rest/share/pause-exchange.ts';
import type { CallOptions, Upstream } from '../../../../src/engine/rest/upstream.ts';
import { DrivenClock, SkippingClock } from '../../../support/clock/driven-clock.ts';
import {
  type Behaviour,
  errorResponse,
  type FaultyServer,
  faultyServer,
  json,
} from '../../../support/upstream/faulty-server.ts';
import { refusal } from '../../../support/upstream/refusing-service.ts';
import {
  failureOf,
  filesGet,
  upstreamAt,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

/** The same read in another bucket. */
const searchList: typeof videosList = { ...videosList, key: 'video:search.list', bucket: 'SEARCH' };

const limited = (reason: string, retryAfter?: number): Behaviour =>
  errorResponse(403, reason, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` });

const healthy = json({ items: [] });

const optionsOf = (callerKey: string, ms = 20_000, clock?: Clock): CallOptions =>
  withDeadline(ms, { callerKey }, clock);

type List = Pick<AnyOperation, 'key'> & typeof videosList;

/** A read of a caller. @returns `sent`, or the failure of a call that was not sent */
async function read(
  server: FaultyServer,
  upstream: Upstream,
  caller: string,
  { operation = videosList, clock }: { operation?: List; clock?: Clock } = {},
): Promise<unknown> {
  const before = server.requests.length;
  const options = optionsOf(caller, 20_000, clock);
  const outcome: unknown = await upstream.call(operation, { part: ['id'] }, options).then(
    () => 'read',
    ({ failure }) => failure,
  );
  return server.requests.length > before ? 'sent' : outcome;
}

const paused = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) as number };

describe('a lasting rate limit', () => {
  it.each([
    ['without Retry-After', undefined],
    ['with Retry-After', 1],
  ])('causes at most 1.2 calls per request, %s', { tags: ['R40'] }, async (_, retryAfter) => {
    await using server = await faultyServer(limited('rateLimitExceeded', retryAfter));
    const clock = new SkippingClock();
    await using upstream = upstreamAt({ url: server.url, clock });
    const requests = 400;
    for (let sent = 0; sent < requests; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          failureOf(
            upstream.call(videosList, { part: ['id'] }, optionsOf(`c${index}`, 300, clock)),
          ),
        ),
      );
    expect(server.requests.length).toBeLessThanOrEqual(1.2 * requests);
  });
  it('is tried less and less often, until a call succeeds', { tags: ['R40'] }, async () => {
    let behaviour = limited('userRateLimitExceeded');
    await using server = await faultyServer((...parameters) => behaviour(...parameters));
    // Pauses of 50, 100, 200, ... ms; no call waits for their end.
    const retry = { rateLimitBaseDelayMs: 50, maxDelayMs: 1, maxAttempts: 1 };
    const clock = new DrivenClock();
    await using upstream = upstreamAt({ url: server.url, retry, clock });
    const readNow = (): Promise<unknown> => read(server, upstream, 'a', { clock });
    const sentAt: number[] = [];
    for (let ms = 0; ms < 1_000; ms += 5) {
      if ((await readNow()) === 'sent') sentAt.push(ms);
      await clock.advance(5);
    }
    expect(sentAt).toEqual([0, 50, 150, 350, 750]);
    behaviour = healthy;
    await clock.advance(550);
    expect(await readNow()).toBe('sent');
    expect(await readNow()).toBe('sent');
  });
});

describe('Retry-After', () => {
  it('holds for the next reads of the caller, service and bucket: none is sent', {
    tags: ['R8', 'R40'],
  }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded', 30), healthy);
    await using upstream = upstreamAt({ url: server.url });
    expect(await read(server, upstream, 'a')).toBe('sent');
    const failure = await read(server, upstream, 'a');
    expect(failure).toEqual({
      code: 'RATE_LIMITED',
      service: 'video',
      operation: 'video:videos.list',
      retryAfter: expect.any(Number) as number,
    });
    const { retryAfter } = failure as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(30);
    expect(await read(server, upstream, 'b')).toBe('sent');
    expect(await read(server, upstream, 'a', { operation: searchList })).toBe('sent');
    await upstream.call(filesGet, { fileId: 'f' }, optionsOf('a'));
    expect(server.requests).toHaveLength(4);
  });
  it('to a call without a token holds for all calls without one: they use one key', {
    tags: ['R40'],
  }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded', 30), healthy);
    await using upstream = upstreamAt({ url: server.url });
    const readWithKey = (): Promise<unknown> =>
      upstream.call(videosList, { part: ['id'] }, withDeadline(20_000, { identity: {} }));
    await failureOf(readWithKey());
    expect(await failureOf(readWithKey())).toMatchObject(paused);
    expect(server.requests).toHaveLength(1);
    expect(await read(server, upstream, 'a')).toBe('sent');
  });
  it.each<readonly [string, (upstream: Upstream) => Promise<unknown>]>([
    [
      'the start of an upload',
      ({ media }) =>
        media.startUpload(
          videos.insert,
          { part: ['snippet'], body: {} },
          { contentType: 'video/mp4' },
          optionsOf('a'),
        ),
    ],
    ['downloads', ({ media }) => media.download(filesGet, { fileId: 'f' }, optionsOf('a'))],
  ])('holds for %s', { tags: ['R40'] }, async (_, transfer) => {
    await using server = await faultyServer(limited('rateLimitExceeded', 30));
    await using upstream = upstreamAt({ url: server.url });
    await failureOf(transfer(upstream));
    expect(await failureOf(transfer(upstream))).toMatchObject(paused);
    expect(server.requests).toHaveLength(1);
  });
  it('that ends soon is waited for', { tags: ['R8', 'R40'] }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded', 1), healthy);
    const clock = new DrivenClock();
    const { promise: isLimited, resolve: debug } = Promise.withResolvers<unknown>();
    await using upstream = upstreamAt({ url: server.url, clock, log: { debug } });
    const first = read(server, upstream, 'a', { clock });
    await isLimited;
    const second = read(server, upstream, 'a', { clock });
    await clock.advance(999);
    expect(server.requests).toHaveLength(1);
    // Both wait a random part of a millisecond longer.
    await clock.advance(2);
    expect(await Promise.all([first, second])).toEqual(['sent', 'sent']);
    expect(server.requests).toHaveLength(3);
  });
});

describe('an error without Retry-After', () => {
  const retry = { rateLimitBaseDelayMs: 60_000, maxAttempts: 1 };

  it('pauses its caller alone', { tags: ['R40'] }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded'), healthy);
    await using upstream = upstreamAt({ url: server.url, retry });
    await read(server, upstream, 'a');
    expect(await read(server, upstream, 'a')).toMatchObject(paused);
    expect(await read(server, upstream, 'b')).toBe('sent');
  });
  it('pauses twice as long after each one, and again as at first after a success', async () => {
    const baseMs = 10_000;
    const clock = new DrivenClock();
    const limit = limited('rateLimitExceeded');
    await using server = await faultyServer(limit, limit, healthy, limit);
    await using upstream = upstreamAt({
      url: server.url,
      retry: { rateLimitBaseDelayMs: baseMs, maxDelayMs: 1, maxAttempts: 1 },
      clock,
    });
    const readNow = (): Promise<unknown> => read(server, upstream, 'a', { clock });
    /** The pause in seconds after an error, which then passes. */
    const pauseAfterError = async (): Promise<number> => {
      expect(await readNow()).toBe('sent');
      const { retryAfter } = (await readNow()) as { retryAfter: number };
      await clock.advance(retryAfter * 1_000);
      return retryAfter;
    };
    const pauses = [await pauseAfterError(), await pauseAfterError()];
    expect(await readNow()).toBe('sent');
    pauses.push(await pauseAfterError());
    expect(pauses.map((seconds) => (seconds * 1_000) / baseMs)).toEqual([1, 2, 1]);
  });
  it('is repeated once at a time, however many calls get it', { tags: ['R40'] }, async () => {
    const clock = new DrivenClock();
    await using server = await faultyServer(limited('rateLimitExceeded'));
    await using upstream = upstreamAt({
      url: server.url,
      clock,
      random: () => 0.5,
      retry: { rateLimitBaseDelayMs: 1_000, budgetFloor: 1_000 },
    });
    const reads = Array.from({ length: 50 }, () => read(server, upstream, 'a', { clock }));
    await clock.through(Promise.all(reads));
    // The call whose error has begun the pause is sent three times. The others wait for its end,
    // and find that it has become longer.
    expect(server.requests).toHaveLength(52);
  });
  it('of a chat that is read too often pauses no other call', { tags: ['R40'] }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded', 30), healthy);
    await using upstream = upstreamAt({ url: server.url, retry });
    const args = { liveChatId: 'c', part: ['id'] };
    await failureOf(upstream.call(liveChatMessages.list, args, optionsOf('a')));
    await upstream.call(liveChatMessages.list, { ...args, liveChatId: 'd' }, optionsOf('a'));
    const listLive = { ...videosList, key: 'live:liveBroadcasts.list' } as const;
    expect(await read(server, upstream, 'a', { operation: listLive })).toBe('sent');
  });
});

describe('the kind of call', () => {
  const retry = { maxAttempts: 1 };
  const insert = (upstream: Upstream): Promise<unknown> =>
    failureOf(upstream.call(videosInsert, { part: ['id'], body: {} }, optionsOf('a')));
  const copy = (upstream: Upstream): Promise<unknown> =>
    upstream.call(files.copy, { fileId: 'f', body: {} }, optionsOf('a'));
  const rename = (upstream: Upstream): Promise<unknown> =>
    upstream.call(files.update, { fileId: 'f', body: { name: 'n' } }, optionsOf('a'));
  const startUpload = (upstream: Upstream): Promise<unknown> =>
    upstream.media.startUpload(
      files.create,
      { body: {} },
      { contentType: 'text/plain' },
      optionsOf('a'),
    );

  it('a refused write pauses no read', { tags: ['R40'] }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded', 30), healthy);
    await using upstream = upstreamAt({ url: server.url, retry });
    await insert(upstream);
    expect(await insert(upstream)).toMatchObject(paused);
    expect(await read(server, upstream, 'a')).toBe('sent');
  });
  it('a refused read pauses no write', { tags: ['R40'] }, async () => {
    await using server = await faultyServer(limited('rateLimitExceeded', 30), json({ id: 'v' }));
    await using upstream = upstreamAt({ url: server.url, retry });
    await read(server, upstream, 'a');
    await upstream.call(videosInsert, { part: ['id'], body: {} }, optionsOf('a'));
    expect(server.requests).toHaveLength(2);
  });
  it.each([
    ['upload', startUpload],
    ['copy', copy],
  ])(
    'a refused %s pauses uploads and copies, and nothing else',
    {
      tags: ['R40'],
    },
    async (_, start) => {
      const refused = limited('userRateLimitExceeded', 600);
      await using server = await faultyServer(refused, json({ id: 'f' }));
      await using upstream = upstreamAt({ url: server.url, retry });
      await failureOf(start(upstream));
      expect(await failureOf(startUpload(upstream))).toMatchObject(paused);
      expect(await failureOf(copy(upstream))).toMatchObject(paused);
      expect(server.requests).toHaveLength(1);
      await rename(upstream);
      await upstream.call(files.create, { body: { name: 'n' } }, optionsOf('a'));
      await upstream.call(filesGet, { fileId: 'f' }, optionsOf('a'));
      expect(server.requests).toHaveLength(4);
    },
  );
});

describe('a limit of a project', () => {
  const metadata = { consumer: 'projects/1', quota_limit: 'defaultPerMinutePerProject' };
  const retry = { maxAttempts: 1 };
  /** Refuses the callers of a project whose names are given, as long as it does. */
  const serviceOf = (callers: string[], answer = refusal(403, 'rateLimitExceeded', metadata)(30)) =>
    faultyServer((socket, request) => {
      const caller = request.headers['authorization']!.replace('Bearer ', '');
      (callers.includes(caller) ? answer : healthy)(socket, request);
    });
  const readBy = (upstream: Upstream, caller: string, clock: Clock): Promise<unknown> =>
    upstream
      .call(
        videosList,
        { part: ['id'] },
        { ...optionsOf(caller, 20_000, clock), identity: { token: caller } },
      )
      .then(
        () => 'read',
        ({ failure }) => (failure.status === undefined ? 'held' : 'refused'),
      );

  it('pauses the callers whose own answers have named the project', {
    tags: ['R40'],
  }, async () => {
    const clock = new DrivenClock();
    const limitedCallers = ['a', 'b'];
    await using server = await serviceOf(limitedCallers);
    await using upstream = upstreamAt({ url: server.url, clock, retry });
    expect(await readBy(upstream, 'a', clock)).toBe('refused');
    expect(await readBy(upstream, 'b', clock)).toBe('refused');
    await clock.advance(31_000);
    expect(await readBy(upstream, 'a', clock)).toBe('refused');
    expect(await readBy(upstream, 'b', clock)).toBe('held');
    // Nobody has said of what project it is.
    expect(await readBy(upstream, 'c', clock)).toBe('read');
    await clock.advance(31_000);
    limitedCallers.length = 0;
    expect(await readBy(upstream, 'b', clock)).toBe('read');
    expect(await readBy(upstream, 'a', clock)).toBe('read');
  });
  it('that is one of each user pauses the caller', { tags: ['R40'] }, async () => {
    const clock = new DrivenClock();
    const ofUser = { consumer: 'projects/1', quota_unit: '1/min/{project}/{user}' };
    const answer = refusal(403, 'rateLimitExceeded', ofUser)(30);
    await using server = await serviceOf(['a', 'b'], answer);
    await using upstream = upstreamAt({ url: server.url, clock, retry });
    for (const caller of ['a', 'b']) expect(await readBy(upstream, caller, clock)).toBe('refused');
    await clock.advance(31_000);
    for (const caller of ['a', 'b']) expect(await readBy(upstream, caller, clock)).toBe('refused');
    expect(await readBy(upstream, 'a', clock)).toBe('held');
  });
  it('pauses no other caller if no service has accepted the token', {
    tags: ['R40', 'S37'],
  }, async () => {
    const clock = new DrivenClock();
    const isAccepted = (caller: string): boolean => caller === 'a';
    await using server = await serviceOf(['a', 'invented']);
    await using upstream = upstreamAt({ url: server.url, clock, retry, isAccepted });
    expect(await readBy(upstream, 'a', clock)).toBe('refused');
    await clock.advance(31_000);
    expect(await readBy(upstream, 'invented', clock)).toBe('refused');
    expect(await readBy(upstream, 'a', clock)).toBe('refused');
  });
});

/** Two processes that receive what the other announces. */
function exchanges(): { readonly one: PauseExchange; readonly sent: object[] } {
  const messages = new EventEmitter();
  const sent: object[] = [];
  const one: PauseExchange = {
    announce: (message) => {
      sent.push(message);
      messages.emit('message', message);
    },
    subscribe: (listener) => {
      messages.on('message', listener);
      return () => void messages.off('message', listener);
    },
  };
  return { one, sent };
}

describe('a pause of another process', () => {
  it('holds, and is announced once', { tags: ['R40'] }, async () => {
    const { one: pauses, sent } = exchanges();
    await using server = await faultyServer(limited('rateLimitExceeded', 30));
    const retry = { maxAttempts: 1 };
    await using first = upstreamAt({ url: server.url, pauses, retry });
    await using second = upstreamAt({ url: server.url, pauses, retry });
    await Promise.all(['a', 'a', 'a'].map((caller) => read(server, first, caller)));
    expect(await read(server, second, 'a')).toMatchObject(paused);
    expect(sent).toHaveLength(1);
    expect(await read(server, second, 'b')).toBe('sent');
  });
  it('is not announced for a token that no service has accepted', {
    tags: ['R40', 'S37'],
  }, async () => {
    const { one: pauses, sent } = exchanges();
    await using server = await faultyServer(limited('userRateLimitExceeded', 30));
    const isAccepted = (): boolean => false;
    await using upstream = upstreamAt({ url: server.url, pauses, isAccepted });
    await read(server, upstream, 'a');
    expect(await read(server, upstream, 'a')).toMatchObject(paused);
    expect(sent).toEqual([]);
  });
});
