/** Broadcasts and streams whose statuses change with the simulated time. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;
const { broadcast, stream } = ids;

const transition = async (id: string, status: string) =>
  ask(`/liveBroadcasts/transition?part=status&id=${id}&broadcastStatus=${status}`, {
    method: 'POST',
  });

const lifeCycleStatus = async (id: string): Promise<string> =>
  (await ask(`/liveBroadcasts?part=status&id=${id}`)).body.items[0].status.lifeCycleStatus;

const bind = (id: string, streamId: string) =>
  ask(`/liveBroadcasts/bind?part=status&id=${id}&streamId=${streamId}`, { method: 'POST' });

/** Sets `enableAutoStart` and `enableAutoStop` of a broadcast. */
const automate = (id: string, settings: object) =>
  ask('/liveBroadcasts?part=contentDetails', {
    method: 'PUT',
    body: {
      id,
      contentDetails: {
        monitorStream: { enableMonitorStream: false, broadcastStreamDelayMs: 0 },
        ...settings,
      },
    },
  });

const videoOf = async (id: string): Promise<any> =>
  (await ask(`/videos?part=snippet,liveStreamingDetails,contentDetails&id=${id}`)).body.items[0];

const streamStatus = async (id: string): Promise<unknown> =>
  (await ask(`/liveStreams?part=status&id=${id}`)).body.items[0].status;

const second = 1000;

describe('a broadcast that starts', () => {
  it('accepts no transition meanwhile, but the next one afterwards without a list', async () => {
    await ask('/_sandbox/broadcasts', {
      method: 'POST',
      body: { startingMs: 60 * second },
    });
    await transition(broadcast.launch, 'testing');
    expect((await transition(broadcast.launch, 'testing')).reason).toBe('redundantTransition');
    expect((await transition(broadcast.launch, 'live')).reason).toBe('invalidTransition');
    box.sandbox.advance(60 * second);
    expect((await transition(broadcast.launch, 'live')).status).toBe(200);
  });
});

describe('a broadcast that started before the starting time was set', () => {
  it('starts with the next list if it should start with a list', async () => {
    await transition(broadcast.launch, 'testing');
    box.sandbox.setStartingTime(10 * second);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('testing');
  });
  it('starts at its time if it should start at a time', async () => {
    box.sandbox.setStartingTime(10 * second);
    await transition(broadcast.launch, 'testing');
    box.sandbox.setStartingTime(undefined);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('testStarting');
    box.sandbox.advance(10 * second);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('testing');
  });
});

describe('the video of a new broadcast', () => {
  const insert = async (): Promise<string> => {
    const snippet = { title: 'Quay', scheduledStartTime: '2026-03-12T09:00:00Z' };
    const body = { snippet, status: { privacyStatus: 'public' } };
    return (await ask('/liveBroadcasts?part=snippet,status', { method: 'POST', body })).body.id;
  };
  const title = async (id: string): Promise<string> =>
    (await ask(`/liveBroadcasts?part=snippet&id=${id}`)).body.items[0].snippet.title;
  it('appears after the simulated time that was set, with all changes until then', async () => {
    await ask('/_sandbox/broadcasts', { method: 'POST', body: { videoDelayMs: 15 * second } });
    const id = await insert();
    expect(await title(id)).toBe('Quay');
    const snippet = { title: 'Quay by night', scheduledStartTime: '2026-03-12T09:00:00Z' };
    await ask('/liveBroadcasts?part=snippet', { method: 'PUT', body: { id, snippet } });
    box.sandbox.advance(13.999 * second);
    expect(await videoOf(id)).toBeUndefined();
    box.sandbox.advance(1);
    expect(await videoOf(id)).toMatchObject({ snippet: { title: 'Quay by night' } });
    expect(await title(id)).toBe('Quay by night');
  });
  it('does not appear if the broadcast is deleted before', async () => {
    box.sandbox.setVideoDelay(5 * second);
    const id = await insert();
    await ask(`/liveBroadcasts?id=${id}`, { method: 'DELETE' });
    box.sandbox.advance(5 * second);
    expect(await videoOf(id)).toBeUndefined();
  });
  it('can be deleted while the broadcast starts', async () => {
    box.sandbox.setStartingTime(5 * second);
    await transition(broadcast.direct, 'live');
    await ask(`/videos?id=${broadcast.direct}`, { method: 'DELETE' });
    box.sandbox.advance(5 * second);
    expect((await ask(`/liveBroadcasts?part=id&id=${broadcast.direct}`)).body.items).toEqual([]);
  });
});

