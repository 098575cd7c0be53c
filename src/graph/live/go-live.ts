/** `goLive`: binds the stream, waits until it receives data, tests the broadcast and starts it. */
import type { PlannedWrite } from '../../data/write/strategy.ts';
import { workflow } from '../../data/write/workflow.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { liveBroadcasts, liveStreams } from '../../upstream/live/index.ts';
import { write } from '../field/write.ts';
import { parameters } from '../field/write-input.ts';
import { MutationError } from '../mutation-error.ts';
import {
  type BroadcastState,
  type BroadcastWorkflow,
  maxAttempts,
  maxPolls,
  runWorkflow,
} from './broadcast-workflow.ts';
import { enumName, isBeforeTesting, isFinal } from './life-cycle.ts';
import { Broadcast, Stream } from './resource.ts';
import { checkWait, waitMsOf, waitRow } from './wait-seconds.ts';

const { bind, list, transition } = liveBroadcasts;

/** Reads beside the polls: before and after each binding and each transition. */
const maxReads = 4 + 4 * maxAttempts;

/** Each poll reads the broadcast or the stream, at the same cost. */
const calls = (planned: PlannedWrite) =>
  [
    [list, maxReads + maxPolls(planned)],
    [bind, maxAttempts],
    [liveStreams.list, maxReads],
    [transition, 2 * maxAttempts],
  ] as const;

export const goLive = write('goLive', {
  description:
    'Take a broadcast live: bind the stream if needed, wait until the stream receives data, test the broadcast if its monitor stream is enabled, and start the broadcast. No transition is requested before the stream receives data. Succeeds without a change if the broadcast is live already. May be repeated after any error, and sent twice at once: completed steps are not repeated. `broadcastProgress` reports each step. If YouTube still shows `LIVE_STARTING` when the time is over, the mutation succeeds with this status. The request can take `waitSeconds` longer than others.',
  inputDescription: 'Input of `goLive`.',
  operation: transition,
  target: Broadcast,
  id: "The broadcast to start: a global id or a YouTube id. Must belong to the caller's channel.",
  strategy: workflow({
    operations: [list, bind, liveStreams.list, transition],
    calls,
    waitMs: waitMsOf,
    run: (request) =>
      runWorkflow('goLive', 'live', request, (flow) =>
        start(flow, request.parameters['streamId'] as string | undefined),
      ),
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
  result: ['broadcast', 'The broadcast after the transition.'],
});

/** Statuses that YouTube leaves without a transition. */
const transient: ReadonlySet<string> = new Set(['created', 'testStarting', 'liveStarting']);

/**
 * Returns when the broadcast is live, or when the time is over and YouTube has accepted the start.
 * @param wanted the stream that the client names
 * @throws MutationError if the broadcast cannot go live, or not in the time
 */
async function start(flow: BroadcastWorkflow, wanted: string | undefined): Promise<void> {
  let bound: string | undefined;
  for (;;) {
    const state = await flow.read();
    const { status } = state;
    if (isFinal(status)) throw flow.invalid('live');
    const streamId = bound ?? state.streamId;
    if (wanted !== undefined && streamId !== wanted) {
      if (await bindStream(flow, state, wanted)) bound = wanted;
      continue;
    }
    if (status === 'live') return flow.report('live');
    if (status === 'testing') flow.report('testing');
    if (status === 'created' && streamId === undefined) throw noStream(flow);
    if (!transient.has(status) && (await requestNext(flow, state, streamId))) continue;
    if (await flow.next()) continue;
    if (status === 'liveStarting' || flow.isAccepted('live')) return;
    throw flow.unfinished();
  }
}

/** @throws InvalidInput if testing has begun, with another stream */
async function bindStream(
  flow: BroadcastWorkflow,
  { status, streamId }: BroadcastState,
  wanted: string,
): Promise<boolean> {
  if (isBeforeTesting(status)) return flow.bind(wanted);
  const current = streamId === undefined ? 'no stream' : `stream "${streamId}"`;
  throw new InvalidInput(
    'streamId',
    `the broadcast is ${enumName(status)} with ${current}, and can be bound only before testing; expected the bound stream, or no value`,
  );
}

/**
 * Requests the next transition, when the stream receives data.
 * @returns false if the transition was requested already
 * @throws MutationError for an unknown status, or without an active stream
 */
async function requestNext(
  flow: BroadcastWorkflow,
  { status, isMonitored }: BroadcastState,
  streamId: string | undefined,
): Promise<boolean> {
  if (status !== 'ready' && status !== 'testing') throw flow.invalid('live');
  if (streamId === undefined) throw noStream(flow);
  const target = status === 'ready' && isMonitored ? 'testing' : 'live';
  if (flow.isAccepted(target)) return false;
  // After a wait the broadcast is read again: its status may have changed during the wait.
  if (!(await waitForStream(flow, streamId))) await flow.transition(target);
  return true;
}

const noStream = ({ ref }: BroadcastWorkflow): MutationError =>
  new MutationError(
    'STREAM_INACTIVE',
    'streamId: missing, and no stream is bound to the broadcast; expected the id of a stream.',
    { broadcast: ref, path: ['streamId'] },
  );

/** @returns whether it had to wait. @throws MutationError if the time is over */
async function waitForStream(flow: BroadcastWorkflow, streamId: string): Promise<boolean> {
  const isActive = await flow.isActive(streamId);
  if (!isActive) {
    flow.report('waitingForStream');
    do {
      if (!(await flow.next())) throw flow.inactive();
    } while (!(await flow.isActive(streamId)));
  }
  flow.report('streamActive');
  return !isActive;
}
