/**
 * `transitionBroadcast`: a rejected transition returns the current status and the allowed
 * transitions.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import type { GraphQLResolveInfo } from 'graphql';
import { noNeeds } from '../../../../engine/read/needs.ts';
import { Paths } from '../../../../engine/read/path.ts';
import type { Ref } from '../../../../engine/read/resource.ts';
import type { Execution } from '../../../../engine/execution/execution.ts';
import { action, callForEntity } from '../../../../engine/write/action.ts';
import type { WriteOutcome, WriteRequest } from '../../../../engine/write/strategy.ts';
import { UpstreamError } from '../../../../engine/api/error.ts';
import {
  answeredCode,
  hasUnknownOutcome,
  readAfterFailure,
} from '../../../../engine/rest/call/unknown-outcome.ts';
import { liveBroadcasts, liveStreams } from '../../operations.ts';
import type { Context } from '../../../../engine/schema/builder.ts';
import {
  type AnyEnum,
  type AnyFieldBuilder,
  type Field,
  field,
} from '../../../../engine/schema/field/field-factory.ts';
import { enumResolver } from '../../../../engine/schema/field/enumeration.ts';
import { errorType } from '../../../../engine/schema/error/user-error-type.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters, required } from '../../../../engine/schema/write/write-input.ts';
import { MutationError } from '../../../../engine/schema/error/mutation-error.ts';
import type { UserErrorValue } from '../../../../engine/schema/error/user-error.ts';
import {
  allowedTransitions,
  BroadcastTransition,
  isReached,
  LifeCycleStatus,
  transitionMessage,
  type TransitionTarget,
} from '../life-cycle.ts';
import { Broadcast, Stream } from '../../resources.ts';
import { StreamHealthStatus, StreamStatus } from '../../../shared/youtube/enums.ts';

const { transition } = liveBroadcasts;

const statusPaths = Paths.of(
  'status.lifeCycleStatus',
  'contentDetails.monitorStream.enableMonitorStream',
);

const binding = Paths.of('contentDetails.boundStreamId');
const streamPaths = Paths.of('status.streamStatus', 'status.healthStatus.status');

type StreamState = youtube_v3.Schema$LiveStreamStatus | null | undefined;

/** Read only if a client selects it: the stream is found through the broadcast. */
async function streamStateOf(ref: Ref, { execution }: Context): Promise<StreamState> {
  const broadcast: youtube_v3.Schema$LiveBroadcast | null = await execution.load(ref, {
    paths: binding,
    downstream: new Set(['Stream']),
  });
  const id = broadcast?.contentDetails?.boundStreamId;
  if (!id) return null;
  const stream: youtube_v3.Schema$LiveStream | null = await execution.load(
    { resource: Stream.resource, key: [id] },
    { paths: streamPaths, downstream: new Set() },
  );
  return stream?.status;
}

/** A field of the error that shows a value of the bound stream. */
function streamField(
  t: AnyFieldBuilder,
  type: AnyEnum,
  description: string,
  valueOf: (state: StreamState) => string | null | undefined,
): Field {
  const known = enumResolver(type, (word) => word);
  return field(t, {
    type,
    description: `${description} Null if no stream is bound.`,
    needs: noNeeds,
    resolve: async (
      { extra }: UserErrorValue,
      args: object,
      context: Context,
      info: GraphQLResolveInfo,
    ) =>
      known(valueOf(await streamStateOf(extra['broadcast'] as Ref, context)), args, context, info),
  });
}

const transitionBroadcast = write('transitionBroadcast', {
  description:
    'Change the status of a broadcast. Succeeds without a change if the broadcast has the requested status or is changing to the requested status. YouTube first sets a transient status for some seconds: read the broadcast again to see the final status.',
  operation: transition,
  target: Broadcast,
  id: "The broadcast to change: a global id or a YouTube id. Must belong to the caller's channel.",
  strategy: action({
    alsoCalls: [liveBroadcasts.list, liveStreams.list],
    isRepeatable: true,
    run: transitionOnce,
  }),
  parameters: parameters(transition, {
    status: [required(BroadcastTransition), 'broadcastStatus', 'The requested status.'],
  }),
  reasons: { invalidTransition: 'broadcastStatus' },
  result: 'The broadcast after the transition.',
});

