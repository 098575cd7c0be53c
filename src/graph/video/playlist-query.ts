/** Root fields and viewer fields for playlists. */
import { playlists } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { lookup } from '../field/lookup.ts';
import { Viewer } from '../link/viewer.ts';
import { playlistConnection } from './playlist.ts';
import { noChannel, Playlist } from './resource.ts';

/** Adds the types and fields of this module to the schema. */
export function addPlaylistQuery(): void {
  builder.queryField('playlist', (t) =>
    lookup(
      t,
      Playlist,
      'Its global id, or the `list` of a playlist address.',
      'A playlist by its id.',
    ),
  );

  builder.objectField(Viewer, 'playlists', (t) =>
    connection(
      t,
      playlistConnection,
      { operation: playlists.list, args: () => ({ mine: true }), nullOnReasons: noChannel },
      'Playlists of the caller, private ones among them; null with a warning for an account without a channel.',
    ),
  );
}
