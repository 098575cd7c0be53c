/** Steps of `goLive` that fail: repeated if that is safe, and told after completed steps. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { goLiveIn, live } from '../../../support/scenario/go-live.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const waits = useSimulatedTime(() => studio.sandbox);

const { stored, goLive, writes } = goLiveIn(studio);
const { broadcast } = ids;

/** The first calls of an operation are answered with an error. */
const fail = (operation: string, status: number, reason: string, times?: number): void =>
  studio.sandbox.fault({
    match: { operation: `live:${operation}` },
    status,
    reason,
    ...(times !== undefined && { times }),
  });

describe('a step of goLive that fails', () => {
  it('is repeated once if its outcome is unknown and the status has not changed', async () => {
    fail('liveBroadcasts.transition', 503, 'errorExecutingTransition', 1);
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
    expect(waits).toHaveLength(1);
  });
  it('is not repeated more than once', async () => {
    fail('liveBroadcasts.transition', 503, 'errorExecutingTransition');
    const { payload, failed } = await goLive(broadcast.launch);
    expect(payload).toBeNull();
    expect(failed).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition testing',
    ]);
  });
  it('is not repeated if YouTube has made the transition and the response was lost', async () => {
    studio.sandbox.fault({
      match: { operation: 'live:liveBroadcasts.transition' },
      drop: 'after',
      times: 2,
    });
    expect(await goLive(broadcast.launch)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual([
      'liveBroadcasts.transition testing',
      'liveBroadcasts.transition live',
    ]);
  });
  it('is repeated if the stream stopped between the check and the transition', async () => {
    fail('liveBroadcasts.transition', 403, 'errorStreamInactive', 1);
    expect(await goLive(broadcast.direct)).toEqual({ payload: live, failed: undefined });
    expect(writes()).toEqual(['liveBroadcasts.transition live', 'liveBroadcasts.transition live']);
  });
  it('is STREAM_INACTIVE if YouTube says so twice', async () => {
    fail('liveBroadcasts.transition', 403, 'errorStreamInactive');
    const { payload } = await goLive(broadcast.direct);
    expect(payload.errors).toMatchObject([{ code: 'STREAM_INACTIVE', streamStatus: 'ACTIVE' }]);
    expect(writes()).toHaveLength(2);
  });
  it('is success if YouTube says that the transition is redundant', async () => {
    fail('liveBroadcasts.transition', 403, 'redundantTransition');
    const { payload } = await goLive(broadcast.direct, 'wait: "PT4S"');
    expect(payload).toEqual({ broadcast: { lifeCycleStatus: 'READY' }, errors: [] });
    expect(writes()).toHaveLength(1);
  });
  it('is no error of the mutation if YouTube has accepted the start', async () => {
    studio.sandbox.setStartingTime(60_000);
    studio.sandbox.simulation().clock.after(5_000, () => {
      fail('liveBroadcasts.list', 503, 'backendError', 3);
    });
    const { payload, failed } = await goLive(broadcast.direct);
    expect(payload).toEqual({ broadcast: null, errors: [] });
    expect(failed).toMatchObject([
      { path: ['goLive', 'broadcast'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ]);
  });
  it('is UPSTREAM_INVALID if the response has no status', async () => {
    Reflect.deleteProperty(stored(broadcast.direct), 'lifeCycleStatus');
    const { payload, failed } = await goLive(broadcast.direct);
    expect(payload).toBeNull();
    expect(failed).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(writes()).toEqual([]);
  });
  it('is INVALID_TRANSITION if YouTube says so and the status stays', async () => {
    fail('liveBroadcasts.transition', 403, 'invalidTransition');
    const { payload } = await goLive(broadcast.launch);
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', status: 'READY', allowed: ['TESTING'] },
    ]);
    expect(writes()).toHaveLength(1);
  });
});
