/** Broadcasts as the responses contain them. */
import type { Simulation } from '../../simulation.ts';
import { type BroadcastEntity, type LifeCycleStatus, liveState, videoOf } from '../state.ts';

/** A broadcast with what its video stores. */
export function serializeBroadcast(simulation: Simulation, broadcast: BroadcastEntity): object {
  const video = videoOf(simulation, broadcast);
  const { id, snippet, contentDetails, lifeCycleStatus } = broadcast;
  const { title, description, channelId, thumbnails, categoryId } = video.snippet;
  const { privacyStatus, madeForKids, selfDeclaredMadeForKids } = video.status;
  const concurrentViewers = video.liveStreamingDetails?.['concurrentViewers'];
  return {
    kind: 'youtube#liveBroadcast',
    id,
    snippet: {
      ...snippet,
      channelId,
      title,
      description,
      thumbnails,
      categoryId,
      isDefaultBroadcast: broadcast.persistent,
    },
    status: {
      lifeCycleStatus,
      privacyStatus,
      recordingStatus: recordingStatus(lifeCycleStatus),
      madeForKids,
      selfDeclaredMadeForKids,
    },
    contentDetails: {
      ...contentDetails,
      monitorStream: { ...contentDetails.monitorStream, embedHtml: monitorHtml(id) },
    },
    monetizationDetails: {
      adsMonetizationStatus: 'off',
      ...broadcast.monetizationDetails,
      eligibleForAdsMonetization: liveState(simulation).adsEligible,
    },
    statistics: concurrentViewers === undefined ? {} : { concurrentViewers },
  };
}

function recordingStatus(status: LifeCycleStatus): string {
  if (status === 'complete') return 'recorded';
  return status === 'live' ? 'recording' : 'notRecording';
}

const monitorHtml = (id: string): string =>
  '<iframe width="425" height="344" ' +
  `src="https://www.video.example/embed/${id}?vq=monitor"></iframe>`;
