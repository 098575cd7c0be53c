/** What is stored of the answers of services: by the API key for all, by a token for its caller. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { resourceKeyOf } from '../../../src/sandbox/storage/file/resource-key.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import type { TestResponse } from '../../support/gateway/gateway.ts';
import { ask as change, start } from '../../support/gateway/sandbox.ts';
import { startEditingProxy } from '../../support/proxy/editing-proxy.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';

const video = `{ video(id: "${ids.video.trailer}") { title } }`;
const hot = `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`;
const privateList = '{ viewer { subscriptions(first: 5) { nodes { id } } } }';

const ask = (
  studio: Studio,
  document: string,
  token: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> =>
  studio.gateway.query(
    document,
    {},
    token === null ? headers : { ...headers, authorization: `Bearer ${token}` },
  );

const costOf = ({ body }: TestResponse): any => body.extensions.cost;

/** Lets reads end that nobody waits for. */
const settle = async (studio: Studio, calls: number): Promise<void> => {
  await expect.poll(() => studio.calls().length).toBe(calls);
};

const minute = 60_000;

describe('a public answer', () => {
  it('is read once for all who have no token, whatever else they ask', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask(studio, hot)));
    for (let count = 0; count < 10; count += 1) responses.push(await ask(studio, hot));
    const [first] = responses;
    for (const { body } of responses) expect(body.data).toEqual(first!.body.data);
    expect(studio.calls()).toHaveLength(3);
    expect(costOf(responses[19]!)).toMatchObject({ requests: 0, units: {} });
    const [{ video: known }] = first!.body.data.playlist.items.nodes;
    expect(known.title).toBeTypeOf('string');
  });

  it('counts as avoided for those who were spared a call, and for nobody else', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    const costs = [await ask(studio, video), await ask(studio, video)].map(costOf);
    expect(costs.map(({ requests, avoided }) => [requests, avoided])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('is stored by entity: a call names only those that are missing', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    const videos = (...names: readonly string[]): string =>
      `{ ${names.map((id, index) => `v${index}: video(id: "${id}") { title }`).join(' ')} }`;
    const named = [ids.video.trailer, ids.video.makingOf, 'AAAAAAAAAAA'];
    await ask(studio, videos(named[0]!));
    await ask(studio, videos(...named));
    const last = await ask(studio, videos(...named));
    const called = studio.calls().map(({ query }) => query['id']?.join().split(','));
    expect(called).toEqual([[named[0]], named.slice(1)]);
    expect(costOf(last)).toMatchObject({ requests: 0 });
    expect(last.body.data.v2).toBe(null);
  });

  it('is shown as stale and read again after its time, and waited for after twice its time', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env: { CACHE: 'public' }, clock });
    await ask(studio, video);
    await clock.advance(minute - 1);
    expect((await ask(studio, video)).body.extensions.stale).toBe(undefined);
    await clock.advance(1);
    expect((await ask(studio, video)).body.extensions.stale).toEqual({ age: 60 });
    await settle(studio, 2);
    const again = await ask(studio, video);
    expect([again.body.extensions.stale, studio.calls().length]).toEqual([undefined, 2]);
    await clock.advance(2 * minute);
    const late = await ask(studio, video);
    expect([late.body.extensions.stale, costOf(late).requests]).toEqual([undefined, 1]);
  });

  it('is read again after the clock of the system was set back', async () => {
    let back = 0;
    const clock = { ...systemClock, wallTime: () => systemClock.wallTime() - back };
    await using studio = await openStudio({ env: { CACHE: 'public' }, clock });
    await ask(studio, video);
    back = 60 * minute;
    expect(costOf(await ask(studio, video)).requests).toBe(1);
    expect(costOf(await ask(studio, video)).requests).toBe(0);
  });

  it('is not shown to a request with no-cache, which stores what it reads', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    await ask(studio, video);
    const fresh = await ask(studio, video, null, { 'cache-control': 'no-cache' });
    expect(costOf(fresh).requests).toBe(1);
    expect(costOf(await ask(studio, video)).requests).toBe(0);
    expect(studio.calls()).toHaveLength(2);
  });

  it('is neither stored nor shown where a token reads', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    await ask(studio, video);
    for (const token of ['studio-owner', 'studio-reader', 'studio-owner'])
      expect(costOf(await ask(studio, video, token)).requests).toBe(1);
    expect(studio.calls()).toHaveLength(4);
  });

  it('is not stored if the call has failed', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    studio.sandbox.fault({ match: { service: 'video' }, status: 400, times: 1 });
    expect((await ask(studio, video)).body.errors).toHaveLength(1);
    expect((await ask(studio, video)).body.data.video.title).toBeTypeOf('string');
  });
});

