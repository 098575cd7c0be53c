/** `liveBroadcasts.transition` and `liveBroadcasts.bind`. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import { rfc3339 } from '../../time.ts';
import { throwIdNotFound } from '../../video/error.ts';
import { broadcastDomain, findOwnBroadcast } from './broadcast.ts';
import { serializeBroadcast } from './serializer.ts';
import { completeBroadcast, startLive, startTesting } from './life-cycle.ts';
import { type BroadcastEntity, type LifeCycleStatus, liveState } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

/** Throws 403: the status of the broadcast or its stream does not allow the call. */
function throwNotAllowed(reason: RefusalReason): never {
  throw new ApiError(403, reason, { domain: broadcastDomain });
}

type Target = 'testing' | 'live' | 'complete';

interface TransitionSource {
  readonly from: LifeCycleStatus;
  /** Only for broadcasts with (or, if false, without) a monitor stream. */
  readonly monitored?: boolean;
}

/** By value of the parameter `broadcastStatus`: the statuses that the transition may start from. */
const sources: Readonly<Record<Target, readonly TransitionSource[]>> = {
  testing: [{ from: 'ready', monitored: true }],
  live: [{ from: 'ready', monitored: false }, { from: 'testing' }],
  complete: [{ from: 'live' }, { from: 'testing' }],
};

/** By value of the parameter `broadcastStatus`: the statuses that it leads to. */
const reachedStatuses: Readonly<Record<Target, readonly LifeCycleStatus[]>> = {
  testing: ['testStarting', 'testing'],
  live: ['liveStarting', 'live'],
  complete: ['complete'],
};

/** `liveBroadcasts.transition`. */
export const transition: Handler = (call) => {
  const target = call.query.text('broadcastStatus') as Target;
  const broadcast = findOwnBroadcast(call, call.query.text('id')!, 'id');
  const { lifeCycleStatus, contentDetails } = broadcast;
  if (reachedStatuses[target].includes(lifeCycleStatus)) throwNotAllowed('redundantTransition');
  const { enableMonitorStream } = contentDetails.monitorStream;
  const isAllowed = sources[target].some(
    ({ from, monitored = enableMonitorStream }) =>
      from === lifeCycleStatus && monitored === enableMonitorStream,
  );
  if (!isAllowed) throwNotAllowed('invalidTransition');
  if (target !== 'complete' && !isReceiving(call, broadcast))
    throwNotAllowed('errorStreamInactive');
  actions[target](call.simulation, broadcast);
  return serializeBroadcast(call.simulation, broadcast);
};

/** Whether the bound stream is active. */
function isReceiving({ simulation }: ApiCall, { contentDetails }: BroadcastEntity): boolean {
  const { boundStreamId = '' } = contentDetails;
  return liveState(simulation).streams.get(boundStreamId)?.status.streamStatus === 'active';
}

/** By value of the parameter `broadcastStatus`. */
const actions = { testing: startTesting, live: startLive, complete: completeBroadcast };

/** Without `streamId` the broadcast is unbound. */
export const bind: Handler = (call) => {
  const { query, simulation, user } = call;
  const broadcast = findOwnBroadcast(call, query.text('id')!, 'id');
  if (!['created', 'ready'].includes(broadcast.lifeCycleStatus))
    throwNotAllowed('liveBroadcastBindingNotAllowed');
  const { contentDetails } = broadcast;
  const streamId = query.text('streamId');
  if (streamId === undefined) {
    delete contentDetails.boundStreamId;
    delete contentDetails.boundStreamLastUpdateTimeMs;
    broadcast.lifeCycleStatus = 'created';
  } else {
    if (liveState(simulation).streams.get(streamId)?.snippet.channelId !== user.channelId)
      throwIdNotFound(broadcastDomain, 'liveStreamNotFound', 'streamId');
    if (contentDetails.boundStreamId !== streamId)
      contentDetails.boundStreamLastUpdateTimeMs = rfc3339(simulation.now());
    contentDetails.boundStreamId = streamId;
    broadcast.lifeCycleStatus = 'ready';
  }
  return serializeBroadcast(simulation, broadcast);
};
