/** The waits of `goLive`: bounded by an argument, a setting and the end of the process. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { estimateOfDocument } from '../../../support/report/estimate.ts';
import { goLiveIn, live } from '../../../support/scenario/go-live.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { openStudio, useStudio } from '../../../support/gateway/studio.ts';
import { transports } from '../../../support/client/subscription-client.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const waits = useSimulatedTime(() => studio.sandbox);

const { stored, goLive, calls, writes } = goLiveIn(studio);
const second = 1_000;
const { broadcast, stream } = ids;

describe('the wait of goLive', () => {
  beforeEach(() => {
    studio.sandbox.setStreamStatus(stream.main, 'inactive');
  });
  const inactive = {
    __typename: 'StreamInactiveError',
    code: 'STREAM_INACTIVE',
    message:
      'The bound stream receives no data (INACTIVE). Start the encoder, and repeat the mutation, or wait longer (`wait`).',
    reason: null,
    path: null,
    streamStatus: 'INACTIVE',
  };
  it.each([
    ['wait: "PT0S"', 0],
    ['wait: "PT7S"', 7],
    ['', 45],
    ['wait: null', 45],
    ['wait: "PT5M"', 300],
  ])('ends after the given number of seconds: "%s"', async (input, seconds) => {
    const { payload, failed } = await goLive(broadcast.launch, input);
    expect(failed).toBeUndefined();
    expect(payload).toEqual({ broadcast: null, errors: [inactive] });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(seconds * second);
    expect(writes()).toEqual([]);
  });
  it('cannot exceed the maximum of the gateway', async () => {
    const { payload } = await goLive(broadcast.launch, 'wait: "PT301S"');
    expect(payload.errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        path: ['wait'],
        message: 'wait: "PT301S" is above the maximum of this gateway; expected at most PT5M',
      },
    ]);
    expect(calls()).toEqual([]);
  });
  it('reports what was done if the stream stays inactive after it was bound', async () => {
    const { payload } = await goLive(
      broadcast.townhall,
      `streamId: "${stream.main}" wait: "PT4S"`,
      'boundStreamId',
    );
    expect(payload).toEqual({
      broadcast: { boundStreamId: stream.main },
      errors: [
        {
          __typename: 'PartlyDoneError',
          code: 'PARTLY_DONE',
          message: `Done: STREAM_BOUND. Not done: TESTING_REQUESTED, LIVE_REQUESTED. ${inactive.message}`,
          reason: 'STREAM_INACTIVE',
          path: null,
          done: ['STREAM_BOUND'],
          remaining: ['TESTING_REQUESTED', 'LIVE_REQUESTED'],
        },
      ],
    });
    studio.sandbox.setStreamStatus(stream.main, 'active');
    expect((await goLive(broadcast.townhall)).payload).toEqual(live);
  });
  it('reports what was done if the test does not begin in time', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'active');
    studio.sandbox.setStartingTime(60 * second);
    const { payload } = await goLive(broadcast.launch, 'wait: "PT10S"');
    expect(payload).toMatchObject({
      broadcast: { lifeCycleStatus: 'TEST_STARTING' },
      errors: [
        {
          code: 'PARTLY_DONE',
          reason: 'INVALID_TRANSITION',
          path: ['id'],
          done: ['TESTING_REQUESTED'],
          remaining: ['LIVE_REQUESTED'],
        },
      ],
    });
    expect((await goLive(broadcast.launch, 'wait: "PT10S"')).payload).toMatchObject({
      broadcast: null,
      errors: [
        {
          code: 'INVALID_TRANSITION',
          status: 'TEST_STARTING',
          allowed: [],
          message:
            'The broadcast is still TEST_STARTING. Repeat the mutation, or wait longer (`wait`).',
        },
      ],
    });
    expect(writes()).toEqual(['liveBroadcasts.transition testing']);
  });
  it('succeeds with the transient status if the broadcast is not live in time', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'active');
    studio.sandbox.setStartingTime(60 * second);
    const starting = { broadcast: { lifeCycleStatus: 'LIVE_STARTING' }, errors: [] };
    expect((await goLive(broadcast.direct, 'wait: "PT10S"')).payload).toEqual(starting);
    expect((await goLive(broadcast.direct, 'wait: "PT0S"')).payload).toEqual(starting);
    expect(writes()).toEqual(['liveBroadcasts.transition live']);
  });
  it('ends with an error if the settings of the broadcast stay incomplete', async () => {
    stored(broadcast.launch).lifeCycleStatus = 'created';
    const { payload } = await goLive(broadcast.launch, 'wait: "PT4S"');
    expect(payload.errors).toMatchObject([{ code: 'INVALID_TRANSITION', status: 'CREATED' }]);
    expect(waits).toHaveLength(2);
    expect(writes()).toEqual([]);
  });
  it.each(['complete', 'revoked'] as const)(
    'ends with an error if the broadcast becomes %s after YouTube has accepted the start',
    async (status) => {
      studio.sandbox.setStreamStatus(stream.main, 'active');
      studio.sandbox.setStartingTime(60 * second);
      studio.sandbox.simulation().clock.after(5 * second, () => {
        stored(broadcast.direct).lifeCycleStatus = status;
      });
      const { payload } = await goLive(broadcast.direct);
      expect(payload.errors).toMatchObject([
        { code: 'INVALID_TRANSITION', path: ['id'], status: status.toUpperCase(), allowed: [] },
      ]);
      expect(writes()).toEqual(['liveBroadcasts.transition live']);
    },
  );
  it('ends with an error if the broadcast is ended meanwhile', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'active', 10 * second);
    studio.sandbox.simulation().clock.after(5 * second, () => {
      stored(broadcast.launch).lifeCycleStatus = 'complete';
    });
    const { payload } = await goLive(broadcast.launch);
    expect(payload.errors).toMatchObject([{ code: 'INVALID_TRANSITION', status: 'COMPLETE' }]);
    expect(writes()).toEqual([]);
  });
});

describe('the limits of goLive', () => {
  const estimate = (wait: string | null) =>
    estimateOfDocument(
      `mutation ($wait: Duration) {
        goLive(input: { id: "${broadcast.launch}", wait: $wait }) { errors { code } }
      }`,
      { wait },
    );
  it('are the polls of the wait and a maximum number of transitions', () => {
    const [none, some, most] = ['PT0S', 'PT1M', 'PT10M'].map((wait) => estimate(wait));
    expect(some!.calls - none!.calls).toBe(30);
    expect(most!.calls - none!.calls).toBe(300);
    expect(none!.units['VIDEO']).toBe(2 * 50 + 4 * 50 + (none!.calls - 6));
    expect([some!.waitMs, most!.waitMs, estimate(null).waitMs]).toEqual([60_000, 600_000, 45_000]);
    expect(estimate('P1W')).toEqual(most);
  });
  it('are within the default limits of an operation, also for the longest wait', async () => {
    const { payload, failed } = await goLive(broadcast.launch, 'wait: "PT5M"');
    expect([payload, failed]).toEqual([live, undefined]);
  });
});

describe('goLive of a gateway with a short deadline', () => {
  const hasty = useStudio({ env: { REQUEST_DEADLINE_MS: '1500', MAX_WAIT_MS: '20000' } });
  const waiting = `mutation ($wait: Duration) {
    goLive(input: { id: "${broadcast.launch}", wait: $wait }) { errors { code message } }
  }`;
  useSimulatedTime(() => hasty.sandbox);

  it('has so much more time as it may wait', async () => {
    hasty.sandbox.setStreamStatus(stream.main, 'inactive');
    hasty.sandbox.setStreamStatus(stream.main, 'active', 10 * second);
    const { data, errors } = await hasty.query(waiting);
    expect([data, errors]).toEqual([{ goLive: { errors: [] } }, undefined]);
  });
  it('has so much more time over a WebSocket, too', async () => {
    hasty.sandbox.setStreamStatus(stream.main, 'inactive');
    hasty.sandbox.setStreamStatus(stream.main, 'active', 10 * second);
    const client = await transports['graphql-ws']!(hasty.gateway.url, {
      query: waiting,
      token: 'studio-owner',
    });
    const [{ data, errors }] = await client.untilEnd();
    client.leave();
    expect([data, errors]).toEqual([{ goLive: { errors: [] } }, undefined]);
  });
  it('waits as long as the setting allows', async () => {
    hasty.sandbox.setStreamStatus(stream.main, 'inactive');
    const { data } = await hasty.query(waiting, { wait: 'PT21S' });
    expect(data.goLive.errors).toMatchObject([
      {
        message: 'wait: "PT21S" is above the maximum of this gateway; expected at most PT20S',
      },
    ]);
    expect((await hasty.query(waiting)).data.goLive.errors).toMatchObject([
      { code: 'STREAM_INACTIVE' },
    ]);
  });
});

describe('goLive while the gateway stops', () => {
  it('waits no longer, and says what to do', async () => {
    vi.restoreAllMocks();
    const other = await openStudio({ sandbox: { now: start } });
    other.sandbox.setStreamStatus(stream.main, 'inactive');
    const result = other.query(
      `mutation { goLive(input: { id: "${broadcast.launch}", wait: "PT5M" }) { errors { code message } } }`,
    );
    await expect.poll(() => other.operations()).toContain('live:liveStreams.list');
    const drained = other.gateway.gateway.drain();
    expect((await result).data.goLive.errors).toMatchObject([
      { code: 'STREAM_INACTIVE', message: expect.stringContaining('repeat the mutation') },
    ]);
    await drained;
    await other.close();
  });
});
