/** The keys of sections of channels, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { channelSections } from '../operations.ts';

export const ChannelSection = resource<youtube_v3.Schema$ChannelSection>({
  name: 'ChannelSection',
  key: ['sectionId'],
  read: batchRead(channelSections.list),
});
