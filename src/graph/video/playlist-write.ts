/** Writes to playlists. */
import { playlists } from '../../upstream/video/index.ts';
import { naming } from '../blame.ts';
import { mutation } from '../field/mutation.ts';
import { globalId, refFrom } from '../global-id.ts';
import { Playlist } from './resource.ts';

mutation('deletePlaylist', {
  description: 'Deletes a playlist for good; its videos stay.',
  operations: [playlists.delete],
  inputDescription: 'Which playlist to delete.',
  input: (t) => ({ id: t.id({ required: true, description: 'The playlist, one of your own.' }) }),
  deletes: 'The global id of the playlist that is gone.',
  run: async ({ id }, scope) => {
    const { key } = refFrom(Playlist.resource, id);
    await naming(key[0]!, scope.send(playlists.delete, { id: key[0]! }));
    scope.wrote();
    return { deletedId: globalId('Playlist', key) };
  },
});
