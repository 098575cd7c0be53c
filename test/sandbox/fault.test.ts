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

/** A write of each service, and how its entity is read. */
interface IgnoredWrite {
  readonly operation: string;
  readonly method: string;
  /** With the parts and fields that the read has. */
  readonly path: string;
  readonly body?: object;
  readonly read: string;
  /** The entity in the answer of the read. Default: the answer. */
  readonly of?: (answer: any) => unknown;
}

const { playlist, file, calendar, event, broadcast, stream } = ids;
const events = `/calendar/v3/calendars/${encodeURIComponent(calendar.release)}/events`;
const press = `${events}/${event.pressCall}`;
const firstItem = ({ items }: any): unknown => items[0];
const broadcastList = `/youtube/v3/liveBroadcasts?part=id,status,contentDetails`;

const ignoredWrites: Readonly<Record<string, IgnoredWrite>> = {
  'an update of YouTube': {
    operation: 'video:playlists.update',
    method: 'PUT',
    path: '/youtube/v3/playlists?part=snippet',
    body: { id: playlist.fifty, snippet: { title: 'Another' } },
    read: `/youtube/v3/playlists?part=snippet&id=${playlist.fifty}`,
    of: firstItem,
  },
  'a transition': {
    operation: 'live:liveBroadcasts.transition',
    method: 'POST',
    path: `/youtube/v3/liveBroadcasts/transition?part=id,status,contentDetails&id=${broadcast.launch}&broadcastStatus=testing`,
    read: `${broadcastList}&id=${broadcast.launch}`,
    of: firstItem,
  },
  'a binding': {
    operation: 'live:liveBroadcasts.bind',
    method: 'POST',
    path: `/youtube/v3/liveBroadcasts/bind?part=id,status,contentDetails&id=${broadcast.draft}&streamId=${stream.main}`,
    read: `${broadcastList}&id=${broadcast.draft}`,
    of: firstItem,
  },
  'a PATCH of Google Drive': {
    operation: 'storage:files.update',
    method: 'PATCH',
    path: `/drive/v3/files/${file.script}?fields=name,id`,
    body: { name: 'Another' },
    read: `/drive/v3/files/${file.script}?fields=name,id`,
  },
  'a PATCH of Google Calendar': {
    operation: 'calendar:events.patch',
    method: 'PATCH',
    path: `${press}?fields=summary,attendees,etag`,
    body: { attendees: [{ email: 'new@guest.example' }] },
    read: `${press}?fields=summary,attendees,etag`,
  },
  'an update of Google Calendar': {
    operation: 'calendar:events.update',
    method: 'PUT',
    path: press,
    body: { start: { date: '2027-05-01' }, end: { date: '2027-05-02' } },
    read: press,
  },
  'a move': {
    operation: 'calendar:events.move',
    method: 'POST',
    path: `${press}/move?destination=${encodeURIComponent(calendar.ava)}`,
    read: press,
  },
};

const ignoredDeletions: Readonly<Record<string, Omit<IgnoredWrite, 'method'>>> = {
  'of YouTube': { operation: 'video:playlists.delete', path: deletion, read: deletion },
  'of Google Drive': {
    operation: 'storage:files.delete',
    path: `/drive/v3/files/${file.script}`,
    read: `/drive/v3/files/${file.script}?fields=*`,
  },
  'of Google Calendar': { operation: 'calendar:events.delete', path: press, read: press },
};