describe('a stored answer with an etag', () => {
  const items = `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { title } } } }`;
  const events = `{ calendar(id: "${ids.calendar.release}") { events(first: 5) { nodes { summary } } } }`;
  const asked = (studio: Studio, operation: string): unknown[] =>
    studio
      .calls()
      .filter((each) => each.operation === operation)
      .map(({ call }) => [call.status, 'if-none-match' in call.headers]);

  it.each([
    ['video:playlistItems.list', items, null],
    ['calendar:events.list', events, 'studio-owner'],
  ])('is current again after a 304, which costs units: %s', async (operation, document, token) => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env: { CACHE: 'callers' }, clock });
    const first = await ask(studio, document, token);
    expect(first.body.errors).toBe(undefined);
    await clock.advance(5 * minute);
    const second = await ask(studio, document, token);
    expect(second.body.data).toEqual(first.body.data);
    expect(costOf(second).operations[operation]).toBe(1);
    expect(costOf(second).units).toEqual(costOf(first).units);
    expect(costOf(await ask(studio, document, token)).requests).toBe(0);
    expect(asked(studio, operation)).toEqual([
      [200, false],
      [304, true],
    ]);
  });

  it('is replaced if it has changed', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env: { CACHE: 'callers' }, clock });
    const summaries = async (): Promise<string[]> =>
      (await ask(studio, events, 'studio-owner')).body.data.calendar.events.nodes.map(
        ({ summary }: any) => summary,
      );
    const before = await summaries();
    const path = `/calendar/v3/calendars/${ids.calendar.release}/events/${ids.event.launchMeeting}`;
    await change(studio.sandbox.url + path, { method: 'PATCH', body: { summary: 'New' } });
    await clock.advance(5 * minute);
    const after = await summaries();
    expect([before.includes('New'), after.includes('New')]).toEqual([false, true]);
    expect(asked(studio, 'calendar:events.list')).toEqual([
      [200, false],
      [200, true],
    ]);
  });

  it('is read as before if no header can have the etag', async () => {
    const clock = new DrivenClock();
    const sandbox = await startSandbox({ now: start });
    const proxy = await startEditingProxy(sandbox.url);
    proxy.edit((answer) => {
      answer['etag'] = 'two\nlines';
    });
    const bases = { video: sandbox.bases.video.replace(sandbox.url, proxy.url) };
    await using studio = await openStudio({ env: { CACHE: 'public' }, sandbox, bases, clock });
    const first = await ask(studio, items);
    await clock.advance(5 * minute);
    expect((await ask(studio, items)).body.data).toEqual(first.body.data);
    expect(asked(studio, 'video:playlistItems.list')).toEqual([
      [200, false],
      [200, false],
    ]);
    await proxy.close();
    await sandbox.close();
  });

  it('is not what entities have, nor the answers of Drive', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env: { CACHE: 'callers' }, clock });
    const both = `{ video(id: "${ids.video.trailer}") { title } file(id: "${ids.file.script}") { name } }`;
    await ask(studio, both, 'studio-owner');
    await clock.advance(5 * minute);
    await ask(studio, both, 'studio-owner');
    for (const operation of ['video:videos.list', 'storage:files.get'])
      expect(asked(studio, operation)).toEqual([
        [200, false],
        [200, false],
      ]);
  });
});

