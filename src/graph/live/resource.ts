/** Resources of YouTube Live that can be read by their keys. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveBroadcasts, liveStreams } from '../../upstream/live/index.ts';
import { batchRead, resource } from '../field/field-factory.ts';

export const Broadcast = resource<youtube_v3.Schema$LiveBroadcast>({
  name: 'Broadcast',
  key: ['broadcastId'],
  read: batchRead(liveBroadcasts.list),
});

export const Stream = resource<youtube_v3.Schema$LiveStream>({
  name: 'Stream',
  key: ['streamId'],
  read: batchRead(liveStreams.list),
});

/** All resources of the service that can be read again by their keys. */
export const liveResources = [Broadcast, Stream];
