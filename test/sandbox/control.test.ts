/** The control routes: reset, recorded calls, stream status. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const { ask } = useSandbox();

const control = (path: string, method: string, body?: unknown) =>
  ask(`/_sandbox/${path}`, { token: null, method, body });

const calls = async (): Promise<any[]> => (await control('calls', 'GET')).body;
const trailer = `/youtube/v3/videos?part=id,snippet&id=${ids.video.trailer}&fields=items(id,snippet/title)`;

describe('recorded calls', () => {
  it('have method, path, query, user, operation and status', async () => {
    await ask(trailer);
    expect(await calls()).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/youtube/v3/videos',
        search: trailer.slice(trailer.indexOf('?') + 1),
        query: {
          part: ['id,snippet'],
          id: [ids.video.trailer],
          fields: ['items(id,snippet/title)'],
        },
        user: 'studio-owner',
        operation: 'video:videos.list',
        status: 200,
      }),
    ]);
  });
  it('have bodies and conditional headers, but no tokens', async () => {
    const body = { id: ids.playlist.empty, snippet: { title: 'A' } };
    await ask('/youtube/v3/playlists?part=snippet', {
      method: 'PUT',
      body,
      headers: { 'if-match': '"x"' },
    });
    const [call] = await calls();
    expect(call).toMatchObject({ body, headers: { 'if-match': '"x"' } });
    expect(JSON.stringify(call)).not.toContain('Bearer');
  });
  it('include rejected calls, unknown paths and calls with the API key', async () => {
    await ask('/youtube/v3/videos?part=foo&id=x');
    await ask('/nothing', { token: null });
    await ask(`${trailer}&key=sandbox-key`, { token: null });
    expect((await calls()).map(({ status, operation, user }) => [status, operation, user])).toEqual(
      [
        [400, 'video:videos.list', 'studio-owner'],
        [404, undefined, undefined],
        [200, 'video:videos.list', 'api-key'],
      ],
    );
  });
  it('can be deleted', async () => {
    await ask(trailer);
    expect((await control('calls', 'DELETE')).status).toBe(204);
    expect(await calls()).toEqual([]);
  });
});

describe('the units of the calls so far', () => {
  const units = async (): Promise<any> => (await control('units', 'GET')).body;
  const files = '/drive/v3/files';

  it('are counted by bucket, by what each kind of call costs', async () => {
    expect(await units()).toEqual({});
    await ask(trailer);
    await ask('/youtube/v3/search?part=id&q=harbour');
    await ask('/calendar/v3/users/me/calendarList');
    await ask(files);
    expect(await units()).toEqual({ VIDEO: 1, SEARCH: 1, CALENDAR: 1, STORAGE: 100 });
    await ask(`${files}/${ids.file.logo}`);
    await ask(`${files}/${ids.file.logo}?alt=media`);
    await ask(`${files}/${ids.file.logo}`, { method: 'PATCH', body: { name: 'A' } });
    await ask(`${files}/generateIds`);
    expect(await units()).toMatchObject({ STORAGE: 100 + 5 + 200 + 50 + 5 });
    await ask(`/youtube/v3/playlists?id=${ids.playlist.empty}`, { method: 'DELETE' });
    expect(await units()).toMatchObject({ VIDEO: 51 });
  });
  it('include refused calls and each page of a list, and nothing of unknown paths', async () => {
    await ask('/youtube/v3/videos?part=foo&id=x');
    await control('faults', 'POST', { status: 503, times: 1 });
    await ask(trailer);
    await ask(`${files}?pageSize=1`);
    await ask(`${files}?pageSize=1`);
    await ask('/nothing');
    expect(await units()).toEqual({ VIDEO: 2, STORAGE: 200 });
  });
  it('count an upload once, with all its parts', async () => {
    const body = { snippet: { title: 'A' } };
    const { headers } = await ask('/upload/youtube/v3/videos?uploadType=resumable&part=snippet', {
      method: 'POST',
      body,
      headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': '4' },
    });
    const { pathname, search } = new URL(headers.get('location')!);
    const part = { method: 'PUT', headers: { 'content-type': 'video/mp4' } };
    await ask(pathname + search, { ...part, body: 'abcd' });
    expect(await units()).toEqual({ VIDEO_UPLOAD: 1 });
  });
  it('have no windows: neither a minute nor a day begins them anew', async () => {
    await ask(files);
    for (const advanceMs of [60_000, 86_400_000]) {
      await control('clock', 'POST', { advanceMs });
      await ask(files);
      await ask(trailer);
    }
    expect(await units()).toEqual({ STORAGE: 300, VIDEO: 2 });
  });
  it.each([
    ['a reset', 'reset', 'POST'],
    ['the deletion of the calls', 'calls', 'DELETE'],
  ])('begin anew with %s', async (_, path, method) => {
    await ask(files);
    await control(path, method);
    expect(await units()).toEqual({});
    await ask(trailer);
    expect(await units()).toEqual({ VIDEO: 1 });
  });
});

describe('reset', () => {
  it('undoes all writes and removes faults and recorded calls', async () => {
    await ask(`/youtube/v3/playlists?id=${ids.playlist.empty}`, { method: 'DELETE' });
    await control('faults', 'POST', { status: 503 });
    expect((await control('reset', 'POST')).status).toBe(204);
    expect(await calls()).toEqual([]);
    expect(
      (await ask(`/youtube/v3/playlists?part=id&id=${ids.playlist.empty}`)).body.items,
    ).toHaveLength(1);
  });
  it('accepts a new start instant, and rejects a value that is not a date-time', async () => {
    await control('reset', 'POST', { now: '2030-01-01T00:00:00Z' });
    const { body } = await ask(
      `/youtube/v3/liveBroadcasts?part=snippet&id=${ids.broadcast.launch}`,
    );
    expect(body.items[0].snippet.scheduledStartTime).toMatch(/^2030-01-03T/);
    expect((await control('reset', 'POST', { now: 'soon' })).status).toBe(400);
  });
});

describe('the status of a stream', () => {
  it('can be set', async () => {
    expect(
      (await control(`streams/${ids.stream.main}`, 'POST', { streamStatus: 'inactive' })).status,
    ).toBe(204);
    const { body } = await ask(`/youtube/v3/liveStreams?part=status&id=${ids.stream.main}`);
    expect(body.items[0].status).toMatchObject({
      streamStatus: 'inactive',
      healthStatus: { status: 'noData' },
    });
  });
  it('can be set without the usual health', async () => {
    await control(`streams/${ids.stream.main}`, 'POST', { healthStatus: 'revoked', afterMs: 1000 });
    await control('clock', 'POST', { advanceMs: 1000 });
    const read = async (): Promise<any> =>
      (await ask(`/youtube/v3/liveStreams?part=status&id=${ids.stream.main}`)).body.items[0].status;
    expect(await read()).toMatchObject({
      streamStatus: 'active',
      healthStatus: { status: 'revoked' },
    });
    const both = { streamStatus: 'error', healthStatus: 'ok' };
    await control(`streams/${ids.stream.main}`, 'POST', both);
    expect(await read()).toMatchObject({ streamStatus: 'error', healthStatus: { status: 'ok' } });
    await control(`streams/${ids.stream.main}`, 'POST', { streamStatus: 'active' });
    expect(await read()).toMatchObject({ healthStatus: { status: 'good' } });
  });
  it.each([
    ['an unknown stream', ids.stream.missing, { streamStatus: 'active' }, 404],
    ['an unknown health', ids.stream.main, { healthStatus: 'splendid' }, 404],
    ['a status that is no text', ids.stream.main, { streamStatus: ['active'] }, 400],
    ['an unknown field', ids.stream.main, { status: 'active' }, 400],
    ['a malformed id', '%E0%A4%A', { streamStatus: 'active' }, 400],
    ['an unknown status', ids.stream.main, { streamStatus: 'constructor' }, 404],
    ['no status', ids.stream.main, {}, 400],
  ])('cannot be set: %s', async (_, id, body, status) => {
    expect((await control(`streams/${id}`, 'POST', body)).status).toBe(status);
  });
});

it.each([
  ['reset', { when: 'now' }],
  ['clock', { advance: 1000 }],
  ['broadcasts', { startingMs: 0, starting: 0 }],
  ['downloads', { ms: 0, delay: 0 }],
  ['notifications', { dropped: 0, lost: 0 }],
  ['storage', { full: true }],
  ['series', { ignoreGuests: true }],
  ['changes/expire', { now: true }],
  ['sync-tokens/expire', { now: true }],
  ['tokens/expire', { now: true }],
  ['chat-stream', { form: 'lines', beatMs: 1 }],
  ['statistics', { leavesOut: true, ids: [] }],
  [`streams/${ids.stream.main}`, { streamStatus: 'active', status: 'active' }],
  [`chats/${ids.chat.nightShift}`, { isDisabled: false, disabled: false }],
  [`chats/${ids.chat.nightShift}/messages`, { messages: [], count: 1 }],
  [`settings/${ids.person.ava}`, { id: 'weekStart', value: '1', name: 'a' }],
])('rejects a field that the route %s does not have, by its name', async (path, body) => {
  const { status, body: answer } = await control(path, 'POST', body);
  const [name] = Object.keys(body).slice(-1);
  expect([status, answer.error]).toEqual([400, expect.stringContaining(`${name}: unknown`)]);
});

it.each([
  ['storage', { fullStorage: 'full' }],
  ['storage', { undeliverable: 1 }],
  ['downloads', { unnamed: 1 }],
  ['broadcasts', { adsEligible: 'no' }],
  ['series', { ignoresGuests: null }],
  ['chat-stream', { form: 'text' }],
  ['statistics', { leavesOut: 'all' }],
  ['chat-stream', { heartbeatMs: -1 }],
])('rejects a value that a field of the route %s cannot have', async (path, body) => {
  const { status, body: answer } = await control(path, 'POST', body);
  expect([status, answer.error]).toEqual([400, expect.stringContaining(Object.keys(body)[0]!)]);
});

it('rejects unknown control routes, and bodies that are not JSON objects', async () => {
  expect((await control('nothing', 'GET')).status).toBe(404);
  expect((await control('reset', 'POST', '[]')).status).toBe(400);
});