describe('without quota', () => {
  it('stored answers are shown, marked with their age; others say why there are none', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env: { CACHE: 'public' }, clock });
    const before = await ask(studio, hot);
    await clock.advance(10 * minute);
    for (const operation of ['videos.list', 'playlistItems.list', 'channels.list'])
      studio.refuse(`video:${operation}`, 403, 'quotaExceeded');
    const after = await ask(studio, hot);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.body.extensions.stale).toEqual({ age: 600 });
    const calls = studio.calls().length;
    expect((await ask(studio, hot)).body.data).toEqual(before.body.data);
    expect(studio.calls()).toHaveLength(calls);
    const fresh = await ask(studio, video, null, { 'cache-control': 'no-cache' });
    expect(fresh.body.errors?.[0].extensions.code).toBe('QUOTA_EXCEEDED');
    const [{ video: known }] = before.body.data.playlist.items.nodes;
    expect(known).toBeDefined();
    const other = await ask(studio, `{ a: video(id: "${ids.video.trailer}") { description } }`);
    expect(other.body.errors?.[0].extensions.code).toBe('QUOTA_EXCEEDED');
  });

  it('of entities of one call, those are shown that are stored', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env: { CACHE: 'public' }, clock });
    await ask(studio, video);
    await clock.advance(10 * minute);
    studio.refuse('video:videos.list', 403, 'quotaExceeded');
    const { body } = await ask(
      studio,
      `{ a: video(id: "${ids.video.trailer}") { title } b: video(id: "AAAAAAAAAAA") { title } }`,
    );
    expect(body.data.a.title).toBeTypeOf('string');
    expect([body.data.b, body.errors?.map(({ path }: any) => path)]).toEqual([null, [['b']]]);
    expect(body.errors?.[0].extensions.code).toBe('QUOTA_EXCEEDED');
  });

  it('of a budget, a query is answered by the cache alone', async () => {
    const clock = new DrivenClock();
    const env = { CACHE: 'public', QUOTA_BUDGET: 'VIDEO=7' };
    await using studio = await openStudio({ env, clock });
    const before = await ask(studio, hot);
    expect(costOf(before).units).toEqual({ VIDEO: 3 });
    await clock.advance(10 * minute);
    const after = await ask(studio, hot);
    expect([after.body.data, after.body.errors]).toEqual([before.body.data, undefined]);
    expect(after.body.extensions.stale).toEqual({ age: 600 });
    expect(studio.calls()).toHaveLength(3);
    const missing = await ask(studio, hot.replace('title channel', 'description channel'));
    expect(missing.body.data.playlist.items.nodes).toHaveLength(50);
    expect(missing.body.errors?.[0].extensions).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket: 'VIDEO',
      remaining: 4,
    });
  });
});

describe('a query that can cost more than is left', () => {
  const env = { CACHE: 'public', QUOTA_BUDGET: 'VIDEO=8' };
  const withDescription = hot.replace('title channel', 'description channel');

  it('makes its calls as soon as the cache leaves few enough', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    expect(costOf(await ask(studio, hot)).units).toEqual({ VIDEO: 3 });
    // 6 at most, and 5 are left: the list is stored, the videos are not.
    const { body } = await ask(studio, withDescription);
    expect(body.errors).toBe(undefined);
    const [{ video: first }] = body.data.playlist.items.nodes;
    expect(first).toEqual({
      description: expect.any(String),
      channel: { title: expect.any(String) },
    });
    expect(body.extensions.cost.units).toEqual({ VIDEO: 1 });
    expect(studio.calls()).toHaveLength(4);
  });

  it('makes none as long as not all of the rest is left', async () => {
    await using studio = await openStudio({ env: { ...env, QUOTA_BUDGET: 'VIDEO=5' } });
    const { body } = await ask(studio, hot);
    expect(body.data.playlist.items).toBe(null);
    expect(body.errors?.[0].extensions).toMatchObject({ code: 'QUOTA_EXCEEDED', remaining: 5 });
    expect(studio.calls()).toEqual([]);
  });

  it('of two at once, spends what one can', async () => {
    await using studio = await openStudio({ env });
    await ask(studio, hot);
    const other = hot.replace('title channel', 'viewCount: statistics { viewCount } channel');
    const bodies = await Promise.all([ask(studio, withDescription), ask(studio, other)]);
    const failed = bodies.filter(({ body }) => body.errors !== undefined);
    expect(failed).toHaveLength(1);
    expect(studio.calls()).toHaveLength(4);
  });
});

