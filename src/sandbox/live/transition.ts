/** The life of a broadcast: binding a stream to it, and taking it from rehearsal to its end. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { throwIdNotFound } from '../video/error.ts';
import { rfc3339 } from '../time.ts';
import { ownBroadcast, showBroadcast, videoOf } from './broadcast.ts';
import { type Broadcast, type LifeCycleStatus, liveState } from './state.ts';

const no = (reason: string): never => {
  throw new ApiError(403, reason, { domain: 'youtube.liveBroadcast', message: reason });
};

/** Where a status can be reached from; `monitored`: only with (or, false, without) a monitor stream. */
const ways: Readonly<
  Record<string, readonly { readonly from: LifeCycleStatus; readonly monitored?: boolean }[]>
> = {
  testing: [{ from: 'ready', monitored: true }],
  live: [{ from: 'ready', monitored: false }, { from: 'testing' }],
  complete: [{ from: 'live' }, { from: 'testing' }],
};

/** States that mean: there already, or on the way. */
const reached: Readonly<Record<string, readonly LifeCycleStatus[]>> = {
  testing: ['testStarting', 'testing'],
  live: ['liveStarting', 'live'],
  complete: ['complete'],
};

export const transition: Handler = (call) => {
  const target = call.query.text('broadcastStatus')!;
  const broadcast = ownBroadcast(call, call.query.text('id')!, 'id');
  const { lifeCycleStatus, contentDetails } = broadcast;
  if (reached[target]!.includes(lifeCycleStatus)) no('redundantTransition');
  const { enableMonitorStream } = contentDetails.monitorStream;
  const way = ways[target]!.some(
    ({ from, monitored }) =>
      from === lifeCycleStatus && (monitored ?? enableMonitorStream) === enableMonitorStream,
  );
  if (!way) no('invalidTransition');
  if (target !== 'complete' && !receives(call, broadcast)) no('errorStreamInactive');
  move(call, broadcast, target);
  return showBroadcast(call.simulation, broadcast);
};

function receives(
  { simulation }: ApiCall,
  { contentDetails: { boundStreamId } }: Broadcast,
): boolean {
  return (
    boundStreamId !== undefined &&
    liveState(simulation).streams.get(boundStreamId)?.status.streamStatus === 'active'
  );
}

function move({ simulation }: ApiCall, broadcast: Broadcast, target: string): void {
  const video = videoOf(simulation, broadcast);
  const now = rfc3339(simulation.now());
  if (target === 'testing') broadcast.lifeCycleStatus = 'testStarting';
  if (target === 'live') {
    broadcast.lifeCycleStatus = 'liveStarting';
    broadcast.snippet.actualStartTime = now;
    video.snippet.liveBroadcastContent = 'live';
    video.liveStreamingDetails = { ...video.liveStreamingDetails, actualStartTime: now };
  }
  if (target === 'complete') {
    broadcast.lifeCycleStatus = 'complete';
    broadcast.snippet.actualEndTime = now;
    video.snippet.liveBroadcastContent = 'none';
    const {
      activeLiveChatId: _,
      concurrentViewers: __,
      ...rest
    } = video.liveStreamingDetails ?? {};
    video.liveStreamingDetails = { ...rest, actualEndTime: now };
  }
}

export const bind: Handler = (call) => {
  const { query, simulation, user } = call;
  const broadcast = ownBroadcast(call, query.text('id')!, 'id');
  if (!['created', 'ready'].includes(broadcast.lifeCycleStatus))
    no('liveBroadcastBindingNotAllowed');
  const stream = query.text('streamId');
  if (stream === undefined) {
    delete broadcast.contentDetails.boundStreamId;
    delete broadcast.contentDetails.boundStreamLastUpdateTimeMs;
    broadcast.lifeCycleStatus = 'created';
  } else {
    if (liveState(simulation).streams.get(stream)?.snippet.channelId !== user.channelId)
      throwIdNotFound('youtube.liveBroadcast', 'liveStreamNotFound', 'streamId');
    broadcast.contentDetails.boundStreamId = stream;
    broadcast.contentDetails.boundStreamLastUpdateTimeMs = rfc3339(simulation.now());
    broadcast.lifeCycleStatus = 'ready';
  }
  return showBroadcast(simulation, broadcast);
};
