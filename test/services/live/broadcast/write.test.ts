import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { mutator } from '../../../support/mutation.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const simulation = () => studio.sandbox.simulation();
const broadcasts = () => liveState(simulation()).broadcasts;
const broadcast = (id: string) => broadcasts().get(id)!;
const video = (id: string) => videoState(simulation()).videos.get(id)!;
const operations = () => studio.calls().map(({ operation }) => operation);
const bodies = () => studio.calls().flatMap(({ body }) => (body === undefined ? [] : [body]));

const { draft, launch, nightShift, rehearsal, retrospective, always } = ids.broadcast;

const send = mutator(
  studio,
  '__typename code reason path message ... on PartlyDoneError { done remaining }',
);

const mutate = (name: string, input: object, selection = 'broadcast { broadcastId }') =>
  send(name, input, selection);

const update = (id: string, input: object, selection?: string) =>
  mutate('updateBroadcast', { id, ...input }, selection);

/** The operations of an update through the broadcast, and through its video. */
const own = ['live:liveBroadcasts.list', 'live:liveBroadcasts.update'];
const throughVideo = ['video:videos.list', 'video:videos.update'];

describe('createBroadcast', () => {
  const input = {
    title: 'Opening night 🎬',
    scheduledStartAt: '2099-01-01T20:00:00+01:00',
    privacyStatus: 'UNLISTED',
  };

  it('sends one call, whose response has all selected fields that YouTube returns', async () => {
    const { payload } = await mutate(
      'createBroadcast',
      { ...input, enableMonitorStream: false, latencyPreference: 'LOW' },
      `broadcast { id title privacyStatus lifeCycleStatus scheduledStartAt liveChatId
        contentDetails { latencyPreference enableDvr monitorStream { enableMonitorStream } }
        boundStreamId }`,
    );
    const created = [...broadcasts().values()].at(-1)!;
    expect(payload).toEqual({
      broadcast: {
        id: globalId('Broadcast', [created.id]),
        title: 'Opening night 🎬',
        privacyStatus: 'UNLISTED',
        lifeCycleStatus: 'CREATED',
        scheduledStartAt: created.snippet.scheduledStartTime,
        liveChatId: created.snippet.liveChatId,
        contentDetails: {
          latencyPreference: 'LOW',
          enableDvr: true,
          monitorStream: { enableMonitorStream: false },
        },
        boundStreamId: null,
      },
      errors: [],
    });
    expect(
      studio.calls().map(({ operation, query, body }) => ({ operation, query, body })),
    ).toEqual([
      {
        operation: 'live:liveBroadcasts.insert',
        query: { part: ['contentDetails,snippet,status'], prettyPrint: ['false'] },
        body: {
          snippet: { title: input.title, scheduledStartTime: input.scheduledStartAt },
          status: { privacyStatus: 'unlisted' },
          contentDetails: {
            monitorStream: { enableMonitorStream: false },
            latencyPreference: 'low',
          },
        },
      },
    ]);
  });
  it('reads only what the response of the creation cannot contain', async () => {
    const { payload } = await mutate(
      'createBroadcast',
      input,
      'broadcast { title statistics { concurrentViewerCount } }',
    );
    expect(payload.errors).toEqual([]);
    expect(studio.calls().map(({ operation, query }) => [operation, query['part']])).toEqual([
      ['live:liveBroadcasts.insert', ['snippet,status']],
      ['live:liveBroadcasts.list', ['statistics']],
    ]);
  });
  it('leads from a stream to a broadcast that is ready', async () => {
    const stream = await mutate('createStream', { title: 'Camera' }, 'stream { id }');
    const made = await mutate('createBroadcast', input, 'broadcast { id lifeCycleStatus }');
    expect(made.payload.broadcast.lifeCycleStatus).toBe('CREATED');
    const bound = await mutate(
      'bindBroadcast',
      { id: made.payload.broadcast.id, streamId: stream.payload.stream.id },
      'broadcast { lifeCycleStatus boundStream { title streamStatus } }',
    );
    expect(bound.payload).toEqual({
      broadcast: {
        lifeCycleStatus: 'READY',
        boundStream: { title: 'Camera', streamStatus: 'READY' },
      },
      errors: [],
    });
  });
  it('reports all invalid values at once, before any call', async () => {
    const { payload } = await mutate('createBroadcast', {
      ...input,
      title: 'a < b',
      description: 'ö'.repeat(2501),
      scheduledStartAt: '2020-01-01T00:00:00Z',
      broadcastStreamDelayMs: -1,
    });
    expect(payload.errors.map(({ code, path }: any) => [code, path])).toEqual([
      ['INVALID_INPUT', ['title']],
      ['INVALID_INPUT', ['description']],
      ['INVALID_INPUT', ['scheduledStartAt']],
      ['INVALID_INPUT', ['broadcastStreamDelayMs']],
    ]);
    expect(operations()).toEqual([]);
  });
  it('reports a limit of the account without a path', async () => {
    studio.sandbox.fault({ status: 403, reason: 'userBroadcastsExceedLimit', times: 1 });
    const { payload } = await mutate('createBroadcast', input);
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [{ code: 'FORBIDDEN', reason: 'userBroadcastsExceedLimit', path: null }],
    });
  });
});