describe('what a token has read', () => {
  const env = { CACHE: 'callers' };

  it('is stored for its caller alone', { tags: ['S24'] }, async () => {
    await using studio = await openStudio({ env });
    for (const token of ['studio-owner', 'studio-reader', null]) await ask(studio, video, token);
    expect(studio.calls()).toHaveLength(3);
    for (const token of ['studio-owner', 'studio-reader', null]) await ask(studio, video, token);
    expect(studio.calls()).toHaveLength(3);
  });

  it.each([
    ['a private list', privateList],
    ['a file', `{ file(id: "${ids.file.script}") { name } }`],
    [
      'the events of a calendar',
      '{ viewer { calendars(first: 2) { nodes { calendar { summary events(first: 2) { nodes { summary } } } } } } }',
    ],
  ])('is read once: %s', async (_, document) => {
    await using studio = await openStudio({ env });
    const first = await ask(studio, document, 'studio-owner');
    expect(first.body.errors).toBe(undefined);
    const again = await ask(studio, document, 'studio-owner');
    expect([again.body.data, costOf(again).requests]).toEqual([first.body.data, 0]);
  });

  it('is not shown without the resource key by which it was found', async () => {
    await using studio = await openStudio({ env });
    const { festivalSheet: id } = ids.file;
    const key = resourceKeyOf(storageState(studio.sandbox.simulation()).files.get(id)!);
    const read = async (resourceKey?: string): Promise<any> =>
      (
        await studio.gateway.query(
          'query ($id: ID!, $resourceKey: String) { file(id: $id, resourceKey: $resourceKey) { name } }',
          { id, resourceKey },
          { authorization: 'Bearer studio-owner' },
        )
      ).body.data.file;
    expect((await read(key)).name).toBeTypeOf('string');
    expect(await read()).toBe(null);
    expect((await read(key)).name).toBeTypeOf('string');
  });

  it('is not shown once a service has refused the token', { tags: ['S25'] }, async () => {
    await using studio = await openStudio({ env });
    await ask(studio, video, 'studio-owner');
    expect(costOf(await ask(studio, video, 'studio-owner')).requests).toBe(0);
    studio.refuse('video:subscriptions.list', 401, 'authError');
    const refused = await ask(studio, privateList, 'studio-owner');
    expect(refused.body.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(costOf(await ask(studio, video, 'studio-owner')).requests).toBe(1);
  });

  it.each([
    ['a read in the background', video, 'video:videos.list', minute],
    [
      'a read with an etag',
      `{ calendar(id: "${ids.calendar.release}") { events(first: 5) { nodes { summary } } } }`,
      'calendar:events.list',
      5 * minute,
    ],
  ])('nor once it has refused %s', { tags: ['S25'] }, async (_, document, operation, age) => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    await ask(studio, document, 'studio-owner');
    await clock.advance(age);
    await ask(studio, privateList, 'studio-owner');
    expect(costOf(await ask(studio, privateList, 'studio-owner')).requests).toBe(0);
    studio.sandbox.fault({ match: { operation }, status: 401, reason: 'authError', times: 1 });
    const calls = studio.calls().length;
    await ask(studio, document, 'studio-owner');
    await expect.poll(() => studio.calls().length).toBeGreaterThan(calls);
    await expect
      .poll(async () => costOf(await ask(studio, privateList, 'studio-owner')).requests)
      .toBe(1);
  });

  it('leaves nothing in the store of a token that no service has accepted', async () => {
    await using studio = await openStudio({ env });
    const { body } = await ask(studio, privateList, 'invented');
    expect(body.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(studio.store.get('written', callerKey({ token: 'invented' }))).toBe(undefined);
  });

  it('is not shown after a write of the caller', async () => {
    await using studio = await openStudio({ env });
    const playlist = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;
    await ask(studio, playlist, 'studio-owner');
    const written = await ask(
      studio,
      `mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "New title" }) { playlist { title } errors { code } } }`,
      'studio-owner',
    );
    expect(written.body.errors).toBe(undefined);
    const { body } = await ask(studio, playlist, 'studio-owner');
    expect(body.data.playlist.title).toBe('New title');
  });
});

describe('with PUBLIC_READS=key', () => {
  const env = { CACHE: 'public', PUBLIC_READS: 'key' };

  /** Lets the gateway see that a service accepts the tokens: what they read has no answer here. */
  const accept = async (studio: Studio, ...tokens: readonly string[]): Promise<void> => {
    for (const token of tokens) await ask(studio, '{ video(id: "AAAAAAAAAAA") { title } }', token);
    studio.sandbox.clearCalls();
  };

  it('callers share what needs no user', async () => {
    await using studio = await openStudio({ env });
    await accept(studio, 'studio-owner', 'studio-reader');
    for (const token of ['studio-owner', 'studio-reader', null]) {
      const { body } = await ask(studio, video, token);
      expect(body.data.video.title).toBeTypeOf('string');
    }
    expect(studio.calls().map(({ call }) => call.user)).toEqual(['api-key']);
  });

  it('a token reads what the key does not find, and nobody else sees it', async () => {
    await using studio = await openStudio({ env });
    const hidden = `{ video(id: "${ids.video.privateCut}") { title } }`;
    const seen = async (token: string | null): Promise<unknown> =>
      (await ask(studio, hidden, token)).body.data.video;
    expect(await seen(null)).toBe(null);
    expect(await seen('studio-owner')).not.toBe(null);
    expect(await seen('film-fan')).toBe(null);
    expect(await seen(null)).toBe(null);
    expect(await seen('studio-owner')).not.toBe(null);
  });

  it('what the key has found is shown if the token cannot read the rest', async () => {
    await using studio = await openStudio({ env });
    const both = `{ a: video(id: "${ids.video.trailer}") { title } b: video(id: "${ids.video.privateCut}") { title } }`;
    await accept(studio, 'studio-owner');
    expect((await ask(studio, both)).body.data.b).toBe(null);
    studio.refuse('video:videos.list', 500);
    const { body } = await ask(studio, both, 'studio-owner');
    expect(body.data.a.title).toBeTypeOf('string');
    expect([body.data.b, body.errors?.map(({ path }: any) => path)]).toEqual([null, [['b']]]);
    expect(body.errors?.[0].extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  });

  it.each([
    [
      'what only the owner sees',
      `{ video(id: "${ids.video.trailer}") { statistics { dislikeCount } } }`,
    ],
    [
      'what the caller may do',
      `{ video(id: "${ids.video.trailer}") { commentThreads(first: 1) { nodes { canReply } } } }`,
    ],
    [
      'lists that have more for the owner',
      `{ channel(by: { id: "${ids.channel.studio}" }) { playlists(first: 50) { nodes { title } } } }`,
    ],
    [
      'what is different for each caller',
      `{ file(id: "${ids.file.pressKit}") { capabilities { canEdit } } }`,
    ],
  ])('the token reads %s', async (_, document) => {
    await using own = await openStudio({ env: { CACHE: 'public' } });
    await using studio = await openStudio({ env });
    await ask(studio, document);
    const { body } = await ask(studio, document, 'studio-owner');
    expect(body.data).toEqual((await ask(own, document, 'studio-owner')).body.data);
    expect(JSON.stringify(body.data)).not.toMatch(/null|false/);
  });

  it('invented tokens spend nothing of the key', async () => {
    await using studio = await openStudio({ env });
    const tokens = Array.from({ length: 5 }, (_, index) => `invented ${index}`);
    for (const token of tokens) {
      const { body } = await ask(studio, video, token);
      expect(body.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
    }
    expect(studio.calls().map(({ call }) => call.user)).not.toContain('api-key');
  });

  it('a key without quota leaves callers their own, and is not asked again', async () => {
    await using studio = await openStudio({ env });
    await accept(studio, 'studio-owner', 'studio-reader');
    const match = { operation: 'video:videos.list' };
    studio.sandbox.fault({ match, times: 1, status: 403, reason: 'quotaExceeded' });
    for (const token of ['studio-owner', 'studio-reader', 'studio-owner']) {
      const { body } = await ask(studio, video, token);
      expect(body.data.video.title).toBeTypeOf('string');
    }
    const { body } = await ask(studio, privateList, 'studio-owner');
    expect(body.errors).toBe(undefined);
    const users = studio.calls().map(({ call }) => call.user);
    expect(users.slice(0, 3)).toEqual(['api-key', 'studio-owner', 'studio-reader']);
    expect(users.slice(3)).not.toContain('api-key');
  });

  it('an invented token is not accepted by what the key has read', async () => {
    await using studio = await openStudio({ env });
    await ask(studio, video);
    await ask(studio, video, 'invented');
    const { body } = await ask(studio, privateList, 'invented');
    expect(body.errors?.[0].extensions.code).toBe('UNAUTHENTICATED');
    // As it would be of an accepted one.
    expect(studio.store.get('written', callerKey({ token: 'invented' }))).toBe(undefined);
  });

  it('the writer sees a change at once, others within the time', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    const playlist = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;
    const titleFor = async (token: string | null): Promise<string> =>
      (await ask(studio, playlist, token)).body.data.playlist.title;
    await accept(studio, 'studio-owner', 'studio-reader');
    const old = await titleFor(null);
    await titleFor('studio-owner');
    await ask(
      studio,
      `mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "New title" }) { playlist { title } errors { code } } }`,
      'studio-owner',
    );
    expect(await titleFor('studio-owner')).toBe('New title');
    expect(await titleFor('studio-reader')).toBe(old);
    await clock.advance(2 * minute);
    expect(await titleFor('studio-reader')).toBe('New title');
  });
});
