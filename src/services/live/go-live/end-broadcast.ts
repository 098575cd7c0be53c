/** `endBroadcast`: ends a broadcast from any status in which YouTube allows it. */
import type { Step } from '../../../engine/write/step.ts';
import { liveBroadcasts } from '../operations.ts';
import { type BroadcastRun, maxAttempts, maxPolls, runWorkflow } from './run.ts';
import { broadcastWorkflow } from './declaration.ts';
import { Broadcast } from '../resources.ts';
import { checkWait, waitMsOf, waitRow } from '../../../engine/schema/write/wait.ts';

const { list, transition } = liveBroadcasts;

const endSteps: readonly Step<BroadcastRun>[] = [
  {
    name: 'ended',
    isDone: (flow) => {
      const isEnded = flow.state.status === 'complete';
      if (isEnded) flow.reporter.report('ended');
      return isEnded;
    },
    run: end,
  },
];

export const endBroadcast = broadcastWorkflow.mutation('endBroadcast', {
  description:
    'End a broadcast that is live or being tested. Cannot be undone. Waits if the broadcast is starting, because YouTube rejects the end until then. Succeeds without a change if the broadcast has ended. Error `NOT_APPLIED` if YouTube accepts the end, and does not show it in the time. May be repeated after any error, and sent twice at once. `broadcastProgress` reports each step. The request can take `wait` longer than others. A broadcast that has not started cannot be ended, only deleted.',
  operation: transition,
  target: Broadcast,
  id: "The broadcast to end: a global id or a YouTube id. Must belong to the caller's channel.",
  calls: [
    [list, (planned) => 2 + 2 * maxAttempts + maxPolls(planned)],
    [transition, maxAttempts],
  ],
  waitMs: waitMsOf,
  run: (request) =>
    runWorkflow(request, { mutation: 'endBroadcast', goal: 'complete', steps: endSteps }),
  settings: waitRow('the end of transient statuses'),
  validate: checkWait,
  result: 'The broadcast after the transition.',
});

/**
 * Requests the end, or waits for the effect. The workflow is over when the time is over and YouTube
 * has accepted the end.
 * @throws MutationError if the broadcast cannot be ended, or not in the time
 */
async function end(flow: BroadcastRun): Promise<'over' | void> {
  const { status } = flow.state;
  const isStarting = status === 'testStarting' || status === 'liveStarting';
  if (!isStarting && !flow.isRequested('complete')) {
    if (status !== 'testing' && status !== 'live') throw flow.invalid('complete');
    return flow.transition('complete');
  }
  if (await flow.next()) return undefined;
  if (flow.isAccepted('complete')) return 'over';
  throw flow.unfinished();
}
