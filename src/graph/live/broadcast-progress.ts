/** Subscription `broadcastProgress`: the steps of `goLive` and `endBroadcast`. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { GraphQLResolveInfo } from 'graphql';
import type { FeedBatch } from '../../data/feed/batch.ts';
import type { Reports } from '../../data/feed/progress.ts';
import { noNeeds } from '../../data/read/needs.ts';
import { Paths } from '../../data/read/path.ts';
import { upstreamError } from '../../upstream/error.ts';
import { liveBroadcasts } from '../../upstream/live/index.ts';
import { builder, type Context } from '../builder.ts';
import { enumResolver } from '../field/enumeration.ts';
import { type AnyEnum, type Field, field, type FieldBuilder } from '../field/field-factory.ts';
import { link } from '../field/link.ts';
import { ErrorCodeEnum } from '../field/user-error-type.ts';
import {
  type SubscribingField,
  subscriptionError,
  withGraphErrors,
} from '../field/subscription-error.ts';
import { refFrom } from '../global-id.ts';
import {
  BroadcastMutationEnum,
  type BroadcastReport,
  BroadcastStepEnum,
} from './broadcast-step.ts';
import { isFinal, LifeCycleStatus } from './life-cycle.ts';
import { Broadcast } from './resource.ts';
import { StreamStatus } from './stream.ts';

const { list } = liveBroadcasts;

type ReportBuilder = FieldBuilder<BroadcastReport>;

/** A field that shows a value of the report. */
const reportField = (
  t: ReportBuilder,
  type: AnyEnum | 'ID' | 'DateTime' | 'String',
  name: keyof BroadcastReport,
  description: string,
): Field => {
  const isEnumType = typeof type !== 'string';
  const read = (report: BroadcastReport): unknown => report[name] ?? null;
  const resolve = isEnumType ? enumResolver(type, read) : read;
  const nullable = !['broadcastId', 'step', 'at'].includes(name);
  return field(t, { type, nullable, description, needs: noNeeds, resolve });
};

const BroadcastProgress = builder.objectRef<BroadcastReport>('BroadcastProgress').implement({
  description: 'An event of `broadcastProgress`.',
  fields: (t) => ({
    broadcastId: reportField(t, 'ID', 'broadcastId', 'The YouTube id of the broadcast.'),
    broadcast: link(
      t,
      Broadcast,
      { key: ({ broadcastId }: BroadcastReport) => [broadcastId] },
      'The broadcast. Each event reads the selected fields again.',
    ),
    mutation: reportField(
      t,
      BroadcastMutationEnum,
      'mutation',
      'The mutation that made the step. Null in the first event.',
    ),
    step: reportField(t, BroadcastStepEnum, 'step', 'The point that the mutation has reached.'),
    at: reportField(t, 'DateTime', 'at', 'The time of the step, by the clock of the gateway.'),
    lifeCycleStatus: reportField(
      t,
      LifeCycleStatus,
      'lifeCycleStatus',
      'The status of the broadcast as the gateway read it last. Null if the gateway has not read the status.',
    ),
    streamStatus: reportField(
      t,
      StreamStatus,
      'streamStatus',
      'The status of the bound stream as the mutation read it last. Null if the mutation has not read the status.',
    ),
    errorCode: reportField(
      t,
      ErrorCodeEnum,
      'errorCode',
      'The code of the error. Null except for the step `FAILED`.',
    ),
    errorMessage: reportField(
      t,
      'String',
      'errorMessage',
      'The English message of the error, for developers and logs. Null except for the step `FAILED`.',
    ),
  }),
});

/** Adds the types and fields of this module to the schema. */
export function addBroadcastProgress(): void {
  builder.subscriptionField('broadcastProgress', (t) => {
    const options = {
      type: BroadcastProgress,
      nullable: false,
      description:
        'The steps of `goLive` and `endBroadcast` on a broadcast, from the moment of the subscription. Reports mutations of the same access token, and content owner, in the same gateway process, or in any process of the gateway if they share a store. The first event has the step `SUBSCRIBED` and the current status. Ends after the last step of a successful `endBroadcast`, and after the first event if the broadcast has ended. After an interruption, subscribe again: the first event has the status. Error `NOT_FOUND` if there is no such broadcast or the caller may not see it.',
      args: {
        id: t.arg.id({
          required: true,
          description:
            "The broadcast: a global id or a YouTube id. Must belong to the caller's channel.",
        }),
      },
      needs: {
        kind: 'calls' as const,
        costOf: () => ({ calls: [[list, 1] as const], loads: [], values: 1 }),
      },
      operations: [list],
      subscribe: (
        _: unknown,
        args: { readonly id: string },
        context: Context,
        info: GraphQLResolveInfo,
      ) => subscribe({ args, info, advice }, context),
      resolve: ({ items: [report] }: FeedBatch) => report,
    };
    return field(t, options);
  });
}

const statusPaths = Paths.of('status.lifeCycleStatus');

const advice = 'Subscribe again.';

/**
 * Subscribes before the status is read, so that no step between the two is lost.
 * @throws GraphQLError
 */
async function subscribe(
  subscribing: SubscribingField<{ readonly id: string }>,
  { execution, feeds }: Context,
): Promise<Reports> {
  let reports: Reports | undefined;
  try {
    const ref = refFrom(Broadcast.resource, subscribing.args.id);
    execution.checkAccess(list);
    reports = feeds.progress.subscribe(execution.identity, ref, list);
    const broadcast: youtube_v3.Schema$LiveBroadcast | null = await execution.load(ref, {
      paths: statusPaths,
      downstream: new Set(),
    });
    const broadcastId = ref.key[0]!;
    if (broadcast === null)
      throw upstreamError(list, 'NOT_FOUND', { id: broadcastId, type: Broadcast.resource.name });
    const lifeCycleStatus = broadcast.status?.lifeCycleStatus ?? undefined;
    // No step follows.
    if (lifeCycleStatus !== undefined && isFinal(lifeCycleStatus)) await reports.return!();
    return startingWith(
      { broadcastId, step: 'subscribed', at: new Date().toISOString(), lifeCycleStatus },
      withGraphErrors(reports, subscribing),
    );
  } catch (error) {
    await reports?.return!();
    throw subscriptionError(error, advice);
  }
}

/**
 * The first report, and then the others. Not a generator: `return` of a generator that waits for a
 * report takes effect only after the report.
 */
function startingWith(first: BroadcastReport, reports: Reports): Reports {
  let isStarted = false;
  return {
    next: () => {
      if (isStarted) return reports.next();
      isStarted = true;
      const value = { items: [first], cursor: null, hasMore: false };
      return Promise.resolve({ value, done: false });
    },
    return: () => {
      isStarted = true;
      return reports.return!();
    },
    throw: (error) => reports.throw!(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
