/** The project's day: what all callers spend together, what is kept, and for whom. */
import { describe, expect, it } from 'vitest';
import { unitsOfCalls } from '../../../src/sandbox/call/unit-table.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { connectSocket } from '../../support/client/web-socket.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';
import { scrape } from '../../support/tool/exposition.ts';

const video = (id: string = ids.video.trailer): string => `{ video(id: "${id}") { title } }`;

const rename = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "New" }) { video { title } } }`;

const minute = 60_000;

/** Midnight, Pacific time, after the start of a `DrivenClock`. */
const midnight = '2026-03-11T07:00:00.000Z';

/** Spends units of YouTube without a token, one for each query. */
const spend = async (studio: Studio, count: number): Promise<void> => {
  for (let sent = 0; sent < count; sent += 1)
    await studio.query(video(`${'A'.repeat(9)}${String(sent).padStart(2, '0')}`), {}, null);
};

const refusalOf = async (
  studio: Studio,
  document: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
) => (await studio.query(document, {}, token, headers)).errors?.[0];

const projectOf = async (studio: Studio, token: string | null = 'studio-owner') => {
  const data = await studio.data(
    '{ quota { buckets { bucket project { limit spent reserved runsOutAt } } } }',
    {},
    token,
  );
  return Object.fromEntries(data.quota.buckets.map((each: any) => [each.bucket, each.project]));
};

describe('a reserve', () => {
  const env = { CACHE: 'off', QUOTA_PROJECT: 'VIDEO=200', QUOTA_RESERVE: 'writes=25,callers=70' };
  const facts = { code: 'QUOTA_EXCEEDED', service: 'video', operation: 'video:videos.list' };

  it('is kept for callers and for mutations, and says so', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ clock, env });
    await spend(studio, 10);
    studio.sandbox.clearCalls();
    const refused = await refusalOf(studio, video(), null);
    expect(refused).toMatchObject({
      path: ['video'],
      message: `What is left of the bucket VIDEO is kept for mutations, and for requests with an access token. Send one, or retry after ${midnight}.`,
      extensions: {
        ...facts,
        reason: 'reservedForCallers',
        bucket: 'VIDEO',
        limit: 200,
        remaining: 0,
        resetAt: midnight,
      },
    });
    expect(studio.calls()).toEqual([]);
    expect(await refusalOf(studio, video(), 'studio-owner')).toBe(undefined);
    for (let count = 0; count < 3; count += 1)
      expect(await refusalOf(studio, rename, 'studio-owner')).toBe(undefined);
    // 11 reads, and three changes of a video with a read each: 50 units are kept for changes.
    expect(await refusalOf(studio, video(), 'studio-owner')).toMatchObject({
      message: `What is left of the bucket VIDEO is kept for mutations. Retry after ${midnight}.`,
      extensions: { ...facts, reason: 'reservedForWrites' },
    });
    expect(await refusalOf(studio, rename, 'studio-owner')).toBe(undefined);
  });

  it('leaves what is stored to all, marked as stale', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ clock, env: { ...env, CACHE: 'public' } });
    const ask = (document: string) => studio.gateway.query(document);
    const { body: before } = await ask(video());
    await spend(studio, 9);
    await clock.advance(10 * minute);
    const { body: after } = await ask(video());
    expect([after.data, after.errors, after.extensions.stale]).toEqual([
      before.data,
      undefined,
      { age: 600 },
    ]);
    const { body: missing } = await ask(video(ids.video.makingOf));
    expect(missing.errors[0].extensions.reason).toBe('reservedForCallers');
  });

  it('is closed to invented tokens, where the key reads for callers', async () => {
    await using studio = await openStudio({
      env: { ...env, CACHE: 'public', PUBLIC_READS: 'key' },
    });
    await spend(studio, 10);
    studio.sandbox.clearCalls();
    const keys = () => studio.calls().map(({ query }) => query['key']);
    expect(await refusalOf(studio, video(), 'invented')).toMatchObject({
      extensions: { code: 'UNAUTHENTICATED' },
    });
    // A new token reads by itself, which shows that it is valid; then the key reads for it.
    expect(await refusalOf(studio, video(), 'studio-owner')).toBe(undefined);
    expect(keys()).toEqual([undefined, undefined]);
    expect(await refusalOf(studio, video(ids.video.makingOf), 'studio-owner')).toBe(undefined);
    expect(keys()[2]).toHaveLength(1);
  });

  it('is shown to each caller as it concerns the caller', async () => {
    await using studio = await openStudio({ env });
    const reserved = async (token: string | null) =>
      (await projectOf(studio, token)).VIDEO.reserved;
    expect([await reserved(null), await reserved('studio-owner')]).toEqual([190, 50]);
  });
});

describe('a budget by the name of a client', () => {
  const env = { CACHE: 'off', QUOTA_CLIENTS: 'web:VIDEO=2,others:VIDEO=1' };
  const web = { 'apollographql-client-name': 'web' };

  it('is one for each listed name, and one for all others', async () => {
    await using studio = await openStudio({ env });
    const isServed = async (headers: Readonly<Record<string, string>>): Promise<boolean> =>
      (await refusalOf(studio, video(), 'studio-owner', headers)) === undefined;
    expect([await isServed({ 'graphql-client-name': 'tv' }), await isServed({})]).toEqual([
      true,
      false,
    ]);
    expect([await isServed(web), await isServed({ 'graphql-client-name': 'web' })]).toEqual([
      true,
      true,
    ]);
    const refused = await refusalOf(studio, video(), null, web);
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /^The budget that clients of this name have of the bucket VIDEO has 0 of 2 units left/,
      ),
      extensions: { code: 'QUOTA_EXCEEDED', reason: 'clientBudget', limit: 2, remaining: 0 },
    });
    expect(studio.calls()).toHaveLength(3);
  });

  it('admits a mutation whole or not at all', async () => {
    await using studio = await openStudio({ env: { QUOTA_CLIENTS: 'web:VIDEO=60' } });
    expect(await refusalOf(studio, rename, 'studio-owner', web)).toBe(undefined);
    studio.sandbox.clearCalls();
    expect(await refusalOf(studio, rename, 'studio-owner', web)).toMatchObject({
      extensions: { reason: 'clientBudget', limit: 60, remaining: 9 },
    });
    expect(studio.calls()).toEqual([]);
  });

  it('holds for the operations of a WebSocket', async () => {
    await using studio = await openStudio({ env });
    const payload = { headers: { ...web, authorization: 'Bearer studio-owner' } };
    await using socket = await connectSocket(studio.gateway.url, payload);
    const codes: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const [{ payload: result }] = (await socket.run(video())) as [any];
      codes.push(result.errors?.[0].extensions.reason);
    }
    expect(codes).toEqual([undefined, undefined, 'clientBudget']);
  });
});

describe('the units of a day', () => {
  it('are the same in `quota` and in the metrics of all replicas, and those of the sandbox', async () => {
    const clock = new DrivenClock();
    const memory = new SharedMemory(clock.wallTime);
    const env = {
      METRICS_PORT: '0',
      CACHE: 'off',
      QUOTA_PROJECT: 'VIDEO=100',
      QUOTA_CLIENTS: 'web:VIDEO=50',
    };
    await using first = await openStudio({
      clock,
      env,
      sharedStore: new SharedMemoryStore(memory),
    });
    const { sandbox } = first;
    await using second = await openStudio({
      clock,
      env,
      sandbox,
      sharedStore: new SharedMemoryStore(memory),
    });
    const web = { 'apollographql-client-name': 'web' };
    await first.data(video(), {}, 'studio-owner', web);
    await second.data(video(), {}, null);
    await second.query('{ search(first: 1) { nodes { __typename } } }');
    sandbox.fault({ match: { operation: 'video:videos.list' }, status: 503, times: 1 });
    const retried = second.query(video(), {}, 'studio-owner', web);
    await clock.through(retried);
    // An invented token is no token of the project.
    await first.query(video(), {}, 'invented');
    await clock.advance(1_000);
    const charged = sandbox.calls().filter(({ status }) => status !== 401);
    const units = unitsOfCalls(charged);
    expect(units).toMatchObject({ VIDEO: 4 });
    for (const studio of [first, second]) {
      await clock.advance(1_000);
      const { VIDEO, SEARCH, STORAGE } = await projectOf(studio);
      expect(VIDEO).toMatchObject({ limit: 100, spent: units['VIDEO'] });
      expect(SEARCH).toMatchObject({ limit: 100, spent: units['SEARCH'] });
      expect(STORAGE).toBe(null);
      const metrics = await scrape(studio.gateway.metricsUrl!);
      const valuesOf = (name: string) => metrics.values(`studiograph_${name}`);
      expect(valuesOf('project_units')).toMatchObject({ VIDEO: VIDEO.spent, SEARCH: SEARCH.spent });
      expect(valuesOf('project_units_limit')).toMatchObject({ VIDEO: 100, VIDEO_UPLOAD: 100 });
      expect(valuesOf('client_units')).toEqual({ 'web VIDEO': 3 });
      expect(VIDEO.runsOutAt).toBe(null);
      expect(valuesOf('project_forecast_seconds')['VIDEO']).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('have the same forecast in `quota` and in the metrics', async () => {
    const clock = new DrivenClock();
    const env = { METRICS_PORT: '0', CACHE: 'off', QUOTA_PROJECT: 'VIDEO=40' };
    await using studio = await openStudio({ clock, env });
    await spend(studio, 8);
    const { runsOutAt } = (await projectOf(studio)).VIDEO;
    // 32 are left, at 8 in the last hour.
    expect(runsOutAt).toBe('2026-03-10T13:00:00.000Z');
    const metrics = await scrape(studio.gateway.metricsUrl!);
    expect(metrics.values('studiograph_project_forecast_seconds')['VIDEO']).toBe(4 * 3_600);
  });

  it('are gone when Google says so, which the metrics show until midnight', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ clock, env: { METRICS_PORT: '0', CACHE: 'off' } });
    const gone = async () => {
      const metrics = await scrape(studio.gateway.metricsUrl!);
      const all = Object.entries(metrics.values('studiograph_quota_exhausted'));
      return all.flatMap(([labels, value]) => (value === 1 ? labels : []));
    };
    expect(await gone()).toEqual([]);
    studio.refuse('video:videos.list', 403, 'quotaExceeded');
    await studio.query(video(), {}, null);
    expect(await gone()).toEqual(['VIDEO key']);
    // Other programs have spent it.
    expect((await projectOf(studio)).VIDEO.runsOutAt).toBe('2026-03-10T09:00:00.000Z');
    await studio.query(video());
    expect(await gone()).toEqual(['VIDEO key', 'VIDEO token']);
    clock.skip(22 * 60 * minute);
    expect(await gone()).toEqual([]);
  });

  it('are gone for all replicas, also after a start, until Google grants others', async () => {
    const clock = new DrivenClock();
    const memory = new SharedMemory(clock.now);
    const open = (limit: string) =>
      openStudio({
        clock,
        sharedStore: new SharedMemoryStore(memory),
        env: { METRICS_PORT: '0', CACHE: 'off', QUOTA_PROJECT: `VIDEO=${limit}` },
      });
    const isGone = async (studio: Studio): Promise<unknown> => {
      const metrics = await scrape(studio.gateway.metricsUrl!);
      const refused = await studio.query(video(), {}, null);
      expect(refused.errors?.[0]?.extensions['code']).toBe(
        metrics.values('studiograph_quota_exhausted')['VIDEO key'] === 1
          ? 'QUOTA_EXCEEDED'
          : undefined,
      );
      return metrics.values('studiograph_quota_exhausted')['VIDEO key'];
    };
    await using first = await open('100');
    first.refuse('video:videos.list', 403, 'quotaExceeded');
    await first.query(video(), {}, null);
    await using second = await open('100');
    await using granted = await open('1000');
    expect([await isGone(first), await isGone(second), await isGone(granted)]).toEqual([1, 1, 0]);
  });
});