describe('updateBroadcast before testing', () => {
  it('sends the whole snippet for a new title, with the planned start', async () => {
    const { snippet } = structuredClone(broadcast(launch));
    const { description } = video(launch).snippet;
    const { payload } = await update(launch, { title: 'Launch' }, 'broadcast { title }');
    expect(payload).toEqual({ broadcast: { title: 'Launch' }, errors: [] });
    expect(operations()).toEqual(own);
    expect(bodies()).toEqual([
      {
        id: launch,
        snippet: { title: 'Launch', description, scheduledStartTime: snippet.scheduledStartTime },
      },
    ]);
    expect(broadcast(launch).snippet).toEqual(snippet);
  });
  it('sends both fields of the monitor stream, and never the binding, for any setting', async () => {
    const { contentDetails } = structuredClone(broadcast(launch));
    await update(launch, { enableAutoStart: true });
    const [body] = bodies() as [{ contentDetails: object }];
    expect(body.contentDetails).toMatchObject({
      enableAutoStart: true,
      monitorStream: contentDetails.monitorStream,
    });
    expect(Object.keys(body.contentDetails)).not.toContain('boundStreamId');
    expect(Object.keys(body.contentDetails)).not.toContain('enableContentEncryption');
    expect(broadcast(launch).contentDetails).toEqual({ ...contentDetails, enableAutoStart: true });
  });
  it('keeps all of the schedule of ad breaks that the input omits', async () => {
    const schedule = {
      enabled: true,
      pauseAdsUntil: '2099-01-01T00:00:00Z',
      repeatIntervalSecs: 600,
      scheduleStrategy: 'concurrent',
    } as const;
    const body = (changed: object): object => ({
      id: launch,
      monetizationDetails: { cuepointSchedule: changed },
    });
    broadcast(launch).monetizationDetails = { cuepointSchedule: { ...schedule } };
    await update(launch, { cuepointSchedule: { enabled: false } });
    await update(launch, { cuepointSchedule: { adsResumeAt: null } });
    const { pauseAdsUntil: _, ...withoutTime } = schedule;
    expect(bodies()).toEqual([
      body({ ...schedule, enabled: false }),
      body({ ...withoutTime, enabled: false }),
    ]);
    expect(broadcast(launch).monetizationDetails).toEqual({
      cuepointSchedule: { ...withoutTime, enabled: false },
    });
  });
  it('sends nothing if no field is given', async () => {
    const { payload } = await update(launch, {}, 'broadcast { title }');
    expect(payload).toEqual({ broadcast: { title: video(launch).snippet.title }, errors: [] });
    expect(operations()).toEqual(['live:liveBroadcasts.list']);
  });
});

describe.each([
  ['in testing', rehearsal],
  ['live', nightShift],
  ['ended', retrospective],
])('updateBroadcast of a broadcast that is %s', (_, id) => {
  it('changes title, description and visibility through the video, which keeps the rest', async () => {
    const before = structuredClone({ own: broadcast(id), video: video(id) });
    const { payload } = await update(
      id,
      { title: 'New title', description: null, privacyStatus: 'UNLISTED' },
      'broadcast { title description privacyStatus }',
    );
    expect(payload).toEqual({
      broadcast: { title: 'New title', description: '', privacyStatus: 'UNLISTED' },
      errors: [],
    });
    expect(operations()).toEqual([own[0], ...throughVideo, own[0]]);
    expect(broadcast(id)).toEqual(before.own);
    const { snippet, status, ...others } = before.video;
    expect(video(id)).toEqual({
      ...others,
      snippet: { ...snippet, title: 'New title', description: '' },
      status: { ...status, privacyStatus: 'unlisted' },
    });
  });
  it('rejects a setting that is locked, with the status, and writes nothing', async () => {
    const { payload } = await update(id, { enableDvr: false, recordFromStart: false, title: 'A' });
    expect(payload.errors.map(({ code, path }: any) => [code, path])).toEqual([
      ['INVALID_INPUT', ['recordFromStart']],
      ['INVALID_INPUT', ['enableDvr']],
    ]);
    expect(payload.errors[0].message).toContain('CREATED or READY');
    expect(operations()).toEqual([own[0]]);
  });
  it('accepts the present value of a locked setting together with another setting', async () => {
    const { payload } = await update(id, { enableDvr: true, latencyPreference: 'LOW' });
    expect(payload.errors).toEqual([]);
    expect(operations()).toEqual(own);
    expect(broadcast(id).contentDetails['latencyPreference']).toBe('low');
  });
  it('writes a setting and then the title', async () => {
    const { payload } = await update(id, { title: 'New title', enableAutoStop: true });
    expect(payload.errors).toEqual([]);
    expect(operations()).toEqual([own[0], ...own, ...throughVideo]);
    expect(broadcast(id).contentDetails['enableAutoStop']).toBe(true);
    expect(video(id).snippet.title).toBe('New title');
  });
  it('says what was done if the video cannot be changed', async () => {
    studio.sandbox.fault({ match: { operation: 'video:videos.update' }, status: 403 });
    const { payload } = await update(
      id,
      { title: 'New title', enableAutoStop: true },
      'broadcast { contentDetails { enableAutoStop } }',
    );
    expect(payload).toMatchObject({
      broadcast: { contentDetails: { enableAutoStop: true } },
      errors: [{ code: 'PARTLY_DONE', done: ['enableAutoStop'], remaining: ['title'] }],
    });
  });
});

