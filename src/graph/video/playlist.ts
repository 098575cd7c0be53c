/** Playlists. */
import { ownId } from '../../data/read/resource.ts';
import { playlistItems, playlists } from '../../upstream/video/index.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { refFrom } from '../global-id.ts';
import { node } from '../node-interface.ts';
import { builder } from '../builder.ts';
import { lookup } from '../field/lookup.ts';
import { Viewer } from '../link/viewer.ts';
import { localizations, localized } from './localization.ts';
import { PrivacyStatus } from './video-enum.ts';
import { Channel, Language, Playlist, PlaylistItem, Video, noChannel } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

export const playlistConnection = connectionType(Playlist, 'playlists', {
  countedBy: playlists.list,
});

const itemConnection = connectionType(PlaylistItem, 'playlist items', {
  countedBy: playlistItems.list,
});

export const PodcastStatus = enumeration(
  'PodcastStatus',
  'Whether a playlist is offered as a podcast.',
  {
    enabled: 'It is one: its items are the episodes.',
    disabled: 'It is a plain playlist.',
  },
);

/** Adds the types and fields of this module to the schema. */
export function addPlaylist(): void {
  Playlist.implement({
    ...node,
    description: 'A list of videos in an order that somebody chose.',
    fields: (t) => ({
      playlistId: ownKey(t, "The video service's own id, `PL…` or `UU…`."),
      ...fields(t, 'snippet', {
        title: ['String', 'The name of the list.'],
        description: ['String', 'What the list is about.'],
        publishedAt: ['DateTime', 'When the list was made.'],
        defaultLanguage: ['LanguageTag', 'The language its name and description are written in.'],
      }),
      language: link(
        t,
        Language,
        'snippet.defaultLanguage',
        'The language of its name and description; null where YouTube does not list it.',
      ),
      privacyStatus: fieldAt(t, PrivacyStatus, 'status.privacyStatus', 'Who may see the list.'),
      podcastStatus: fieldAt(
        t,
        PodcastStatus,
        'status.podcastStatus',
        'Whether it is a podcast, too.',
      ),
      embedHtml: fieldAt(
        t,
        'String',
        'player.embedHtml',
        'An `<iframe>` that plays it on any page.',
      ),
      itemCount: fieldAt(
        t,
        'Int',
        'contentDetails.itemCount',
        'How many items it holds, deleted and private videos among them.',
      ),
      localized: localized(t, Playlist),
      localizations: localizations(t),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      thumbnailVideo: link(
        t,
        Video,
        'snippet.thumbnailVideoId',
        'The video whose picture stands for the list; null where it has a picture of its own.',
      ),
      channel: link(t, Channel, 'snippet.channelId', 'The channel that made the list.'),
      items: connection(
        t,
        itemConnection,
        {
          operation: playlistItems.list,
          args: (playlist, { videoId }) => ({
            playlistId: ownId(playlist),
            ...(videoId == null
              ? {}
              : { videoId: refFrom(Video.resource, videoId, 'videoId').key[0] }),
          }),
          arguments: { videoId: t.arg.id({ description: 'Only the items that show this video.' }) },
        },
        'The items in their order. Items of deleted and private videos stay; their `video` is null.',
      ),
    }),
  });

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
