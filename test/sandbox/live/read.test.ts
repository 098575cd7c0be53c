/** Broadcasts and streams: transitions, binding, lists, writes. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { start, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;
const { broadcast, stream } = ids;

const transition = (id: string, status: string) =>
  ask(`/liveBroadcasts/transition?part=status,snippet&id=${id}&broadcastStatus=${status}`, {
    method: 'POST',
  });

const parts = 'snippet,status,contentDetails,monetizationDetails';

const read = async (id: string): Promise<any> =>
  (await ask(`/liveBroadcasts?part=${parts}&id=${id}`)).body.items[0];

const list = async (query: string): Promise<string[]> =>
  (await ask(`/liveBroadcasts?part=id&maxResults=50&${query}`)).body.items.map(({ id }: any) => id);

/** @param query with `&streamId=` binds the draft, without it unbinds it */
const bind = (query: string) =>
  ask(`/liveBroadcasts/bind?part=status,contentDetails&id=${broadcast.draft}${query}`, {
    method: 'POST',
  });

const streams = async (query: string): Promise<string[]> =>
  (await ask(`/liveStreams?part=id&${query}`)).body.items.map(({ id }: any) => id);

describe('a broadcast', () => {
  it('with a monitor stream passes testStarting, testing, liveStarting, live and complete', async () => {
    expect((await transition(broadcast.launch, 'testing')).body.status.lifeCycleStatus).toBe(
      'testStarting',
    );
    expect(await transition(broadcast.launch, 'testing')).toMatchObject({
      status: 403,
      reason: 'redundantTransition',
    });
    expect(await transition(broadcast.launch, 'live')).toMatchObject({
      status: 403,
      reason: 'invalidTransition',
    });
    expect((await read(broadcast.launch)).status.lifeCycleStatus).toBe('testing');
    expect((await transition(broadcast.launch, 'live')).body.status.lifeCycleStatus).toBe(
      'liveStarting',
    );
    expect((await read(broadcast.launch)).status.lifeCycleStatus).toBe('live');
    expect((await transition(broadcast.launch, 'complete')).body.status.lifeCycleStatus).toBe(
      'complete',
    );
    expect((await read(broadcast.launch)).snippet.actualEndTime).toMatch(/^2026-03-10T09:00:0\dZ$/);
  });
  it('without a monitor stream can go live directly, and its video shows it', async () => {
    await transition(broadcast.direct, 'live');
    await read(broadcast.direct);
    const video = (await ask(`/videos?part=snippet,liveStreamingDetails&id=${broadcast.direct}`))
      .body.items[0];
    expect(video.snippet.liveBroadcastContent).toBe('live');
    expect(video.liveStreamingDetails).toHaveProperty('actualStartTime');
  });
  it('is ready while a stream is bound, and created otherwise', async () => {
    const bound = await bind(`&streamId=${stream.fresh}`);
    expect(bound.body).toMatchObject({
      status: { lifeCycleStatus: 'ready' },
      contentDetails: { boundStreamId: stream.fresh },
    });
    const free = await bind('');
    expect(free.body.status.lifeCycleStatus).toBe('created');
    expect(free.body.contentDetails).not.toHaveProperty('boundStreamId');
  });
  it('shares title and privacy with its video', async () => {
    const body = { id: broadcast.launch, snippet: { title: 'Renamed', categoryId: '24' } };
    await ask('/videos?part=snippet', { method: 'PUT', body });
    expect((await read(broadcast.launch)).snippet.title).toBe('Renamed');
  });
});

describe('lists of broadcasts', () => {
  it('contain persistent broadcasts only for the types all and persistent', async () => {
    expect(await list('mine=true')).not.toContain(broadcast.always);
    expect(await list('mine=true&broadcastType=all')).toContain(broadcast.always);
    expect(await list('mine=true&broadcastType=persistent')).toEqual([broadcast.always]);
  });
  it('filter by status, and contain only broadcasts of the caller', async () => {
    expect(await list('broadcastStatus=active')).toEqual([broadcast.nightShift]);
    expect((await list('broadcastStatus=completed')).toSorted()).toEqual(
      [broadcast.retrospective, broadcast.winterGala].toSorted(),
    );
    expect(await list('broadcastStatus=all&broadcastType=all')).not.toContain(broadcast.benPreview);
    expect(await list(`id=${broadcast.benPreview},${broadcast.draft}`)).toEqual([broadcast.draft]);
  });
});