describe('a stream', () => {
  it('becomes active and inactive at the simulated times that were set', async () => {
    box.sandbox.setStreamStatus(stream.backup, 'active', 10 * second);
    box.sandbox.setStreamStatus(stream.backup, 'inactive', 20 * second);
    box.sandbox.advance(9.999 * second);
    expect(await streamStatus(stream.backup)).toMatchObject({ streamStatus: 'inactive' });
    box.sandbox.advance(1);
    expect(await streamStatus(stream.backup)).toMatchObject({
      streamStatus: 'active',
      healthStatus: {
        status: 'good',
        lastUpdateTimeSeconds: String(Date.parse('2026-03-10T09:00:10Z') / second),
      },
    });
    box.sandbox.advance(10 * second);
    expect(await streamStatus(stream.backup)).toMatchObject({
      streamStatus: 'inactive',
      healthStatus: { status: 'noData' },
    });
  });
  it('that becomes active later lets its broadcast start no earlier', async () => {
    await ask(`/_sandbox/streams/${stream.backup}`, {
      method: 'POST',
      body: { streamStatus: 'active', afterMs: 10 * second },
    });
    expect((await transition(broadcast.townhall, 'testing')).reason).toBe('errorStreamInactive');
    box.sandbox.advance(10 * second);
    expect((await transition(broadcast.townhall, 'testing')).status).toBe(200);
  });
});

describe('the video of a broadcast', () => {
  it('is upcoming until its broadcast is live, and has a duration after the end', async () => {
    box.sandbox.setStartingTime(10 * second);
    await transition(broadcast.direct, 'live');
    expect((await videoOf(broadcast.direct)).snippet.liveBroadcastContent).toBe('upcoming');
    box.sandbox.advance(10 * second);
    const live = await videoOf(broadcast.direct);
    expect(live.snippet.liveBroadcastContent).toBe('live');
    expect(live.liveStreamingDetails.actualStartTime).toBe('2026-03-10T09:00:11Z');
    box.sandbox.advance(89 * second);
    await transition(broadcast.direct, 'complete');
    const ended = await videoOf(broadcast.direct);
    expect(ended.snippet.liveBroadcastContent).toBe('none');
    expect(ended.liveStreamingDetails).toMatchObject({ actualEndTime: '2026-03-10T09:01:41Z' });
    expect(ended.liveStreamingDetails).not.toHaveProperty('activeLiveChatId');
    expect(ended.contentDetails.duration).toBe('PT1M30S');
  });
});

describe('a broadcast with enableAutoStart', () => {
  it('stays as it is if another stream becomes active, and so do broadcasts without it', async () => {
    await automate(broadcast.draft, { enableAutoStart: true });
    await bind(broadcast.draft, stream.fresh);
    box.sandbox.setStreamStatus(stream.backup, 'active');
    expect(await lifeCycleStatus(broadcast.draft)).toBe('ready');
    expect(await lifeCycleStatus(broadcast.townhall)).toBe('ready');
  });
});

describe('a broadcast with enableAutoStop', () => {
  const startTownhall = async (settings: object): Promise<void> => {
    await automate(broadcast.townhall, settings);
    box.sandbox.setStreamStatus(stream.backup, 'active');
    await transition(broadcast.townhall, 'live');
    expect(await lifeCycleStatus(broadcast.townhall)).toBe('live');
  };
  it('ends one minute after its stream', async () => {
    await startTownhall({ enableAutoStop: true });
    box.sandbox.setStreamStatus(stream.backup, 'inactive');
    box.sandbox.advance(30 * second);
    box.sandbox.setStreamStatus(stream.backup, 'error');
    box.sandbox.advance(29 * second);
    expect(await lifeCycleStatus(broadcast.townhall)).toBe('live');
    box.sandbox.advance(second);
    expect(await lifeCycleStatus(broadcast.townhall)).toBe('complete');
  });
  it('is the only one that ends with its stream', async () => {
    await startTownhall({ enableAutoStop: false });
    box.sandbox.setStreamStatus(stream.backup, 'inactive');
    box.sandbox.advance(3600 * second);
    expect(await lifeCycleStatus(broadcast.townhall)).toBe('live');
  });
});
