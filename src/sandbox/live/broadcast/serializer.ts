/** Broadcasts as the responses contain them. */
import type { VideoEntity } from '../../video/state.ts';
import type { BroadcastEntity, LifeCycleStatus } from '../state.ts';

/** @param video the video of the broadcast */
export function serializeBroadcast(broadcast: BroadcastEntity, video: VideoEntity): object {
  const { id, snippet, contentDetails, lifeCycleStatus } = broadcast;
  const { title, description, channelId, thumbnails } = video.snippet;
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
    monetizationDetails: broadcast.monetizationDetails,
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
