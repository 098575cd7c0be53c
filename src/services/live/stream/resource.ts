/** The keys of streams, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { liveStreams } from '../operations.ts';

export const Stream = resource<youtube_v3.Schema$LiveStream>({
  name: 'Stream',
  key: ['streamId'],
  read: batchRead(liveStreams.list),
});
