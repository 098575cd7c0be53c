/** `endBroadcast`: from every status, safe to repeat and to send twice at once. */
import { describe, expect, it } from 'vitest';
import { type LifeCycleStatus, liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const waits = useSimulatedTime(() => studio.sandbox);

const second = 1_000;
const { broadcast } = ids;
const stored = (id: string) => liveState(studio.sandbox.simulation()).broadcasts.get(id)!;

async function end(id: string, input = '') {
  const { data, errors } = await studio.query(
    `mutation { endBroadcast(input: { id: "${id}" ${input} }) {
      broadcast { lifeCycleStatus }
      errors { code message reason path ... on InvalidTransitionError { status allowed } }
    } }`,
  );
  return { payload: data?.endBroadcast, failed: errors };
}

const ended = { payload: { broadcast: { lifeCycleStatus: 'COMPLETE' }, errors: [] } };

const calls = (): string[] => studio.calls().map(({ operation }) => operation.slice(20));

describe('endBroadcast', () => {
  it.each(['live', 'testing'] as const)('ends a broadcast of status %s', async (status) => {
    stored(broadcast.launch).lifeCycleStatus = status;
    expect(await end(broadcast.launch)).toEqual({ ...ended, failed: undefined });
    expect(calls()).toEqual(['list', 'transition', 'list']);
    expect(waits).toEqual([]);
  });
  it.each(['TESTING', 'LIVE'])('waits until the start is over: %s', async (to) => {
    studio.sandbox.setStartingTime(10 * second);
    const id = to === 'LIVE' ? broadcast.direct : broadcast.launch;
    await studio.query(
      `mutation { transitionBroadcast(input: { id: "${id}", status: ${to} }) { errors { code } } }`,
    );
    studio.sandbox.clearCalls();
    expect(await end(id)).toEqual({ ...ended, failed: undefined });
    expect(waits).toHaveLength(5);
    expect(calls()).toEqual([...waits.map(() => 'list'), 'list', 'transition', 'list']);
  });
  const notStarted = ': it has not started; delete it with deleteBroadcast.';
  it.each([
    ['created', notStarted],
    ['ready', notStarted],
    ['revoked', ': its status is final.'],
  ] as const)(
    'is rejected for the status %s before any transition',
    async (status: LifeCycleStatus, advice) => {
      stored(broadcast.direct).lifeCycleStatus = status;
      const { payload } = await end(broadcast.direct);
      const name = status.toUpperCase();
      expect(payload).toEqual({
        broadcast: null,
        errors: [
          {
            code: 'INVALID_TRANSITION',
            message: `The broadcast cannot go from ${name} to COMPLETE${advice}`,
            reason: null,
            path: ['id'],
            status: name,
            allowed: status === 'ready' ? ['LIVE'] : [],
          },
        ],
      });
      expect(calls()).toEqual(['list']);
    },
  );
  it('returns the transient status if it does not end in time', async () => {
    Object.assign(stored(broadcast.direct), {
      lifeCycleStatus: 'liveStarting',
      startsWithTimer: true,
    });
    const { payload } = await end(broadcast.direct, 'wait: "PT10S"');
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_TRANSITION', status: 'LIVE_STARTING', allowed: [] },
    ]);
    expect(waits).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
    expect(calls()).toEqual(['list', 'list', 'list', 'list', 'list', 'list']);
  });
});
