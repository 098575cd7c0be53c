/** Videos of a channel: those of its uploads playlist, without the playlist items. */
import { playlistItems } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { Channel } from './resource.ts';
import { videoConnection } from './video.ts';

/** Adds the types and fields of this module to the schema. */
export function addChannelVideo(): void {
  builder.objectField(Channel, 'videos', (t) =>
    connection(
      t,
      videoConnection,
      {
        operation: playlistItems.list,
        paths: ['contentDetails.relatedPlaylists.uploads'],
        args: ({ contentDetails }) => {
          const uploads = contentDetails?.relatedPlaylists?.uploads as string | undefined;
          return uploads ? { playlistId: uploads } : null;
        },
        pointerPath: 'contentDetails.videoId',
        nullOnReasons: [playlistItems.list.reasons.playlistNotFound],
      },
      'Videos that the channel has uploaded, newest first: those that the caller may see; null with a warning where upstream has no list of them yet.',
    ),
  );
}
