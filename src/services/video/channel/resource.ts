/** The keys of channels, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { channels } from '../operations.ts';

export const Channel = resource<youtube_v3.Schema$Channel>({
  name: 'Channel',
  key: ['channelId'],
  read: batchRead(channels.list),
  choiceParameter: 'hl',
});
