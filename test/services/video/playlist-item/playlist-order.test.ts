/**
 * The gateway sends writes to the items of one playlist one after the other, in the order of the
 * requests, for any number of concurrent clients.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest';
import { Execution } from '../../../../src/engine/execution/execution.ts';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { openStudio } from '../../../support/gateway/studio.ts';
import {
  type ConcurrencyProxy,
  startConcurrencyProxy,
} from '../../../support/proxy/concurrency-proxy.ts';

let sandbox: Sandbox;
let proxy: ConcurrencyProxy;
let studio: Awaited<ReturnType<typeof openStudio>>;
let queueing: MockInstance<Execution['runExclusive']>;
const state = () => videoState(sandbox.simulation());
const entries = (playlist: string) => state().playlistItems.get(playlist)!;
const order = (playlist: string): string[] => entries(playlist).map(({ videoId }) => videoId);
const { playlist, video } = ids;

/** Returns the playlist that a call changes. */
const target = (id: string | null): string | undefined =>
  [...state().playlistItems.values()].flat().find((entry) => entry.id === id)?.playlistId;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  proxy = await startConcurrencyProxy({
    target: sandbox.url,
    nameOf: ({ method, search, body }) =>
      method === 'GET'
        ? undefined
        : (body.snippet?.playlistId ?? target(body.id ?? search.get('id'))),
    delayMs: 12,
  });
  studio = await openStudio({ sandbox, bases: { video: `${proxy.url}/youtube/v3` } });
});

beforeEach(() => {
  sandbox.reset(start);
  proxy.clear();
  queueing = vi.spyOn(Execution.prototype, 'runExclusive');
});

afterEach(() => queueing.mockRestore());

afterAll(async () => {
  await studio.close();
  await proxy.close();
  await sandbox.close();
});

const add = (playlistId: string, videoIds: readonly string[], position?: number) => ({
  document:
    'mutation ($input: AddPlaylistItemsInput!) { addPlaylistItems(input: $input) { results { errors { code } } errors { code } } }',
  input: {
    playlistId,
    entries: videoIds.map((videoId) => ({ videoId })),
    ...(position === undefined ? {} : { position }),
  },
});

const move = (id: string, position: number) => ({
  document:
    'mutation ($input: UpdatePlaylistItemInput!) { updatePlaylistItem(input: $input) { errors { code } } }',
  input: { id, position },
});

const drop = (id: string) => ({
  document:
    'mutation ($input: DeletePlaylistItemInput!) { deletePlaylistItem(input: $input) { errors { code } } }',
  input: { id },
});

const send = (
  { document, input }: ReturnType<typeof add | typeof move | typeof drop>,
  token?: string,
) =>
  studio.gateway.query(document, { input }, { authorization: `Bearer ${token ?? 'studio-owner'}` });

/** Waits until this number of writes of the test have asked for their turn in a queue. */
async function queued(count: number): Promise<void> {
  await expect.poll(() => queueing.mock.calls.length, { interval: 1 }).toBe(count);
}

/**
 * Sends each write when the one before has entered the queue. No call reaches the service before
 * all have: the order is known, and all are pending at the same time.
 */
async function sendAll(writes: readonly (() => Promise<unknown>)[]): Promise<any[]> {
  const answers: Promise<unknown>[] = [];
  const release = proxy.hold();
  for (const write of writes) {
    answers.push(write());
    await queued(answers.length);
  }
  release();
  return Promise.all(answers);
}

const pool = (count: number): string[] => order(playlist.long).slice(0, count);

describe('additions to one playlist', () => {
  it('have the order of the requests, items of one request together, and their calls do not overlap', async () => {
    const clips = pool(24);
    const clients = Array.from({ length: 8 }, (_, index) => clips.slice(index * 3, index * 3 + 3));
    const answers = await sendAll(clients.map((three) => () => send(add(playlist.empty, three))));
    for (const { body } of answers)
      expect(body.data.addPlaylistItems.results).toEqual([
        { errors: [] },
        { errors: [] },
        { errors: [] },
      ]);
    expect(order(playlist.empty)).toEqual(clips);
    expect(proxy.maxByName()).toEqual({ [playlist.empty]: 1 });
  });
  it('neither overlap nor interleave when sent at the same time', async () => {
    const clips = pool(30);
    const clients = Array.from({ length: 10 }, (_, index) => clips.slice(index * 3, index * 3 + 3));
    await Promise.all(clients.map((three) => send(add(playlist.empty, three, 0))));
    const itemsAfter = order(playlist.empty);
    const groups = Array.from({ length: 10 }, (_, index) =>
      itemsAfter.slice(index * 3, index * 3 + 3),
    );
    expect(groups.map((group) => group.join()).toSorted()).toEqual(
      clients.map((three) => three.join()).toSorted(),
    );
    expect(proxy.maxByName()).toEqual({ [playlist.empty]: 1 });
  });
  it('do not wait for additions to other playlists', async () => {
    const clips = pool(8);
    const release = proxy.hold();
    const answers = [playlist.empty, playlist.drafts, playlist.gone].map((id) =>
      send(add(id, clips)),
    );
    await expect.poll(() => proxy.maxTotal()).toBe(3);
    release();
    await Promise.all(answers);
    expect(proxy.maxByName()).toEqual({
      [playlist.empty]: 1,
      [playlist.drafts]: 1,
      [playlist.gone]: 1,
    });
    expect(proxy.maxTotal()).toBeGreaterThan(1);
    expect(order(playlist.empty)).toEqual(clips);
  });
});

