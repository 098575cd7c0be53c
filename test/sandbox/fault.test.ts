/** Fault injection: each kind of fault, and the calls that it affects. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Fault } from '../../src/sandbox/fault.ts';
import { ask as askUrl, useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const trailer = `/youtube/v3/videos?part=snippet,statistics&id=${ids.video.trailer}`;

const addFault = (fault: Fault) =>
  ask('/_sandbox/faults', { token: null, method: 'POST', body: fault });

const remove = { method: 'DELETE' };
const deletion = `/youtube/v3/playlists?id=${ids.playlist.empty}`;

const playlistExists = async (): Promise<boolean> =>
  (await ask(`/youtube/v3/playlists?part=id&id=${ids.playlist.empty}`)).body.items.length === 1;

describe('a fault', () => {
  it('with a status responds with its reason and Retry-After without executing the call', async () => {
    await addFault({ status: 403, reason: 'rateLimitExceeded', retryAfter: 7 });
    const got = await ask(deletion, remove);
    expect([got.status, got.reason, got.headers.get('retry-after')]).toEqual([
      403,
      'rateLimitExceeded',
      '7',
    ]);
    await ask('/_sandbox/faults', { token: null, ...remove });
    expect(await playlistExists()).toBe(true);
  });
  it('affects the given number of calls', async () => {
    await addFault({ status: 500, times: 2 });
    const statuses = [await ask(trailer), await ask(trailer), await ask(trailer)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([500, 500, 200]);
  });
  it('affects each nth call', async () => {
    await addFault({ status: 500, every: 3, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 8; call += 1) statuses.push((await ask(trailer)).status);
    expect(statuses).toEqual([500, 200, 200, 500, 200, 200, 200, 200]);
  });
  it.each<[string, Fault['match'] & object, boolean]>([
    ['the operation', { operation: 'video:videos.list' }, true],
    ['another operation', { operation: 'video:videos.update' }, false],
    ['the service', { service: 'video' }, true],
    ['another service', { service: 'live' }, false],
    ['the method', { method: 'GET' }, true],
    ['another method', { method: 'PUT' }, false],
    ['a part of the URL', { pathIncludes: ids.video.trailer }, true],
    ['a text that the URL does not contain', { pathIncludes: ids.video.emoji }, false],
    ['the service and another method', { service: 'video', method: 'PUT' }, false],
  ])('matches calls by %s', async (_, match, isHit) => {
    await addFault({ match, status: 503 });
    expect((await ask(trailer)).status).toBe(isHit ? 503 : 200);
  });
  it('closes the connection in the middle of the body', async () => {
    await addFault({ cut: true, times: 1 });
    const response = await fetch(box.sandbox.url + trailer, {
      headers: { authorization: 'Bearer studio-owner' },
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
  it('makes the body invalid JSON', async () => {
    await addFault({ garble: true });
    const got = await ask(trailer);
    expect([got.status, got.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=UTF-8',
    ]);
    expect(got.body).toBeTypeOf('string');
  });
  it.each([
    [{ page: 'html' } as const, 502],
    [{ page: 'html', status: 200 } as const, 200],
  ])('responds with an HTML page: %o', async (fault, status) => {
    await addFault(fault);
    const got = await ask(trailer);
    expect([got.status, got.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=UTF-8',
    ]);
  });
  it('closes the connection before executing the call', async () => {
    await addFault({ drop: 'before', times: 1 });
    await expect(ask(deletion, remove)).rejects.toThrow('other side closed');
    expect(await playlistExists()).toBe(true);
  });
  it('closes the connection after executing the call, and records status 0', async () => {
    await addFault({ drop: 'after', times: 1 });
    await expect(ask(deletion, remove)).rejects.toThrow('other side closed');
    expect(await playlistExists()).toBe(false);
    expect(box.sandbox.calls()[0]).toMatchObject({ method: 'DELETE', status: 0 });
  });
  it('never responds', async () => {
    await addFault({ hang: true, times: 1 });
    const leaving = new AbortController();
    const cut = fetch(box.sandbox.url + trailer, {
      signal: leaving.signal,
      headers: { authorization: 'Bearer studio-owner' },
    }).then(
      () => 'answered',
      () => 'left',
    );
    await expect.poll(() => box.sandbox.calls().length).toBe(1);
    expect((await ask(trailer)).status).toBe(200);
    leaving.abort();
    expect(await cut).toBe('left');
  });
  it('delays the call and then executes it', async () => {
    await addFault({ delayMs: 100, times: 1 });
    const start = performance.now();
    expect((await ask(trailer)).status).toBe(200);
    // A timer can fire a little early.
    expect(performance.now() - start).toBeGreaterThan(98);
  });
  it('executes the call when the test says so, and others before', async () => {
    const answer = Promise.withResolvers<void>();
    box.sandbox.fault({ until: answer.promise, times: 1 });
    const finished: string[] = [];
    const slow = ask(trailer).then(({ status }) => finished.push(`slow ${status}`));
    while (box.sandbox.calls().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await askUrl(box.sandbox.url + trailer).then(({ status }) => finished.push(`quick ${status}`));
    answer.resolve();
    await slow;
    expect(finished).toEqual(['quick 200', 'slow 200']);
  });
});
