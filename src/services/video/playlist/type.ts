/** Playlists. */
import { playlistItems, playlists } from '../operations.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { fields, ownKey, ownUrl } from '../../../engine/schema/field/path-field.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { Viewer } from '../../shared/viewer.ts';
import { localizations, localized } from '../localization.ts';
import { Channel, Language, Playlist, PlaylistItem, Video } from '../resources.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';

export const playlistConnection = connectionType(Playlist, 'playlists', {
  counted: [
    playlists.list,
    'The number of playlists of the channel that are visible to the caller, over all pages, as estimated by YouTube.',
  ],
});

const itemConnection = connectionType(PlaylistItem, 'playlist items', {
  counted: [
    playlistItems.list,
    'The exact number of items of the playlist, over all pages, including items whose video is private or deleted. With `videoId`: the number of items with this video.',
  ],
});

export function addPlaylist(): void {
  Playlist.implement({
    ...node,
    description: 'A YouTube playlist: an ordered list of videos.',
    fields: (t) => ({
      playlistId: ownKey(t, 'The YouTube id, for example `PL…` or `UU…`. REST field: `id`.'),
      url: ownUrl(t, 'https://www.youtube.com/playlist?list=', 'The public URL of the playlist.'),
      ...fields(t, 'snippet', {
        title: 'The title in the default language.',
        description: 'The description in the default language.',
        publishedAt: 'The creation time of the playlist.',
        defaultLanguage: [
          'LanguageTag',
          'The language of the title and description. Null if not set.',
        ],
        language: [
          Language,
          'The language of the title and description, with its name. Null if YouTube does not list the language.',
          { id: 'defaultLanguage' },
        ],
        thumbnailVideoId:
          'The YouTube id of the video whose thumbnail is shown. Null if the playlist has a custom thumbnail.',
        thumbnailVideo: [
          Video,
          'The video whose thumbnail is shown for the playlist. Null if the playlist has a custom thumbnail.',
          { id: 'thumbnailVideoId' },
        ],
        channelId: 'The YouTube id of the channel that owns the playlist.',
        channelTitle: 'The title of the channel that owns the playlist. Needs no further call.',
        channel: [Channel, 'The channel that owns the playlist.', { id: 'channelId' }],
      }),
      ...fields(t, 'status', {
        privacyStatus: 'The visibility of the playlist.',
        podcastStatus: 'The podcast setting of the playlist.',
      }),
      ...fields(t, {
        embedHtml: [
          'The HTML of an `<iframe>` that plays the playlist.',
          { rest: 'player.embedHtml' },
        ],
        itemCount: [
          'The number of items, including deleted and private videos.',
          { path: 'contentDetails.itemCount' },
        ],
      }),
      localized: localized(t, Playlist),
      localizations: localizations(t),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      items: connection(
        t,
        itemConnection,
        {
          operation: playlistItems.list,
          argumentParameters: ({ videoId }) =>
            videoId == null
              ? undefined
              : { videoId: upstreamId(Video.resource, videoId, 'videoId') },
          arguments: {
            videoId: ['ID', 'Return only items of this video: a global id or a YouTube id.'],
          },
        },
        'The items in playlist order. Items of deleted and private videos are included; their `video` is null.',
      ),
    }),
  });

  builder.queryField('playlist', (t) =>
    lookup(
      t,
      Playlist,
      'The global id, or the YouTube id: the parameter `list` of a playlist URL.',
      'The playlist with the given id. Error `NOT_FOUND` if there is no such playlist or the caller may not see it.',
    ),
  );

  builder.objectField(Viewer, 'playlists', (t) =>
    connection(
      t,
      playlistConnection,
      {
        operation: playlists.list,
        args: () => ({ mine: true }),
        forCaller: true,
        commonPaths: ['snippet.channelId'],
        nullOnReasons: noChannel,
      },
      'The playlists of the caller, including private playlists. Null with a warning if the account has no channel.',
    ),
  );
}