describe('moves, additions and removals', () => {
  it('share one queue: the result is the same as from one client', async () => {
    const before = order(playlist.fifty);
    const [a, b, c, ...rest] = before;
    const [idA, idB] = entries(playlist.fifty).map(({ id }) => id);
    await sendAll([
      () => send(add(playlist.fifty, [video.trailer, video.makingOf], 0)),
      () => send(move(idA!, 4)),
      () => send(drop(idB!)),
      () => send(add(playlist.fifty, [video.rtl], 1)),
    ]);
    // trailer makingOf a b c … → trailer makingOf b c a … → without b → rtl between the first two
    expect(order(playlist.fifty)).toEqual([
      video.trailer,
      video.rtl,
      video.makingOf,
      c,
      a,
      ...rest,
    ]);
    expect(b).toBeDefined();
    expect(proxy.maxByName()).toEqual({ [playlist.fifty]: 1 });
  });
  it('of ten concurrent moves leave every item in the list once', async () => {
    const before = order(playlist.fifty);
    const moves = entries(playlist.fifty)
      .slice(0, 10)
      .map(({ id }, index) => send(move(id, 49 - index)));
    for (const { body } of await Promise.all(moves))
      expect(body).toMatchObject({ data: { updatePlaylistItem: { errors: [] } } });
    expect(order(playlist.fifty).toSorted()).toEqual(before.toSorted());
    expect(proxy.maxByName()).toEqual({ [playlist.fifty]: 1 });
  });
});

describe('the queue of a playlist', () => {
  it('continues after a rejected request and a broken call', async () => {
    // A caller whose token no service has accepted would not wait in the queue.
    await studio.query('{ viewer { broadcasts { nodes { id } } } }', {}, 'studio-guest');
    sandbox.fault({ match: { operation: 'video:playlistItems.insert' }, drop: 'before', times: 1 });
    const [broken, refused, done] = await sendAll([
      () => send(add(playlist.empty, pool(1))),
      () => send(add(playlist.empty, pool(1)), 'studio-guest'),
      () => send(add(playlist.empty, [video.trailer])),
    ]);
    expect(broken.body.errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    expect(refused.body.data.addPlaylistItems.results).toEqual([
      { errors: [{ code: 'FORBIDDEN' }] },
    ]);
    expect(done.body.data.addPlaylistItems.results).toEqual([{ errors: [] }]);
    expect(order(playlist.empty)).toEqual([video.trailer]);
  });
  it('sends all items of a client that disconnects, and then those of others', async () => {
    const clips = pool(12);
    const leaving = new AbortController();
    const { document, input } = add(playlist.empty, clips);
    const disconnected = fetch(`${studio.gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ query: document, variables: { input } }),
      signal: leaving.signal,
    }).catch(() => 'left');
    await expect
      .poll(() => order(playlist.empty).length, { interval: 1 })
      .toBeGreaterThanOrEqual(3);
    // The next insert waits in the proxy until the gateway has noticed that the client is gone.
    const release = proxy.hold();
    const next = send(add(playlist.empty, [video.trailer]));
    await queued(2);
    const aborted = () => studio.gateway.lines.filter((line) => line['aborted'] === true);
    expect(aborted()).toEqual([]);
    leaving.abort();
    expect(await disconnected).toBe('left');
    await expect.poll(aborted).toHaveLength(1);
    release();
    expect((await next).body).toMatchObject({
      data: { addPlaylistItems: { results: [{ errors: [] }] } },
    });
    expect(order(playlist.empty)).toEqual([...clips, video.trailer]);
    expect(proxy.maxByName()).toEqual({ [playlist.empty]: 1 });
  });
  it('waits for the end of a write that exceeds the deadline of its request', async () => {
    const env = { REQUEST_DEADLINE_MS: '1000' };
    const shortDeadline = await openStudio({
      sandbox,
      bases: { video: `${proxy.url}/youtube/v3` },
      env,
    });
    const ask = async (videoIds: readonly string[]) => {
      const { document, input } = add(playlist.empty, videoIds);
      return shortDeadline.query(document, { input });
    };
    const clips = pool(3);
    sandbox.fault({ match: { operation: 'video:playlistItems.insert' }, delayMs: 1500, times: 1 });
    const late = await ask(clips);
    // The first insert may have been applied; nothing was sent for the other items.
    expect(
      late.errors!.map(({ path, extensions }) => [
        path!.at(-1),
        extensions['code'],
        extensions['outcome'],
      ]),
    ).toEqual([
      [0, 'UPSTREAM_TIMEOUT', 'UNKNOWN'],
      [1, 'UPSTREAM_TIMEOUT', undefined],
      [2, 'UPSTREAM_TIMEOUT', undefined],
    ]);
    const next = await ask([video.trailer]);
    expect(next.data.addPlaylistItems).toEqual({ results: [{ errors: [] }], errors: [] });
    expect(order(playlist.empty)).toEqual([clips[0], video.trailer]);
    expect(proxy.maxByName()).toEqual({ [playlist.empty]: 1 });
    await shortDeadline.close();
  });
});
