/** Broadcasts: reading them, and what a broadcast shares with its video. */
import type { ApiCall, Handler } from '../handler.ts';
import { throwIdNotFound } from '../video/error.ts';
import { findByIds, listResponse } from '../video/list-response.ts';
import { type VideoEntity, videoState } from '../video/state.ts';
import type { Simulation } from '../simulation.ts';
import { type Broadcast, type LifeCycleStatus, liveState } from './state.ts';

const domain = 'youtube.liveBroadcast';

/** The video that a broadcast is. */
export const videoOf = (simulation: Simulation, { id }: Broadcast): VideoEntity =>
  videoState(simulation).videos.get(id)!;

/** The caller's own broadcast; refuses any other as if it were not there. */
export function ownBroadcast(
  { simulation, user }: ApiCall,
  id: string,
  location: string,
): Broadcast {
  const broadcast = liveState(simulation).broadcasts.get(id);
  if (!broadcast || videoOf(simulation, broadcast).snippet.channelId !== user.channelId)
    return throwIdNotFound(domain, 'liveBroadcastNotFound', location);
  return broadcast;
}

const groups: Readonly<Record<string, readonly LifeCycleStatus[]>> = {
  active: ['liveStarting', 'live'],
  upcoming: ['created', 'ready', 'testStarting', 'testing'],
  completed: ['complete'],
};

export const listBroadcasts: Handler = (call) => {
  const { query, user, simulation } = call;
  const own = [...liveState(simulation).broadcasts.values()].filter(
    (one) => videoOf(simulation, one).snippet.channelId === user.channelId,
  );
  for (const broadcast of own) settle(broadcast);
  const chosen = query.has('id')
    ? findByIds(query.list('id'), (id) => own.find((one) => one.id === id))
    : filtered(call, own);
  return listResponse(call, 'liveBroadcastListResponse', chosen, (broadcast) =>
    showBroadcast(simulation, broadcast),
  );
};

function filtered({ query }: ApiCall, own: readonly Broadcast[]): readonly Broadcast[] {
  const type = query.text('broadcastType') ?? 'event';
  const group = groups[query.text('broadcastStatus') ?? 'all'];
  return own
    .filter(({ persistent }) => type === 'all' || persistent === (type === 'persistent'))
    .filter(({ lifeCycleStatus }) => group === undefined || group.includes(lifeCycleStatus))
    .toSorted((a, b) => (a.snippet.scheduledStartTime < b.snippet.scheduledStartTime ? 1 : -1));
}

/** The passing states end by themselves: here at the next read. */
function settle(broadcast: Broadcast): void {
  if (broadcast.lifeCycleStatus === 'testStarting') broadcast.lifeCycleStatus = 'testing';
  if (broadcast.lifeCycleStatus === 'liveStarting') broadcast.lifeCycleStatus = 'live';
}

const recording = (status: LifeCycleStatus): string =>
  status === 'complete' ? 'recorded' : status === 'live' ? 'recording' : 'notRecording';

export function showBroadcast(simulation: Simulation, broadcast: Broadcast): object {
  const { id, snippet, contentDetails, lifeCycleStatus, monetizationDetails, persistent } =
    broadcast;
  const video = videoOf(simulation, broadcast);
  const { title, description, channelId, thumbnails } = video.snippet;
  const { privacyStatus, madeForKids, selfDeclaredMadeForKids } = video.status;
  const embedHtml = `<iframe width="425" height="344" src="https://www.video.example/embed/${id}?vq=monitor"></iframe>`;
  const viewers = video.liveStreamingDetails?.['concurrentViewers'];
  return {
    kind: 'youtube#liveBroadcast',
    id,
    snippet: {
      ...snippet,
      channelId,
      title,
      description,
      thumbnails,
      isDefaultBroadcast: persistent,
    },
    status: {
      lifeCycleStatus,
      privacyStatus,
      recordingStatus: recording(lifeCycleStatus),
      madeForKids,
      selfDeclaredMadeForKids,
    },
    contentDetails: {
      ...contentDetails,
      monitorStream: { ...contentDetails.monitorStream, embedHtml },
    },
    monetizationDetails,
    statistics: viewers === undefined ? {} : { concurrentViewers: viewers },
  };
}
