/** Subscription `broadcastProgress`: the steps of `goLive` and `endBroadcast`. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { liveBroadcasts } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import {
  addProgressSubscription,
  reportField,
  reportFields,
} from '../../../engine/schema/feed/progress.ts';
import { refFrom } from '../../../engine/schema/type/global-id.ts';
import { BroadcastMutationEnum, type BroadcastReport, BroadcastStepEnum } from './step.ts';
import { isFinal, LifeCycleStatus } from '../broadcast/life-cycle.ts';
import { Broadcast } from '../resources.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { StreamStatus } from '../../shared/youtube/enums.ts';

const { list } = liveBroadcasts;

const BroadcastProgress = builder.objectRef<BroadcastReport>('BroadcastProgress').implement({
  description: 'An event of `broadcastProgress`.',
  fields: (t) => ({
    ...reportFields(t, BroadcastStepEnum),
    broadcastId: reportField(t, 'ID', ['broadcastId', 'The YouTube id of the broadcast.'], false),
    ...fields(t, {
      broadcast: [
        Broadcast,
        'The broadcast. Each event reads the selected fields again.',
        { key: ({ broadcastId }: BroadcastReport) => [broadcastId] },
      ],
    }),
    mutation: reportField(t, BroadcastMutationEnum, [
      'mutation',
      'The mutation that made the step. Null in the first event.',
    ]),
    lifeCycleStatus: reportField(t, LifeCycleStatus, [
      'lifeCycleStatus',
      'The status of the broadcast as the gateway read it last. Null if the gateway has not read the status.',
    ]),
    streamStatus: reportField(t, StreamStatus, [
      'streamStatus',
      'The status of the bound stream as the mutation read it last. Null if the mutation has not read the status.',
    ]),
  }),
});

const statusPaths = Paths.of('status.lifeCycleStatus');

/** The first event: the current status. @throws UpstreamError `NOT_FOUND` */
async function firstReport(ref: Ref, execution: Execution) {
  const found: youtube_v3.Schema$LiveBroadcast | null = await execution.load(ref, {
    paths: statusPaths,
    downstream: new Set(),
  });
  const broadcastId = ref.key[0]!;
  if (found === null)
    throw upstreamError(list, 'NOT_FOUND', { id: broadcastId, type: Broadcast.resource.name });
  const lifeCycleStatus = found.status?.lifeCycleStatus ?? undefined;
  const report: BroadcastReport = {
    broadcastId,
    step: 'subscribed',
    at: new Date().toISOString(),
    lifeCycleStatus,
  };
  return { report, isOver: lifeCycleStatus !== undefined && isFinal(lifeCycleStatus) };
}

/** Adds the types and fields of this module to the schema. */
export function addBroadcastProgress(): void {
  addProgressSubscription('broadcastProgress', (t) => ({
    type: BroadcastProgress,
    description:
      'The steps of `goLive` and `endBroadcast` on a broadcast, from the moment of the subscription. Reports mutations of the same access token, and content owner, in the same gateway process, or in any process of the gateway if they share a store. The first event has the step `SUBSCRIBED` and the current status. Ends after the last step of a successful `endBroadcast`, and after the first event if the broadcast has ended. After an interruption, subscribe again: the first event has the status. Error `NOT_FOUND` if there is no such broadcast or the caller may not see it.',
    args: {
      id: t.arg.id({
        required: true,
        description:
          "The broadcast: a global id or a YouTube id. Must belong to the caller's channel.",
      }),
    },
    operation: list,
    operations: [list],
    calls: () => [[list, 1]],
    ref: ({ id }: { readonly id: string }) => refFrom(Broadcast.resource, id),
    first: firstReport,
  }));
}
