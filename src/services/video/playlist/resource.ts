/** The keys of playlists, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, resource } from '../../../engine/schema/field/field-factory.ts';
import { playlists } from '../operations.ts';

export const Playlist = resource<youtube_v3.Schema$Playlist>({
  name: 'Playlist',
  key: ['playlistId'],
  read: batchRead(playlists.list),
  choiceParameter: 'hl',
});