export const transitionWrites = [transitionBroadcast];

async function transitionOnce(request: WriteRequest): Promise<WriteOutcome> {
  const ref = request.ref!;
  try {
    return await callForEntity(request);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    request.execution.invalidate();
    await explainFailure(error, request);
    return { ref };
  }
}

/**
 * Returns the ref if the broadcast has the requested status already.
 * @throws the error for the client
 */
async function explainFailure(
  error: UpstreamError,
  { execution, ref, parameters: given, selected }: WriteRequest,
): Promise<void> {
  const { reason } = error.failure;
  if (reason === transition.reasons.redundantTransition) return;
  const code = answeredCode(error);
  const isRejected = code === 'STREAM_INACTIVE' || code === 'INVALID_TRANSITION';
  const to = given['broadcastStatus'] as TransitionTarget;
  if (hasUnknownOutcome(error) && isRejected) {
    const read = { paths: Paths.union([statusPaths, selected]), downstream: new Set<string>() };
    const shown: youtube_v3.Schema$LiveBroadcast | null = await readAfterFailure(error, async () =>
      execution.load(ref!, read),
    );
    if (!shown?.status?.lifeCycleStatus) throw error;
    if (isReached(to, shown.status.lifeCycleStatus)) return;
  }
  if (code === 'STREAM_INACTIVE')
    throw new MutationError(
      code,
      'No stream is bound to the broadcast, or the bound stream receives no data. Start the encoder, and retry when the stream is active.',
      { reason, broadcast: ref },
    );
  if (code !== 'INVALID_TRANSITION') throw error;
  // One read returns the current status, and the selection in case the transition has started.
  const found = await tryLoad(execution, ref!, Paths.union([statusPaths, selected]));
  const status = found?.status?.lifeCycleStatus ?? undefined;
  if (status !== undefined && isReached(to, status)) return;
  const monitored = found?.contentDetails?.monitorStream?.enableMonitorStream === true;
  const allowed = status === undefined ? undefined : allowedTransitions(status, monitored);
  const message = `status: ${transitionMessage(status, to, allowed)}`;
  throw new MutationError(code, message, { reason, status, allowed });
}

/** Null if the read fails: its error must not hide the failure that it was to explain. */
async function tryLoad(
  execution: Execution,
  ref: Ref,
  paths: Paths,
): Promise<youtube_v3.Schema$LiveBroadcast | null> {
  try {
    return await execution.load(ref, { paths, downstream: new Set() });
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

export const transitionErrorTypes = [
  errorType(
    'INVALID_TRANSITION',
    'InvalidTransitionError',
    'The current status of the broadcast does not allow the requested transition.',
    (t) => ({
      status: field(t, {
        type: LifeCycleStatus,
        description: 'The status of the broadcast right after the rejection.',
        needs: noNeeds,
        resolve: enumResolver(LifeCycleStatus, ({ extra }) => extra['status']),
      }),
      allowed: field(t, {
        type: [BroadcastTransition],
        nullable: { list: true, items: false },
        description:
          'The transitions that the current status allows. Empty if no transition is possible. Null if the status could not be read.',
        needs: noNeeds,
        resolve: ({ extra }: UserErrorValue) => extra['allowed'] ?? null,
      }),
    }),
  ),
  errorType(
    'STREAM_INACTIVE',
    'StreamInactiveError',
    'No stream is bound to the broadcast, or the bound stream receives no data. Start the encoder before the transition.',
    (t) => ({
      streamStatus: streamField(
        t,
        StreamStatus,
        'The status of the bound stream right after the rejection.',
        (state) => state?.streamStatus,
      ),
      streamHealth: streamField(
        t,
        StreamHealthStatus,
        'The health of the bound stream right after the rejection.',
        (state) => state?.healthStatus?.status,
      ),
    }),
  ),
];
