/** `goLive`: from preparation to viewers, safe to repeat and to send twice at once. */
import { describe, expect, it } from 'vitest';
import type { LifeCycleStatus } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { goLiveIn, live } from '../../../support/scenario/go-live.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const waits = useSimulatedTime(() => studio.sandbox);

const { stored, goLive, calls, writes } = goLiveIn(studio);
const second = 1_000;
const { broadcast, stream } = ids;

/** Simulated seconds from the start of the sandbox to each requested transition. */
const transitionTimes = (): number[] =>
  studio
    .calls()
    .filter(({ operation }) => operation.endsWith('.transition'))
    .map(({ call }) => (Date.parse(call.time) - start.getTime()) / second);

describe('goLive', () => {
  it('starts a broadcast without a monitor stream by one transition', async () => {
    expect(await goLive(broadcast.direct)).toEqual({ payload: live, failed: undefined });
    expect(calls()).toEqual([
      'liveBroadcasts.list',
      'liveStreams.list',
      'liveBroadcasts.transition live',
      'liveBroadcasts.list',
    ]);
    expect(waits).toEqual([]);
  });
  it('goes through testing if the monitor stream is enabled, and waits for transient statuses', async () => {
    studio.sandbox.setStartingTime(5 * second);
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
  });
  it('reads only what the selection and the next step need, and the payload takes no further call', async () => {
    await goLive(
      broadcast.direct,
      '',
      'title lifeCycleStatus contentDetails { boundStreamUpdatedAt }',
    );
    expect(
      studio
        .calls()
        .map(({ operation, query }) => [operation, query['part']?.[0], query['fields']?.[0]]),
    ).toEqual([
      [
        'live:liveBroadcasts.list',
        'contentDetails,snippet,status',
        'items(contentDetails(boundStreamId,boundStreamLastUpdateTimeMs,monitorStream/enableMonitorStream),id,snippet/title,status/lifeCycleStatus)',
      ],
      ['live:liveStreams.list', 'status', 'items(id,status/streamStatus)'],
      ['live:liveBroadcasts.transition', 'id,status', undefined],
      [
        'live:liveBroadcasts.list',
        'contentDetails,snippet,status',
        'items(contentDetails(boundStreamId,boundStreamLastUpdateTimeMs,monitorStream/enableMonitorStream),id,snippet/title,status/lifeCycleStatus)',
      ],
    ]);
  });
  it.each([
    [broadcast.townhall, ['testing', 'live']],
    [broadcast.direct, ['live']],
  ])('requests no transition before the stream is active: %s', async (id, targets) => {
    stored(id).contentDetails.boundStreamId = stream.backup;
    studio.sandbox.setStreamStatus(stream.backup, 'active', 10 * second);
    expect(await goLive(id)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual(targets.map((target) => `liveBroadcasts.transition ${target}`));
    expect(transitionTimes()[0]).toBeGreaterThanOrEqual(10);
    expect(waits).toHaveLength(5);
    const polls = studio
      .calls()
      .filter(({ call }) => Date.parse(call.time) < start.getTime() + 10 * second);
    expect(polls.map(({ operation }) => operation)).toEqual([
      'live:liveBroadcasts.list',
      ...polls.slice(1).map(() => 'live:liveStreams.list'),
    ]);
  });
  it('requests no transition to live while the stream is interrupted during the test', async () => {
    studio.sandbox.setStartingTime(10 * second);
    studio.sandbox.setStreamStatus(stream.main, 'inactive', 5 * second);
    studio.sandbox.setStreamStatus(stream.main, 'active', 30 * second);
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    const [, toLive] = transitionTimes();
    expect(toLive).toBeGreaterThanOrEqual(30);
  });
});

describe('goLive of a broadcast that starts automatically', () => {
  it.each([true, false])(
    'makes no transition that YouTube makes itself: monitor stream %s',
    async (isMonitored) => {
      const { contentDetails } = stored(broadcast.townhall);
      contentDetails.monitorStream.enableMonitorStream = isMonitored;
      contentDetails['enableAutoStart'] = true;
      studio.sandbox.setStartingTime(5 * second);
      studio.sandbox.setStreamStatus(stream.backup, 'active', 10 * second);
      expect(await goLive(broadcast.townhall)).toEqual({ payload: live, failed: undefined });
      expect(writes()).toEqual([]);
    },
  );
});

describe('the stream of goLive', () => {
  it('is bound first if the broadcast has none', async () => {
    stored(broadcast.draft).contentDetails.monitorStream.enableMonitorStream = true;
    expect(await goLive(broadcast.draft, `streamId: "${stream.main}"`)).toEqual({
      payload: live,
      failed: undefined,
    });
    expect(writes()).toEqual([
      `liveBroadcasts.bind ${stream.main}`,
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
    expect(stored(broadcast.draft).contentDetails.boundStreamId).toBe(stream.main);
  });
  it('replaces another stream before testing', async () => {
    await goLive(broadcast.townhall, `streamId: "${stream.main}"`);
    expect(writes()[0]).toBe(`liveBroadcasts.bind ${stream.main}`);
  });
  it('is not bound again', async () => {
    await goLive(broadcast.launch, `streamId: "${stream.main}"`);
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
  });
  it.each([
    [broadcast.rehearsal, 'TESTING'],
    [broadcast.nightShift, 'LIVE'],
  ])('cannot be replaced after testing has begun: %s', async (id, status) => {
    const { payload } = await goLive(id, `streamId: "${stream.backup}"`);
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [{ code: 'INVALID_INPUT', path: ['streamId'] }],
    });
    expect(payload.errors[0].message).toBe(
      `streamId: the broadcast is ${status} with stream "${stream.main}", and can be bound only before testing; expected the bound stream, or no value`,
    );
    expect(writes()).toEqual([]);
  });
  it('must be named if none is bound', async () => {
    const { payload } = await goLive(broadcast.draft);
    expect(payload).toMatchObject({
      broadcast: null,
      errors: [{ code: 'STREAM_INACTIVE', path: ['streamId'], streamStatus: null }],
    });
    expect(writes()).toEqual([]);
  });
});

/** Each status, with the transitions that follow from it. */
const rest: readonly [LifeCycleStatus, readonly string[]][] = [
  ['ready', ['testing', 'live']],
  ['testStarting', ['live']],
  ['testing', ['live']],
  ['liveStarting', []],
  ['live', []],
];

describe('goLive that is repeated', () => {
  it.each(rest)('goes on from the status %s', async (status, targets) => {
    stored(broadcast.launch).lifeCycleStatus = status;
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual(targets.map((target) => `liveBroadcasts.transition ${target}`));
  });
  it.each([
    ['complete', 'COMPLETE'],
    ['revoked', 'REVOKED'],
  ] as const)('is rejected for the final status %s', async (status, name) => {
    stored(broadcast.launch).lifeCycleStatus = status;
    for (const input of ['', `streamId: "${stream.backup}"`]) {
      const { payload } = await goLive(broadcast.launch, input);
      expect(payload).toMatchObject({
        broadcast: null,
        errors: [
          {
            code: 'INVALID_TRANSITION',
            message: `The broadcast cannot go from ${name} to LIVE: its status is final.`,
            path: ['id'],
            status: name,
            allowed: [],
          },
        ],
      });
    }
    expect(writes()).toEqual([]);
  });
});
