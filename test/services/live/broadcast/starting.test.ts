/** Transitions of a broadcast that passes through a starting status, which some reads show. */
import { describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('video');
const studio = useStudio(options);

interface Answer {
  readonly items?: readonly { readonly status?: Record<string, unknown> }[];
}

/** Makes every read show a status, which the sandbox would leave at once. */
function showStatus(lifeCycleStatus: string): void {
  proxy.edit(({ items = [] }: Answer) => {
    for (const { status } of items) if (status) status['lifeCycleStatus'] = lifeCycleStatus;
  });
}

const id = ids.broadcast.direct;

async function transition(to: string): Promise<unknown> {
  const data = await studio.data(
    `mutation { transitionBroadcast(input: { id: "${id}", status: ${to} }) {
      broadcast { lifeCycleStatus }
      errors { code reason path ... on InvalidTransitionError { status allowed } }
    } }`,
  );
  return data.transitionBroadcast;
}

const oneRead = ['live:liveBroadcasts.list', 'live:liveBroadcasts.transition'];

describe('a transition that YouTube rejects while the broadcast is starting', () => {
  it.each([
    ['TESTING', 'testStarting', 'invalidTransition'],
    ['LIVE', 'liveStarting', 'invalidTransition'],
    ['TESTING', 'testStarting', 'redundantTransition'],
    ['LIVE', 'liveStarting', 'redundantTransition'],
  ])(
    'succeeds if the status is being reached: %s while %s, %s',
    async (to, lifeCycleStatus, reason) => {
      studio.refuse('live:liveBroadcasts.transition', 403, reason);
      showStatus(lifeCycleStatus);
      const word = lifeCycleStatus === 'liveStarting' ? 'LIVE_STARTING' : 'TEST_STARTING';
      expect(await transition(to)).toEqual({ broadcast: { lifeCycleStatus: word }, errors: [] });
      expect(studio.operations()).toEqual(oneRead);
    },
  );
  it.each([
    ['TESTING', 'liveStarting', 'LIVE_STARTING'],
    ['COMPLETE', 'liveStarting', 'LIVE_STARTING'],
    ['LIVE', 'testStarting', 'TEST_STARTING'],
    ['COMPLETE', 'testStarting', 'TEST_STARTING'],
  ] as const)(
    'returns the starting status and no allowed transitions if it leads elsewhere: %s while %s',
    async (to, lifeCycleStatus, status) => {
      liveState(studio.sandbox.simulation()).broadcasts.get(id)!.lifeCycleStatus = lifeCycleStatus;
      showStatus(lifeCycleStatus);
      expect(await transition(to)).toEqual({
        broadcast: null,
        errors: [
          {
            code: 'INVALID_TRANSITION',
            reason: 'invalidTransition',
            path: ['status'],
            status,
            allowed: [],
          },
        ],
      });
      expect(studio.operations()).toEqual(oneRead);
    },
  );
});
