/** Steps and reports of both `goLive` and `endBroadcast`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../../engine/read/path.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { workflow } from '../../../engine/schema/write/workflow.ts';
import { isFinal, LifeCycleStatus } from '../broadcast/life-cycle.ts';
import { Broadcast } from '../resources.ts';
import { StreamStatus } from '../../shared/youtube/enums.ts';

const steps = {
  streamBound: 'The stream has been bound to the broadcast.',
  waitingForStream: 'The bound stream receives no data. The mutation waits for the encoder.',
  streamActive: 'The bound stream receives data.',
  testingRequested: 'YouTube has accepted the transition to `TESTING`.',
  testing: 'The broadcast has the status `TESTING`.',
  liveRequested: 'YouTube has accepted the transition to `LIVE`.',
  live: 'The broadcast has the status `LIVE`.',
  endRequested: 'YouTube has accepted the transition to `COMPLETE`.',
  ended: 'The broadcast has the status `COMPLETE`.',
} as const;

/** A step that the mutations report, beside the end. */
export type BroadcastStep = keyof typeof steps;

/** A mutation that reports its steps. */
export type BroadcastMutation = 'goLive' | 'endBroadcast';

const BroadcastMutationEnum = enumeration(
  'BroadcastMutation',
  'A mutation that reports its steps to `broadcastProgress`.',
  {
    goLive: 'The mutation `goLive`, which starts a broadcast.',
    endBroadcast: 'The mutation `endBroadcast`, which ends a broadcast.',
  } satisfies Readonly<Record<BroadcastMutation, string>>,
);

export const broadcastWorkflow = workflow<
  BroadcastStep,
  'broadcastId' | 'mutation' | 'lifeCycleStatus' | 'streamStatus'
>({
  name: 'broadcast',
  description: 'An event of `broadcastProgress`.',
  stepDescription:
    'A step of `goLive` or `endBroadcast`. `PartlyDoneError.done` of these mutations has such values.',
  steps,
  subject: Broadcast,
  objects: {
    broadcast: [
      Broadcast,
      'The broadcast. Each event reads the selected fields again.',
      { broadcastId: 'The YouTube id of the broadcast.' },
    ],
  },
  values: {
    mutation: [BroadcastMutationEnum, 'The mutation that made the step. Null in the first event.'],
    lifeCycleStatus: [
      LifeCycleStatus,
      'The status of the broadcast as the gateway read it last. Null if the gateway has not read the status.',
    ],
    streamStatus: [
      StreamStatus,
      'The status of the bound stream as the mutation read it last. Null if the mutation has not read the status.',
    ],
  },
  subscription: {
    description:
      'The steps of `goLive` and `endBroadcast` on a broadcast, from the moment of the subscription. Reports mutations of the same access token, and content owner, in the same gateway process, or in any process of the gateway if they share a store. The first event has the step `SUBSCRIBED` and the current status. Ends after the last step of a successful `endBroadcast`, and after the first event if the broadcast has ended. After an interruption, subscribe again: the first event has the status. Error `NOT_FOUND` if there is no such broadcast or the caller may not see it.',
    argument: [
      'id',
      "The broadcast: a global id or a YouTube id. Must belong to the caller's channel.",
    ],
    paths: Paths.of('status.lifeCycleStatus'),
    first: ({ status }: youtube_v3.Schema$LiveBroadcast) => ({
      lifeCycleStatus: status?.lifeCycleStatus ?? undefined,
    }),
    isOver: ({ lifeCycleStatus }) => lifeCycleStatus !== undefined && isFinal(lifeCycleStatus),
  },
});