describe('writes of broadcasts', () => {
  const later = new Date(start.getTime() + 86_400_000).toISOString();
  it('create and delete a video with the same id', async () => {
    const body = {
      snippet: { title: 'Pop-up', scheduledStartTime: later },
      status: { privacyStatus: 'unlisted' },
    };
    const made = await ask('/liveBroadcasts?part=snippet,status,contentDetails', {
      method: 'POST',
      body,
    });
    expect(made.body.status).toMatchObject({
      lifeCycleStatus: 'created',
      privacyStatus: 'unlisted',
    });
    const [video] = (await ask(`/videos?part=snippet,status&id=${made.body.id}`)).body.items;
    expect(video).toMatchObject({
      snippet: { title: 'Pop-up', liveBroadcastContent: 'upcoming' },
      status: { privacyStatus: 'unlisted' },
    });
    expect((await ask(`/liveBroadcasts?id=${made.body.id}`, { method: 'DELETE' })).status).toBe(
      204,
    );
    expect((await ask(`/videos?part=id&id=${made.body.id}`)).body.items).toEqual([]);
  });
  it('compare times with different offsets', async () => {
    const insert = (scheduledStartTime: string, scheduledEndTime?: string) =>
      ask('/liveBroadcasts?part=snippet,status', {
        method: 'POST',
        body: {
          snippet: { title: 'Pop-up', scheduledStartTime, scheduledEndTime },
          status: { privacyStatus: 'private' },
        },
      });
    const isLater = await insert('2027-03-12T09:00:00Z', '2027-03-12T08:30:00-02:00');
    expect(isLater.status).toBe(200);
    const isEarlier = await insert('2027-03-12T09:00:00Z', '2027-03-12T10:30:00+02:00');
    expect(isEarlier.reason).toBe('invalidScheduledEndTime');
    const next = await insert('2027-03-12T08:30:00-02:00');
    const upcoming = await list('broadcastStatus=upcoming');
    expect(upcoming.slice(0, 2)).toEqual([next.body.id, isLater.body.id]);
  });
  it('read fields that are null as absent ones', async () => {
    const snippet = { title: 'Pop-up', description: null, scheduledStartTime: later };
    const { status, body } = await ask('/liveBroadcasts?part=snippet,status', {
      method: 'POST',
      body: { snippet, status: { privacyStatus: 'unlisted' } },
    });
    expect([status, body.snippet.description]).toEqual([200, '']);
  });
  it('reset omitted fields of a named part, but not its read-only fields', async () => {
    const before = await read(broadcast.launch);
    const body = {
      id: broadcast.launch,
      contentDetails: {
        monitorStream: { enableMonitorStream: false, broadcastStreamDelayMs: 0 },
        enableDvr: false,
      },
    };
    await ask('/liveBroadcasts?part=contentDetails', { method: 'PUT', body });
    await ask('/liveBroadcasts?part=contentDetails', {
      method: 'PUT',
      body: { ...body, contentDetails: { monitorStream: body.contentDetails.monitorStream } },
    });
    const after = await read(broadcast.launch);
    expect(after.contentDetails).toMatchObject({
      enableDvr: true,
      boundStreamId: before.contentDetails.boundStreamId,
    });
    expect(after.contentDetails.monitorStream.enableMonitorStream).toBe(false);
    expect(after.snippet).toEqual(before.snippet);
  });
  it('keep category, regions and ads, and an update without them resets them', async () => {
    const regions = { globalConfig: { excludedRegionCodes: ['NO'] } };
    const ads = {
      adsMonetizationStatus: 'on',
      cuepointSchedule: { enabled: true, ytOptimizedCuepointConfig: 'HIGH' },
    };
    const made = await ask(`/liveBroadcasts?part=${parts}`, {
      method: 'POST',
      body: {
        snippet: { title: 'Pop-up', scheduledStartTime: later, categoryId: '20' },
        status: { privacyStatus: 'unlisted' },
        contentDetails: { availabilityConfig: regions },
        monetizationDetails: ads,
      },
    });
    const { id } = made.body;
    expect(await read(id)).toMatchObject({
      snippet: { categoryId: '20' },
      contentDetails: { availabilityConfig: regions },
      monetizationDetails: { ...ads, eligibleForAdsMonetization: true },
    });
    const monitorStream = { enableMonitorStream: true, broadcastStreamDelayMs: 0 };
    await ask(`/liveBroadcasts?part=${parts}`, {
      method: 'PUT',
      body: {
        id,
        snippet: { title: 'Pop-up', scheduledStartTime: later },
        status: { privacyStatus: 'unlisted' },
        contentDetails: { monitorStream },
        monetizationDetails: { cuepointSchedule: { creatorCuepointConfig: creatorConfig } },
      },
    });
    const after = await read(id);
    expect(after.snippet.categoryId).toBe('22');
    expect(after.contentDetails).not.toHaveProperty('availabilityConfig');
    expect(after.monetizationDetails).toEqual({
      adsMonetizationStatus: 'off',
      eligibleForAdsMonetization: true,
      cuepointSchedule: { creatorCuepointConfig: creatorConfig },
    });
  });
  it('cannot switch on ads of a channel that may not show any', async () => {
    const control = { method: 'POST', token: null, body: { adsEligible: false } };
    expect((await ask('/_sandbox/broadcasts', control)).status).toBe(204);
    const id = broadcast.launch;
    const write = (monetizationDetails: object) =>
      ask('/liveBroadcasts?part=monetizationDetails', {
        method: 'PUT',
        body: { id, monetizationDetails },
      });
    expect(await write({ adsMonetizationStatus: 'on' })).toMatchObject({
      status: 412,
      reason: 'videoNotEligibleForAdsMonetization',
    });
    expect((await write({ adsMonetizationStatus: 'off' })).status).toBe(200);
    expect((await read(id)).monetizationDetails.eligibleForAdsMonetization).toBe(false);
  });
});

const creatorConfig = { scheduleStrategy: 'concurrent', repeatIntervalSecs: 360 };

describe('streams', () => {
  it('that are not reusable are found by id, but not with mine', async () => {
    expect(await streams('mine=true')).toEqual([stream.main, stream.backup]);
    expect(await streams(`id=${stream.fresh},${stream.ben}`)).toEqual([stream.fresh]);
  });
});
