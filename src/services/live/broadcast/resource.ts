/** The keys of broadcasts, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { liveBroadcasts } from '../operations.ts';

export const Broadcast = resource<youtube_v3.Schema$LiveBroadcast>({
  name: 'Broadcast',
  key: ['broadcastId'],
  read: batchRead(liveBroadcasts.list),
});