describe('updateBroadcast of the schedule', () => {
  it.each([nightShift, retrospective])('is rejected after the start: %s', async (id) => {
    const { payload } = await update(id, {
      title: 'A',
      scheduledStartAt: '2099-01-01T00:00:00Z',
      scheduledEndAt: null,
    });
    expect(payload.errors.map(({ code, path }: any) => [code, path])).toEqual([
      ['INVALID_INPUT', ['scheduledStartAt']],
      ['INVALID_INPUT', ['scheduledEndAt']],
    ]);
    expect(operations()).toEqual([own[0]]);
  });
  it('is possible in testing, together with the title', async () => {
    const scheduledStartAt = '2099-01-01T00:00:00Z';
    const { payload } = await update(rehearsal, { title: 'Later', scheduledStartAt });
    expect(payload.errors).toEqual([]);
    expect(operations()).toEqual(own);
    expect(broadcast(rehearsal).snippet.scheduledStartTime).toBe(scheduledStartAt);
    expect(video(rehearsal).snippet.title).toBe('Later');
  });
  it('must end after the start that the broadcast has', async () => {
    const { payload } = await update(launch, { scheduledEndAt: '2026-03-01T00:00:00Z' });
    expect(payload).toMatchObject({
      errors: [{ code: 'INVALID_INPUT', path: ['scheduledEndAt'] }],
    });
    expect(operations()).toEqual([own[0]]);
  });
});

describe('updateBroadcast of the start alone', () => {
  it('must be before the end that the broadcast has', async () => {
    await update(launch, { scheduledEndAt: '2099-01-01T00:00:00Z' });
    studio.sandbox.clearCalls();
    const { payload } = await update(launch, { scheduledStartAt: '2099-01-02T00:00:00Z' });
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [
        {
          code: 'INVALID_INPUT',
          path: ['scheduledStartAt'],
          message:
            'scheduledStartAt: "2099-01-02T00:00:00Z" is not before the planned end; expected an instant before 2099-01-01T00:00:00Z',
        },
      ],
    });
    expect(operations()).toEqual([own[0]]);
  });
});

describe('updateBroadcast after the planned start has passed, before testing', () => {
  it('changes the title through the video after YouTube has rejected the old start', async () => {
    const before = structuredClone(broadcast(always));
    const { payload } = await update(always, { title: 'On air' }, 'broadcast { title }');
    expect(payload).toEqual({ broadcast: { title: 'On air' }, errors: [] });
    expect(operations()).toEqual([...own, ...throughVideo, own[0]]);
    expect(broadcast(always)).toEqual(before);
  });
  it('changes settings and title', async () => {
    const { payload } = await update(always, { title: 'On air', enableDvr: false });
    expect(payload.errors).toEqual([]);
    expect(operations()).toEqual([...own, ...own, ...throughVideo]);
    expect(broadcast(always).contentDetails['enableDvr']).toBe(false);
    expect(video(always).snippet.title).toBe('On air');
  });
  it('takes a new start with the title in one update', async () => {
    const scheduledStartAt = '2099-01-01T00:00:00Z';
    const { payload } = await update(always, { title: 'On air', scheduledStartAt });
    expect(payload.errors).toEqual([]);
    expect(operations()).toEqual(own);
  });
  it.each([{}, { title: 'On air' }, { enableDvr: false }])(
    'needs a new start with a new end: %j',
    async (others) => {
      const before = structuredClone(broadcast(always));
      for (const scheduledEndAt of ['2099-01-01T00:00:00Z', null]) {
        studio.sandbox.clearCalls();
        const { payload } = await update(always, { ...others, scheduledEndAt });
        expect(payload).toMatchObject({
          broadcast: null,
          errors: [{ code: 'INVALID_INPUT', path: ['scheduledStartAt'] }],
        });
        expect(payload.errors[0].message).toBe(
          'scheduledStartAt: missing, and the planned start has passed; expected a new start together with scheduledEndAt',
        );
        expect(operations()).toEqual(own);
      }
      expect(broadcast(always)).toEqual(before);
    },
  );
});

