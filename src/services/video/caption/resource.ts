/** The keys of captions, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { captions } from '../operations.ts';

export const Caption = resource<youtube_v3.Schema$Caption>({
  name: 'Caption',
  key: ['videoId', 'captionId'],
  read: batchRead(captions.list),
});
