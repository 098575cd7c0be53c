/** `transitionBroadcast`: sent once, and what upstream refuses becomes facts that a client can act on. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { GraphQLResolveInfo } from 'graphql';
import { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { liveBroadcasts, liveStreams } from '../../upstream/live/index.ts';
import type { Context } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { knownWords } from '../field/enumeration.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { errorType, MutationError, type UserErrorValue } from '../user-error.ts';
import {
  allowedFrom,
  BroadcastTransition,
  isReached,
  LifeCycleStatus,
  type Target,
} from './life-cycle.ts';
import { Broadcast, Stream } from './resource.ts';
import { StreamStatus } from './stream.ts';

const { transition } = liveBroadcasts;

const facts = Paths.of(
  'status.lifeCycleStatus',
  'contentDetails.monitorStream.enableMonitorStream',
);

const binding = Paths.of('contentDetails.boundStreamId');
const streamStatus = Paths.of('status.streamStatus');

errorType(
  'INVALID_TRANSITION',
  'InvalidTransitionError',
  'The broadcast cannot go there from where it is.',
  (t) => ({
    status: field(t, {
      type: LifeCycleStatus,
      description: 'Where the broadcast stood right after the refusal.',
      needs: {},
      resolve: knownWords(LifeCycleStatus, ({ extra }) => extra['status']),
    }),
    allowed: field(t, {
      type: [BroadcastTransition],
      nullable: { list: true, items: false },
      description: 'Where it could have gone instead; empty where nothing can be asked of it.',
      needs: {},
      resolve: ({ extra }: UserErrorValue) => extra['allowed'] ?? null,
    }),
  }),
);

errorType(
  'STREAM_INACTIVE',
  'StreamInactiveError',
  'The encoder has to send before the broadcast can begin.',
  (t) => ({
    streamStatus: field(t, {
      type: StreamStatus,
      description:
        'What the bound stream did right after the refusal; null where no stream is bound.',
      needs: {},
      resolve: async (
        { extra }: UserErrorValue,
        args: object,
        context: Context,
        info: GraphQLResolveInfo,
      ) => known(await streamStatusOf(extra['broadcast'] as Ref, context), args, context, info),
    }),
  }),
);

const known = knownWords(StreamStatus, (word) => word);

/** Read only where a client asks for it: it takes the broadcast to find the stream. */
async function streamStatusOf(ref: Ref, { execution }: Context): Promise<string | null> {
  const broadcast: youtube_v3.Schema$LiveBroadcast | null = await execution.load(ref, {
    paths: binding,
    downstream: new Set(['Stream']),
  });
  const id = broadcast?.contentDetails?.boundStreamId;
  if (!id) return null;
  const stream: youtube_v3.Schema$LiveStream | null = await execution.load(
    { resource: Stream.resource, key: [id] },
    { paths: streamStatus, downstream: new Set() },
  );
  return stream?.status?.streamStatus ?? null;
}

mutation('transitionBroadcast', {
  description:
    'Takes a broadcast to its next status. Asked for a status that it has already, or is on its way to, it succeeds and changes nothing. Upstream passes through a starting status for some seconds: read the broadcast until it is through.',
  operations: [transition, liveBroadcasts.list, liveStreams.list],
  inputDescription: 'Which broadcast to take where.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The broadcast, one of your own.' }),
    to: t.field({
      type: BroadcastTransition,
      required: true,
      description: 'The status it shall have.',
    }),
  }),
  node: ['broadcast', Broadcast, 'The broadcast after the change.'],
  run: async ({ id, to }: { id: string; to: Target }, execution, wanted) => {
    const ref = refFrom(Broadcast.resource, id);
    try {
      await send(execution, ref, to, wanted);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      execution.invalidate();
      await settleRefusal(error, execution, ref, to, wanted);
    }
    return { ref };
  },
});

/** What the client wants of the broadcast comes with the answer, as far as this operation can show it. */
async function send(execution: Execution, ref: Ref, to: Target, wanted: Paths): Promise<void> {
  const shown = wanted.parts.filter((part) =>
    (transition.parts as readonly string[]).includes(part),
  );
  const part = shown.length === 0 ? ['id'] : shown;
  const answer = await execution.send(transition, { id: ref.key[0]!, broadcastStatus: to, part });
  execution.invalidate(ref, answer, Paths.of('id', ...part));
}

/** Returns where the broadcast is there already. @throws what the client is to be told */
async function settleRefusal(
  error: UpstreamError,
  execution: Execution,
  ref: Ref,
  to: Target,
  wanted: Paths,
): Promise<void> {
  const { code, reason } = error.failure;
  if (reason === 'redundantTransition') return;
  if (code === 'STREAM_INACTIVE')
    throw new MutationError(code, 'The bound stream receives no data.', { reason, broadcast: ref });
  if (code === 'NOT_FOUND') throw new UpstreamError({ ...error.failure, id: ref.key[0] });
  if (code !== 'INVALID_TRANSITION') throw error;
  // One read tells the facts, and shows the broadcast where it turns out to be on its way.
  const found = await look(execution, ref, Paths.union([facts, wanted]));
  const status = found?.status?.lifeCycleStatus ?? undefined;
  if (status !== undefined && isReached(to, status)) return;
  const monitored = found?.contentDetails?.monitorStream?.enableMonitorStream === true;
  const allowed = status === undefined ? undefined : allowedFrom(status, monitored);
  throw new MutationError(code, `A broadcast cannot go from ${status ?? 'where it is'} to ${to}.`, {
    reason,
    status,
    allowed,
  });
}

/** A failure here must not hide the refusal that it was to explain. */
async function look(
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