describe('a fault that lets a service ignore a write', () => {
  it.each(Object.entries(ignoredWrites))(
    'answers success with the entity as it is: %s',
    async (_, { operation, method, path, body, read, of = (answer) => answer }) => {
      const before = await ask(read);
      await addFault({ match: { operation }, ignore: true, times: 1 });
      const got = await ask(path, { method, body });
      expect([got.status, got.body]).toEqual([200, of(before.body)]);
      expect((await ask(read)).body).toEqual(before.body);
      // Without the fault, the same write has an effect.
      expect((await ask(path, { method, body })).body).not.toEqual(got.body);
    },
  );
  it.each(Object.entries(ignoredDeletions))(
    'answers a deletion with success and deletes nothing: %s',
    async (_, { operation, path, read }) => {
      const list = read === deletion ? `/youtube/v3/playlists?part=id&id=${playlist.empty}` : read;
      const before = await ask(list);
      await addFault({ match: { operation }, ignore: true });
      expect(await ask(path, remove)).toMatchObject({ status: 204, body: undefined });
      expect((await ask(list)).body).toEqual(before.body);
    },
  );
  it('is about writes that are valid', async () => {
    await addFault({ match: { operation: 'calendar:events.patch' }, ignore: true });
    const missing = press.replace(event.pressCall, event.missing);
    const patch = { method: 'PATCH', body: { summary: 'Another' } };
    expect((await ask(missing, patch)).status).toBe(404);
    expect((await ask(press, { ...patch, token: 'no-such-token' })).status).toBe(401);
    expect((await ask(press, { ...patch, body: { summary: 1 } })).status).toBe(400);
  });
  it.each([
    [{ ignore: true } as const],
    [{ match: { operation: 'video:playlists.insert' }, ignore: true } as const],
    [{ match: { operation: 'storage:files.copy' }, ignore: true } as const],
    [{ match: { operation: 'calendar:events.watch' }, ignore: true } as const],
    [{ match: { operation: 'calendar:events.get' }, ignore: true } as const],
  ])('is refused where it has no meaning: %o', async (fault) => {
    expect(await addFault(fault)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('expected match.operation to be an update') },
    });
    expect(() => box.sandbox.fault(fault)).toThrow('expected match.operation');
  });
});

describe('what would never affect a call', () => {
  it.each<[object, string]>([
    [{}, 'A fault without an effect; expected one of status, delayMs,'],
    [{ times: 1, match: { method: 'PUT' } }, 'A fault without an effect'],
    [{ statsu: 503 }, 'statsu: unknown; expected one of match, times'],
    [
      { match: { opration: 'a' }, hang: true },
      'match.opration: unknown; expected one of operation',
    ],
    [{ match: { operation: 'videos.list' }, status: 503 }, 'match.operation: "videos.list" is'],
    [{ match: { operation: 'video:video.list' }, status: 503 }, 'such as "video:videos.list"'],
    [{ match: { service: 'drive' }, status: 503 }, 'match.service: "drive" is not accepted'],
    [
      { match: { method: 'get' }, status: 503 },
      'match.method: "get" is not accepted; expected "GET"',
    ],
    [{ match: { signIn: '/token', service: 'video' }, status: 503 }, 'match.signIn: is never met'],
    [{ match: 'video:videos.list', status: 503 }, 'match: "video:videos.list" is not accepted'],
    [{ drop: true }, 'drop: true is not accepted; expected "before" or "after"'],
    [{ cut: 'half' }, 'cut: "half" is not accepted; expected true'],
    [{ hang: 1 }, 'hang: 1 is not accepted; expected true'],
    [{ status: 200 }, 'status: 200 is not accepted; expected the status of an error, from 400'],
    [{ status: 'x' }, 'status: "x" is not accepted'],
    [{ status: 503, times: 0 }, 'times: 0 is not accepted; expected a whole number of at least 1'],
    [{ delayMs: -1 }, 'delayMs: -1 is not accepted; expected a number of at least 0'],
    [{ reason: 'quotaExceeded', drop: 'after' }, 'reason: has no effect without status'],
    [{ until: 5 }, 'until: 5 is not accepted; expected a promise'],
  ])('is refused with what is accepted: %o', async (fault, message) => {
    expect(() => box.sandbox.fault(fault)).toThrow(message);
    const { status, body } = await addFault(fault);
    expect([status, body]).toEqual([400, { error: expect.stringContaining(message) }]);
    expect((await ask(trailer)).status).toBe(200);
  });
});
