/** Channels: who publishes. */
import type { youtube_v3 } from '@googleapis/youtube';
import { playlists } from '../../upstream/video/index.ts';
import { ownKey } from '../../data/ref.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { link } from '../field/link.ts';
import { at, fields, inside, key } from '../field/table.ts';
import { node } from '../node-interface.ts';
import { playlistConnection } from './playlist.ts';
import { Channel, Playlist } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

const ChannelStatistics = builder.objectRef<youtube_v3.Schema$ChannelStatistics>('ChannelStatistics').implement({
  description: 'How a channel is doing.',
  fields: (t) =>
    fields(t, {
      viewCount: ['BigInt', 'Views of all its public videos together.'],
      subscriberCount: ['BigInt', 'Subscribers, rounded to three significant figures.'],
      hiddenSubscriberCount: ['Boolean', 'Whether the channel keeps its number of subscribers to itself.'],
      videoCount: ['BigInt', 'Public videos uploaded to the channel.'],
    }),
});

Channel.implement({
  ...node,
  description: 'A channel: a person, brand or studio that publishes videos.',
  fields: (t) => ({
    channelId: key(t, -1, "The video service's own id, `UC…`."),
    ...fields(t, 'snippet', {
      title: ['String', 'The name shown beside its videos.'],
      description: ['String', 'What the channel says about itself.'],
      publishedAt: ['DateTime', 'When the channel was created.'],
      country: ['String', 'The two-letter code of the country it names as its own.'],
      defaultLanguage: ['LanguageTag', 'The language of its name and description.'],
    }),
    handle: at(t, 'String', 'snippet.customUrl', 'Its handle with the `@`, as in the address of its page.'),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    statistics: inside(t, ChannelStatistics, 'statistics', 'Figures of the channel.'),
    uploads: link(t, Playlist, 'contentDetails.relatedPlaylists.uploads', 'The playlist of all its public uploads, newest first.'),
    playlists: connection(
      t,
      playlistConnection,
      { operation: playlists.list, args: (channel) => ({ channelId: ownKey(channel) }) },
      'Playlists that the channel has made.',
    ),
  }),
});
