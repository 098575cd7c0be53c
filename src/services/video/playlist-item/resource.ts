/** The keys of items of playlists, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { playlistItems } from '../operations.ts';

export const PlaylistItem = resource<youtube_v3.Schema$PlaylistItem>({
  name: 'PlaylistItem',
  key: ['playlistItemId'],
  read: batchRead(playlistItems.list),
});
