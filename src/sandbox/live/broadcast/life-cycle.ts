/** The life cycle of broadcasts: what transitions, time and the bound stream cause. */
import { formatDuration } from '../../seed/video/video.ts';
import type { Simulation } from '../../simulation.ts';
import { minute, rfc3339 } from '../../time.ts';
import { type BroadcastEntity, liveState, type StreamEntity, videoOf } from '../state.ts';

/** Starts the test of a broadcast, which first is `testStarting`. */
export const startTesting = (simulation: Simulation, broadcast: BroadcastEntity): void =>
  start(simulation, broadcast, 'testStarting');

/** Starts a broadcast, which first is `liveStarting`. */
export const startLive = (simulation: Simulation, broadcast: BroadcastEntity): void =>
  start(simulation, broadcast, 'liveStarting');

function start(
  simulation: Simulation,
  broadcast: BroadcastEntity,
  status: 'testStarting' | 'liveStarting',
): void {
  const { broadcasts, startingMs } = liveState(simulation);
  broadcast.lifeCycleStatus = status;
  broadcast.startsWithTimer = startingMs !== undefined;
  if (startingMs === undefined) return;
  simulation.clock.after(startingMs, () => {
    if (broadcasts.has(broadcast.id)) completeStart(simulation, broadcast);
  });
}

/** Ends `testStarting` and `liveStarting`; other statuses stay. */
export function completeStart(simulation: Simulation, broadcast: BroadcastEntity): void {
  if (broadcast.lifeCycleStatus === 'testStarting') broadcast.lifeCycleStatus = 'testing';
  if (broadcast.lifeCycleStatus !== 'liveStarting') return;
  const actualStartTime = rfc3339(simulation.now());
  broadcast.lifeCycleStatus = 'live';
  broadcast.snippet.actualStartTime = actualStartTime;
  const video = videoOf(simulation, broadcast);
  video.snippet.liveBroadcastContent = 'live';
  video.liveStreamingDetails = { ...video.liveStreamingDetails, actualStartTime };
  stopWithStream(simulation, broadcast);
}

/** Ends a broadcast. Its video then has a duration and no chat. */
export function completeBroadcast(simulation: Simulation, broadcast: BroadcastEntity): void {
  const actualEndTime = rfc3339(simulation.now());
  broadcast.lifeCycleStatus = 'complete';
  broadcast.snippet.actualEndTime = actualEndTime;
  const video = videoOf(simulation, broadcast);
  video.snippet.liveBroadcastContent = 'none';
  const {
    activeLiveChatId: _,
    concurrentViewers: __,
    ...details
  } = video.liveStreamingDetails ?? {};
  video.liveStreamingDetails = { ...details, actualEndTime };
  const { actualStartTime } = broadcast.snippet;
  if (actualStartTime === undefined) return;
  const seconds = (Date.parse(actualEndTime) - Date.parse(actualStartTime)) / 1000;
  video.contentDetails = { ...video.contentDetails, duration: formatDuration(seconds) };
}

/** How long after the end of its stream YouTube ends a broadcast with `enableAutoStop`. */
const autoStopDelay = minute;

/**
 * Applies a new status of a stream to its broadcasts: an active stream starts those with
 * `enableAutoStart`, and a stream that stays inactive ends those with `enableAutoStop`.
 */
export function followStream(simulation: Simulation, { id, status }: StreamEntity): void {
  const { inactiveSince } = liveState(simulation);
  if (status.streamStatus === 'active') {
    inactiveSince.delete(id);
    for (const broadcast of boundBroadcasts(simulation, id))
      if (broadcast.lifeCycleStatus === 'ready' && broadcast.contentDetails['enableAutoStart'])
        startLive(simulation, broadcast);
    return;
  }
  if (inactiveSince.has(id)) return;
  inactiveSince.set(id, simulation.now());
  simulation.clock.after(autoStopDelay, () => {
    for (const broadcast of boundBroadcasts(simulation, id)) stopWithStream(simulation, broadcast);
  });
}

/** Ends a live broadcast with `enableAutoStop` whose stream is inactive for long enough. */
function stopWithStream(simulation: Simulation, broadcast: BroadcastEntity): void {
  const { boundStreamId = '', enableAutoStop } = broadcast.contentDetails;
  const since = liveState(simulation).inactiveSince.get(boundStreamId);
  if (broadcast.lifeCycleStatus !== 'live' || !enableAutoStop || !since) return;
  if (simulation.now().getTime() - since.getTime() >= autoStopDelay)
    completeBroadcast(simulation, broadcast);
}

/** The broadcasts that are bound to a stream. */
export const boundBroadcasts = (simulation: Simulation, streamId: string): BroadcastEntity[] =>
  [...liveState(simulation).broadcasts.values()].filter(
    ({ contentDetails }) => contentDetails.boundStreamId === streamId,
  );
