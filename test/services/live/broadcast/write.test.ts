/** Updates of broadcasts by their state, and the binding to a stream. */
import { describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { mutator } from '../../../support/client/mutation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const simulation = () => studio.sandbox.simulation();
const broadcast = (id: string) => liveState(simulation()).broadcasts.get(id)!;
const video = (id: string) => videoState(simulation()).videos.get(id)!;
const operations = () => studio.calls().map(({ operation }) => operation);
const { launch, nightShift, rehearsal, retrospective, always } = ids.broadcast;

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
      ['INVALID_INPUT', ['enableDvr']],
      ['INVALID_INPUT', ['recordFromStart']],
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
    studio.refuse('video:videos.update', 403);
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
      ['INVALID_INPUT', ['scheduledEndAt']],
      ['INVALID_INPUT', ['scheduledStartAt']],
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

describe('bindBroadcast', () => {
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
});