describe('updateBroadcast after the planned start has passed, in testing', () => {
  it.each([{}, { privacyStatus: 'PRIVATE' }])(
    'needs a new start with a new end: %j',
    async (others) => {
      broadcast(rehearsal).snippet.scheduledStartTime = '2020-01-01T00:00:00Z';
      const { payload } = await update(rehearsal, { ...others, scheduledEndAt: null });
      expect(payload.errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['scheduledStartAt'] }]);
      expect(operations()).not.toContain('video:videos.update');
    },
  );
});

describe('deleteBroadcast', () => {
  it('deletes the broadcast with its video, and keeps the stream', async () => {
    const { boundStreamId } = broadcast(launch).contentDetails;
    const { payload } = await mutate('deleteBroadcast', { id: launch }, 'deletedId');
    expect(payload).toEqual({ deletedId: globalId('Broadcast', [launch]), errors: [] });
    expect([broadcast(launch), video(launch)]).toEqual([undefined, undefined]);
    expect(liveState(simulation()).streams.has(boundStreamId!)).toBe(true);
  });
  it.each([rehearsal, nightShift])('is refused in testing and live: %s', async (id) => {
    const { payload } = await mutate('deleteBroadcast', { id }, 'deletedId');
    expect(payload).toMatchObject({
      deletedId: null,
      errors: [{ code: 'FORBIDDEN', reason: 'liveBroadcastDeletionNotAllowed', path: ['id'] }],
    });
    expect(broadcasts().has(id)).toBe(true);
  });
});

describe('bindBroadcast', () => {
  it('sends one call, which returns the selected fields', async () => {
    const { payload } = await mutate(
      'bindBroadcast',
      { id: draft, streamId: ids.stream.main },
      'broadcast { title lifeCycleStatus boundStreamId }',
    );
    expect(payload).toEqual({
      broadcast: {
        title: video(draft).snippet.title,
        lifeCycleStatus: 'READY',
        boundStreamId: ids.stream.main,
      },
      errors: [],
    });
    expect(studio.calls().map(({ operation, query }) => ({ operation, ...query }))).toEqual([
      {
        operation: 'live:liveBroadcasts.bind',
        id: [draft],
        streamId: [ids.stream.main],
        part: ['contentDetails,snippet,status'],
        prettyPrint: ['false'],
      },
    ]);
  });
  it.each([{}, { streamId: null }])('removes the binding without a stream: %j', async (none) => {
    const { payload } = await mutate(
      'bindBroadcast',
      { id: launch, ...none },
      'broadcast { lifeCycleStatus boundStreamId boundStream { title } }',
    );
    expect(payload).toEqual({
      broadcast: { lifeCycleStatus: 'CREATED', boundStreamId: null, boundStream: null },
      errors: [],
    });
    expect(broadcast(launch).contentDetails.boundStreamId).toBeUndefined();
  });
  it('replaces a stream, and one stream serves several broadcasts', async () => {
    for (const id of [draft, launch])
      await mutate('bindBroadcast', { id, streamId: ids.stream.backup });
    const bound = [draft, launch].map((id) => broadcast(id).contentDetails.boundStreamId);
    expect(bound).toEqual([ids.stream.backup, ids.stream.backup]);
  });
  it.each([rehearsal, nightShift, retrospective])('is refused later: %s', async (id) => {
    const { payload } = await mutate('bindBroadcast', { id, streamId: ids.stream.backup });
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [{ code: 'FORBIDDEN', reason: 'liveBroadcastBindingNotAllowed', path: ['id'] }],
    });
  });
  it('names the stream of another channel as the one that was not found', async () => {
    const { payload } = await mutate('bindBroadcast', { id: draft, streamId: ids.stream.ben });
    expect(payload).toMatchObject({
      errors: [{ code: 'NOT_FOUND', reason: 'liveStreamNotFound', path: ['streamId'] }],
    });
  });
});
