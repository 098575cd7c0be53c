/** What callers whose token no service has accepted cannot do to others. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type RunningServer, startGateway } from '../../support/gateway/gateway.ts';
import { startRedis } from '../../support/gateway/redis.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { startTokenProxy, type TokenProxy } from '../../support/proxy/token-proxy.ts';

let sandbox: Sandbox;
let proxy: TokenProxy;
let gateway: RunningServer;

/** The calls to YouTube pass the proxy. */
const bases = () => ({ video: sandbox.bases.video.replace(sandbox.url, proxy.url) });

/** `studio-owner.2` is another token of `studio-owner`. */
const originalOf = (token: string): string => token.split('.')[0]!;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  proxy = await startTokenProxy(sandbox.url, originalOf);
});

// A new gateway has accepted nobody.
beforeEach(async () => {
  sandbox.reset(start);
  proxy.calls.length = 0;
  const env = { MAX_CONCURRENT_REQUESTS: '500' };
  gateway = await startGateway({ sandbox, bases: bases(), env });
  return () => gateway.close();
});

afterAll(async () => {
  await proxy.close();
  await sandbox.close();
});

const { playlist, video } = ids;
const owner = 'studio-owner';

const state = () => videoState(sandbox.simulation());

const added = (): string[] =>
  state()
    .playlistItems.get(playlist.empty)!
    .map((each) => each.videoId);

const add = (...videoIds: readonly string[]) => ({
  query:
    'mutation ($input: AddPlaylistItemsInput!) { addPlaylistItems(input: $input) { results { errors { code } } errors { code } } }',
  input: { playlistId: playlist.empty, entries: videoIds.map((videoId) => ({ videoId })) },
});

const change = (fields: object) => ({
  query:
    'mutation ($input: UpdatePlaylistInput!) { updatePlaylist(input: $input) { errors { code } } }',
  input: { id: playlist.fifty, ...fields },
});

type Write = ReturnType<typeof add | typeof change>;

/** @returns the codes of the errors */
async function send(token: string, { query, input }: Write, to = gateway): Promise<string[]> {
  const { body } = await to.query(query, { input }, { authorization: `Bearer ${token}` });
  const { errors = [] } = body as { errors?: { extensions: { code: string } }[] };
  return errors.map(({ extensions }) => extensions.code);
}

/** Lets the service accept the token. */
async function accept(token: string): Promise<void> {
  const query = `{ video(id: "${video.trailer}") { title } }`;
  const { body } = await gateway.query(query, {}, { authorization: `Bearer ${token}` });
  expect(body).not.toHaveProperty('errors');
  proxy.calls.length = 0;
}

/** `POST playlistItems` of each call that has arrived. */
const callsOf = (token: string): string[] =>
  proxy.calls.flatMap((call) =>
    call.token === token ? [`${call.method} ${call.path.split('/').at(-1)}`] : [],
  );

async function arrived(token: string, calls: readonly string[]): Promise<void> {
  await expect.poll(() => callsOf(token), { interval: 2 }).toEqual(calls);
}

describe('100 strangers with invented tokens', () => {
  it.each<[string, (index: number) => Write]>([
    ['that add items to a playlist', () => add(video.makingOf)],
    ['that change a playlist', (index) => change({ title: `Title ${index}` })],
  ])('%s do not delay its owner', { tags: ['S39'] }, async (_, write) => {
    await accept(owner);
    const release = proxy.hold(({ token }) => token !== owner);
    const strangers = Array.from({ length: 100 }, (__, index) =>
      send(`stranger-${index}`, write(index)),
    );
    await expect.poll(() => proxy.calls.length).toBe(100);
    // No stranger gets an answer before the owner has made three writes.
    for (const index of [1, 2, 3]) expect(await send(owner, write(index))).toEqual([]);
    release();
    const errors = await Promise.all(strangers);
    expect(errors).toEqual(Array.from({ length: 100 }, () => ['UNAUTHENTICATED']));
    // The token was refused once: nothing else was sent.
    expect(proxy.calls.filter(({ token }) => token !== owner)).toHaveLength(100);
  });
});

describe('the first write with a token', () => {
  it.each<[string, Write, string[], string[]]>([
    [
      'that adds items makes a read before',
      add(video.trailer, video.rtl),
      ['GET playlists'],
      ['POST playlistItems', 'POST playlistItems'],
    ],
    [
      'that changes a playlist makes the same calls as a later one',
      change({ title: 'New' }),
      [],
      ['GET playlists', 'PUT playlists'],
    ],
  ])('%s', async (_, write, before, calls) => {
    expect(await send(owner, write)).toEqual([]);
    expect(callsOf(owner)).toEqual([...before, ...calls]);
    proxy.calls.length = 0;
    expect(await send(owner, write)).toEqual([]);
    expect(callsOf(owner)).toEqual(calls);
  });
  it('that has only read begins again if replicas share a store', async () => {
    const redis = await startRedis();
    const sharing = await startGateway({ sandbox, bases: bases(), env: { REDIS_URL: redis.url } });
    const read = ['GET playlists'];
    const write = ['GET playlists', 'PUT playlists'];
    for (const calls of [[...read, ...write], write]) {
      proxy.calls.length = 0;
      expect(await send(owner, change({ title: 'New' }), sharing)).toEqual([]);
      expect(callsOf(owner)).toEqual(calls);
    }
    await sharing.close();
    await redis.close();
  });
  it('does not run at the same time as 19 others of the token', async () => {
    const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
    const errors = await Promise.all(titles.map((title) => send(owner, change({ title }))));
    expect(errors.flat()).toEqual([]);
    expect(callsOf(owner)).toEqual(titles.flatMap(() => ['GET playlists', 'PUT playlists']));
  });
  it('reads again if another caller has written since its read', async () => {
    const [first, second] = [`${owner}.1`, `${owner}.2`];
    await accept(first);
    const release = proxy.hold(({ token, method }) => token === first && method === 'PUT');
    const one = send(first, change({ title: 'By the first' }));
    await arrived(first, ['GET playlists', 'PUT playlists']);
    const other = send(second, change({ description: 'By the second' }));
    await arrived(second, ['GET playlists']);
    // The read has been answered when a further call of the token is.
    await accept(second);
    expect(callsOf(second)).toEqual([]);
    release();
    expect([await one, await other]).toEqual([[], []]);
    expect(callsOf(second)).toEqual(['GET playlists', 'PUT playlists']);
    expect(state().playlists.get(playlist.fifty)).toMatchObject({
      snippet: { title: 'By the first', description: 'By the second' },
    });
  });
  it('is not sent while another caller writes', async () => {
    const [first, second] = [`${owner}.1`, `${owner}.2`];
    await accept(first);
    const release = proxy.hold(({ token }) => token === first);
    const one = send(first, add(video.trailer));
    await arrived(first, ['POST playlistItems']);
    const other = send(second, add(video.makingOf, video.rtl));
    await arrived(second, ['GET playlists']);
    // The read has been answered when a further call of the token is.
    await accept(second);
    expect(callsOf(second)).toEqual([]);
    release();
    expect([await one, await other]).toEqual([[], []]);
    expect(added()).toEqual([video.trailer, video.makingOf, video.rtl]);
    expect(callsOf(second)).toEqual(['POST playlistItems', 'POST playlistItems']);
  });
});
