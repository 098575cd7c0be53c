/** Faults ordered by tests: each kind, on the calls it is meant for and no others. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Fault } from '../../src/sandbox/fault.ts';
import { ask as plain, useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const trailer = `/youtube/v3/videos?part=snippet,statistics&id=${ids.video.trailer}`;

const order = (fault: Fault) =>
  ask('/_sandbox/faults', { token: null, method: 'POST', body: fault });

const remove = { method: 'DELETE' };
const deletion = `/youtube/v3/playlists?id=${ids.playlist.empty}`;

const playlistThere = async (): Promise<boolean> =>
  (await ask(`/youtube/v3/playlists?part=id&id=${ids.playlist.empty}`)).body.items.length === 1;

describe('a fault', () => {
  it('with a status answers with its reason and Retry-After instead of doing the call', async () => {
    await order({ status: 403, reason: 'rateLimitExceeded', retryAfter: 7 });
    const got = await ask(deletion, remove);
    expect([got.status, got.reason, got.headers.get('retry-after')]).toEqual([
      403,
      'rateLimitExceeded',
      '7',
    ]);
    await ask('/_sandbox/faults', { token: null, ...remove });
    expect(await playlistThere()).toBe(true);
  });
  it('hits as many calls as it says', async () => {
    await order({ status: 500, times: 2 });
    const statuses = [await ask(trailer), await ask(trailer), await ask(trailer)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([500, 500, 200]);
  });
  it.each<[string, Fault['match'] & object, boolean]>([
    ['the operation', { operation: 'video:videos.list' }, true],
    ['another operation', { operation: 'video:videos.update' }, false],
    ['the service', { service: 'video' }, true],
    ['another service', { service: 'live' }, false],
    ['the method', { method: 'GET' }, true],
    ['another method', { method: 'PUT' }, false],
    ['text in the address', { pathIncludes: ids.video.trailer }, true],
    ['text that is not there', { pathIncludes: ids.video.emoji }, false],
    ['the service and another method', { service: 'video', method: 'PUT' }, false],
  ])('is aimed by %s', async (_, match, hit) => {
    await order({ match, status: 503 });
    expect((await ask(trailer)).status).toBe(hit ? 503 : 200);
  });
  it('cuts the body in the middle', async () => {
    await order({ cut: true, times: 1 });
    const response = await fetch(box.sandbox.url + trailer, {
      headers: { authorization: 'Bearer studio-owner' },
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
  it('garbles the body', async () => {
    await order({ garble: true });
    const got = await ask(trailer);
    expect([got.status, got.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=UTF-8',
    ]);
    expect(got.body).toBeTypeOf('string');
  });
  it.each([
    [{ html: true } as const, 502],
    [{ html: true, status: 200 } as const, 200],
  ])('answers a page: %o', async (fault, status) => {
    await order(fault);
    const got = await ask(trailer);
    expect([got.status, got.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=UTF-8',
    ]);
  });
  it('drops the connection before the call has its effect', async () => {
    await order({ drop: 'before', times: 1 });
    await expect(ask(deletion, remove)).rejects.toThrow('fetch failed');
    expect(await playlistThere()).toBe(true);
  });
  it('drops the connection after the call had its effect, and records that no answer went out', async () => {
    await order({ drop: 'after', times: 1 });
    await expect(ask(deletion, remove)).rejects.toThrow('fetch failed');
    expect(await playlistThere()).toBe(false);
    expect(box.sandbox.calls()[0]).toMatchObject({ method: 'DELETE', status: 0 });
  });
  it('never answers, until the caller gives up', async () => {
    await order({ hang: true, times: 1 });
    const cut = fetch(box.sandbox.url + trailer, {
      signal: AbortSignal.timeout(50),
      headers: { authorization: 'Bearer studio-owner' },
    });
    await expect(cut).rejects.toThrow('timeout');
    expect((await ask(trailer)).status).toBe(200);
  });
  it('delays, and then the call is done', async () => {
    await order({ delayMs: 1000, times: 1 });
    const order2: string[] = [];
    const slow = ask(trailer).then(({ status }) => order2.push(`slow ${status}`));
    while (box.sandbox.calls().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await plain(box.sandbox.url + trailer).then(({ status }) => order2.push(`quick ${status}`));
    await slow;
    expect(order2).toEqual(['quick 200', 'slow 200']);
  });
});
