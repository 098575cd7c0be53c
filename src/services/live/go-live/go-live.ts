/** `goLive`: binds the stream, waits until it receives data, tests the broadcast and starts it. */
import type { Step } from '../../../engine/write/step.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { liveBroadcasts, liveStreams } from '../operations.ts';
import { parameters } from '../../../engine/schema/write/write-input.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { type BroadcastRun, maxAttempts, maxPolls, runWorkflow } from './run.ts';
import { broadcastWorkflow } from './declaration.ts';
import {
  enumName,
  isBeforeTesting,
  isFinal,
  type TransitionTarget,
} from '../broadcast/life-cycle.ts';
import { Broadcast, Stream } from '../resources.ts';
import { checkWait, waitMsOf, waitRow } from '../../../engine/schema/write/wait.ts';

const { bind, list, transition } = liveBroadcasts;

/** Reads beside the polls: before and after each binding and each transition. */
const maxReads = 4 + 4 * maxAttempts;

export const goLive = broadcastWorkflow.mutation('goLive', {
  description:
    'Take a broadcast live: bind the stream if needed, wait until the stream receives data, test the broadcast if its monitor stream is enabled, and start the broadcast. No transition is requested before the stream receives data. Succeeds without a change if the broadcast is live already. May be repeated after any error, and sent twice at once: completed steps are not repeated. `broadcastProgress` reports each step. If YouTube still shows `LIVE_STARTING` when the time is over, the mutation succeeds with this status. If YouTube has accepted a transition, and still shows the status of before, the error is `NOT_APPLIED`. The request can take `wait` longer than others.',
  operation: transition,
  target: Broadcast,
  id: "The broadcast to start: a global id or a YouTube id. Must belong to the caller's channel.",
  // Each poll reads the broadcast or the stream, at the same cost.
  calls: [
    [list, (planned) => maxReads + maxPolls(planned)],
    [bind, maxAttempts],
    [liveStreams.list, maxReads],
    [transition, 2 * maxAttempts],
  ],
  waitMs: waitMsOf,
  run: (request) =>
    runWorkflow(request, {
      mutation: 'goLive',
      goal: 'live',
      steps: liveSteps(request.parameters['streamId'] as string | undefined),
      check: (flow) => {
        if (isFinal(flow.state.status)) throw flow.invalid('live');
      },
    }),
  parameters: parameters(bind, {
    streamId: [
      'ID',
      'streamId',
      'Bind the broadcast to this stream if it is bound to no stream or to another one: a global id or a YouTube id. Error `INVALID_INPUT` if testing has begun with another stream. Default: keep the bound stream.',
      { references: Stream },
    ],
  }),
  settings: waitRow('an active stream, and for the end of transient statuses'),
  validate: checkWait,
  result: 'The broadcast after the transition.',
});

/** Statuses that YouTube leaves without a transition. */
const transient: ReadonlySet<string> = new Set(['created', 'testStarting', 'liveStarting']);

/**
 * The steps to the status `live`. YouTube makes some of them itself if the broadcast starts
 * automatically.
 * @param wanted the stream that the client names
 */
const liveSteps = (wanted: string | undefined): readonly Step<BroadcastRun>[] => [
  {
    name: 'streamBound',
    isDone: ({ state }) => wanted === undefined || state.streamId === wanted,
    run: (flow) => bindStream(flow, wanted!),
  },
  {
    name: 'streamActive',
    isDone: async (flow) => nextTransition(flow) === undefined || isActive(flow),
    run: waitForStream,
  },
  {
    name: 'testing',
    isDone: ({ state: { status, isMonitored } }) =>
      !isMonitored || !(isBeforeTesting(status) || status === 'testStarting'),
    run: advance,
  },
  { name: 'live', isDone: isLive, run: advance },
];

/** @throws InvalidInput if testing has begun, with another stream */
function bindStream(flow: BroadcastRun, wanted: string): Promise<void> {
  const { status, streamId } = flow.state;
  if (isBeforeTesting(status)) return flow.bind(wanted);
  const current = streamId === undefined ? 'no stream' : `stream "${streamId}"`;
  throw new InvalidInput(
    'streamId',
    `the broadcast is ${enumName(status)} with ${current}, and can be bound only before testing; expected the bound stream, or no value`,
  );
}

function isLive(flow: BroadcastRun): boolean {
  const found = flow.state.status === 'live';
  if (found) flow.reporter.report('live');
  return found;
}

/**
 * The transition that has to be requested in the current status; undefined if only YouTube has
 * something to do.
 * @throws MutationError for an unknown status, or without a stream
 */
function nextTransition(flow: BroadcastRun): TransitionTarget | undefined {
  const { status, isMonitored, streamId } = flow.state;
  if (status === 'testing') flow.reporter.report('testing');
  if (status === 'created' && streamId === undefined) throw noStream(flow);
  if (status === 'live' || transient.has(status)) return undefined;
  if (status !== 'ready' && status !== 'testing') throw flow.invalid('live');
  if (streamId === undefined) throw noStream(flow);
  const target = status === 'ready' && isMonitored ? 'testing' : 'live';
  return flow.isRequested(target) ? undefined : target;
}

const noStream = ({ ref }: BroadcastRun): MutationError =>
  new MutationError(
    'STREAM_INACTIVE',
    'streamId: missing, and no stream is bound to the broadcast; expected the id of a stream.',
    { broadcast: ref, path: ['streamId'] },
  );

/** Whether the bound stream receives data. */
async function isActive(flow: BroadcastRun): Promise<boolean> {
  const found = await flow.isActive(flow.state.streamId!);
  if (found) flow.reporter.report('streamActive');
  return found;
}

/** Afterwards the broadcast is read again: its status may have changed meanwhile. */
async function waitForStream(flow: BroadcastRun): Promise<void> {
  flow.reporter.report('waitingForStream');
  do {
    if (!(await flow.next())) throw flow.inactive();
  } while (!(await isActive(flow)));
}

/**
 * Requests the next transition, or waits for the effect of the last one. The workflow is over when
 * the time is over and YouTube has accepted the start.
 * @throws MutationError if YouTube has not accepted it by then
 */
async function advance(flow: BroadcastRun): Promise<'over' | void> {
  const target = nextTransition(flow);
  if (target !== undefined) return flow.transition(target);
  if (await flow.next()) return undefined;
  if (flow.state.status === 'liveStarting' || flow.isAccepted('live')) return 'over';
  throw flow.unfinished();
}
