/**
 * Another client changes broadcast or stream between any two calls of `goLive` or `endBroadcast`:
 * its change stands, and mutation and `broadcastProgress` tell exactly what this run has done.
 */
import { describe, expect, it } from 'vitest';
import { type BroadcastEntity, liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { openEventStream } from '../../../support/client/event-stream.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { ask, start } from '../../../support/gateway/sandbox.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { interruptedAt } from '../../../support/proxy/interruption.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('video');

const studio = useStudio(async () => ({
  ...(await options()),
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' },
}));

useSimulatedTime(() => studio.sandbox);

const { broadcast, stream } = ids;

const stored = (id: string): BroadcastEntity | undefined =>
  liveState(studio.sandbox.simulation()).broadcasts.get(id);

async function send(method: string, path: string): Promise<boolean> {
  const { status } = await ask(`${studio.sandbox.url}/youtube/v3/${path}`, { method });
  return status < 300;
}

const transition = (id: string, to: string): Promise<boolean> =>
  send('POST', `liveBroadcasts/transition?id=${id}&part=id&broadcastStatus=${to}`);

/** A change of another client, and how one sees it afterwards. */
interface Change {
  readonly run: (id: string) => Promise<boolean> | boolean;
  readonly stands: (found: BroadcastEntity | undefined) => boolean;
  /** Whether the change is a step to the goal, so that the mutation succeeds. */
  readonly isHelp?: boolean;
  /** The operation by which the mutation replaces the change if it comes after it. */
  readonly replacedBy?: string;
}

const order = ['created', 'ready', 'testStarting', 'testing', 'liveStarting', 'live', 'complete'];

const hasReached =
  (status: string): Change['stands'] =>
  (found) =>
    order.indexOf(found?.lifeCycleStatus ?? '') >= order.indexOf(status);

const changes: Readonly<Record<string, Change>> = {
  'tests it': {
    run: (id) => transition(id, 'testing'),
    stands: hasReached('testing'),
    isHelp: true,
  },
  'starts it': { run: (id) => transition(id, 'live'), stands: hasReached('live'), isHelp: true },
  'ends it': { run: (id) => transition(id, 'complete'), stands: hasReached('complete') },
  'deletes it': {
    run: (id) => send('DELETE', `liveBroadcasts?id=${id}`),
    stands: (found) => found === undefined,
  },
  'binds another stream': {
    run: (id) => send('POST', `liveBroadcasts/bind?id=${id}&part=id&streamId=${stream.backup}`),
    stands: (found) => found?.contentDetails.boundStreamId === stream.backup,
    replacedBy: 'live:liveBroadcasts.bind',
  },
  'unbinds the stream': {
    run: (id) => send('POST', `liveBroadcasts/bind?id=${id}&part=id`),
    stands: (found) => found?.contentDetails.boundStreamId === undefined,
    replacedBy: 'live:liveBroadcasts.bind',
  },
  'stops the encoder': {
    run: () => studio.sandbox.setStreamStatus(stream.main, 'inactive'),
    stands: () => true,
  },
};

/** A mutation, its broadcast, and the step that it leads to. */
interface Mutation {
  readonly name: 'goLive' | 'endBroadcast';
  readonly id: string;
  readonly input?: string;
  readonly goal: string;
}

const mutations: Readonly<Record<string, Mutation>> = {
  'goLive of a broadcast without a stream': {
    name: 'goLive',
    id: broadcast.draft,
    input: `streamId: "${stream.main}"`,
    goal: 'LIVE_REQUESTED',
  },
  goLive: { name: 'goLive', id: broadcast.launch, goal: 'LIVE_REQUESTED' },
  endBroadcast: { name: 'endBroadcast', id: broadcast.nightShift, goal: 'END_REQUESTED' },
};

/** The statuses after a success that another client has brought about. */
const goals: ReadonlySet<string | undefined> = new Set(['live', 'complete']);

const cases = Object.keys(mutations).flatMap((mutation) =>
  Object.keys(changes).map((change) => ({ mutation, change })),
);

/** The step that a call has done. */
const requestSteps: Readonly<Record<string, string>> = {
  bind: 'STREAM_BOUND',
  testing: 'TESTING_REQUESTED',
  live: 'LIVE_REQUESTED',
  complete: 'END_REQUESTED',
};

function prepare(id: string): void {
  studio.sandbox.reset(start);
  studio.sandbox.clearCalls();
  studio.store.reset();
  stored(id)!.contentDetails.monitorStream.enableMonitorStream = true;
}

/** Runs a mutation. @returns its payload, and the steps that a subscriber is told */
async function run({ name, id, input = '' }: Mutation) {
  const { data, errors } = await studio.query(
    `mutation { result: ${name}(input: { id: "${id}" ${input} wait: "PT6S" }) {
      broadcast { lifeCycleStatus }
      errors { code ... on PartlyDoneError { done remaining } }
    } }`,
  );
  expect(errors).toBeUndefined();
  return data.result;
}

describe('another client between two calls', () => {
  it.each(cases)('$change: $mutation tells what it has done', async ({ mutation, change }) => {
    const { id, goal } = mutations[mutation]!;
    const { run: makeChange, stands, replacedBy, isHelp } = changes[change]!;
    const query = `subscription { broadcastProgress(id: "${id}") { step } }`;
    for (let index = 0; ; index += 1) {
      prepare(id);
      const subscriber = await openEventStream(studio.gateway.url, {
        query,
        token: 'studio-owner',
      });
      await subscriber.until(1);
      studio.sandbox.clearCalls();
      const { result, isReached, isAcknowledged, calls, callsBefore } = await interruptedAt(
        { proxy, sandbox: studio.sandbox },
        { index, change: () => makeChange(id) },
        () => run(mutations[mutation]!),
      );
      if (!isReached) return subscriber.leave();
      const made = calls.filter(({ method, status }) => method !== 'GET' && status === 200);
      const done = made.map(({ query: { broadcastStatus } }) => {
        return requestSteps[broadcastStatus?.[0] ?? 'bind']!;
      });
      const end = result.errors.length === 0 ? 'FINISHED' : 'FAILED';
      const told: string[] = [];
      for (let count = 2; told.at(-1) !== end; count += 1)
        told.push((await subscriber.until(count))[count - 1].data.broadcastProgress.step);
      subscriber.leave();
      const [error] = result.errors;
      const isReplaced = calls.some(
        ({ operation, status }, at) =>
          at >= callsBefore && operation === replacedBy && status === 200,
      );
      const isPartlyDone = done.length > 0 && !done.includes(goal);
      expect({
        index,
        stands: !isAcknowledged || isReplaced || stands(stored(id)),
        told: told.filter((step) => Object.values(requestSteps).includes(step)),
        done: error?.done ?? [],
        remaining: error?.remaining?.filter((step: string) => done.includes(step)) ?? [],
        isReached:
          error !== undefined || done.includes(goal) || goals.has(stored(id)?.lifeCycleStatus),
        isHindered: isHelp === true && error !== undefined,
        goal: error?.remaining?.at(-1) ?? goal,
        isTold: error === undefined || error.code === 'PARTLY_DONE' || !isPartlyDone,
      }).toEqual({
        index,
        stands: true,
        told: done,
        done: error?.code === 'PARTLY_DONE' ? done : [],
        remaining: [],
        isReached: true,
        isHindered: false,
        goal,
        isTold: true,
      });
    }
  });
});
