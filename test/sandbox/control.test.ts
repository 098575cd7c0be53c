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
