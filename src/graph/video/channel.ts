/** Channels. */
import type { youtube_v3 } from '@googleapis/youtube';
import { channels, playlists } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { ChannelBrandingSettings } from './channel-branding.ts';
import { localizations, localized } from './localization.ts';
import { playlistConnection } from './playlist.ts';
import { PrivacyStatus } from './video-enum.ts';
import { Channel, Language, Playlist, Region } from './resource.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

export const channelConnection = connectionType(Channel, 'channels', { countedBy: channels.list });

const LongUploadsStatus = enumeration(
  'LongUploadsStatus',
  'Whether a channel may upload videos of more than fifteen minutes.',
  {
    allowed: 'It may.',
    eligible: 'It may once its owner has confirmed a telephone number.',
    disallowed: 'It may not.',
  },
);

const ChannelStatistics = builder
  .objectRef<youtube_v3.Schema$ChannelStatistics>('ChannelStatistics')
  .implement({
    description: 'How a channel is doing.',
    fields: (t) =>
      fields(t, {
        viewCount: ['BigInt', 'Views of all its public videos together.'],
        subscriberCount: ['BigInt', 'Subscribers, rounded to three significant figures.'],
        hiddenSubscriberCount: [
          'Boolean',
          'Whether the channel keeps its number of subscribers to itself.',
        ],
        videoCount: ['BigInt', 'Public videos uploaded to the channel.'],
        commentCount: [
          'BigInt',
          'Comments about the channel itself; upstream has ceased to count most of them.',
        ],
      }),
  });

const ChannelTopicDetails = builder
  .objectRef<youtube_v3.Schema$ChannelTopicDetails>('ChannelTopicDetails')
  .implement({
    description: 'The fields in which upstream sees a channel at home.',
    fields: (t) =>
      fields(t, { topicCategories: [['URL'], 'Encyclopedia articles about those fields.'] }),
  });

/** Adds the types and fields of this module to the schema. */
export function addChannel(): void {
  Channel.implement({
    ...node,
    description: 'A channel: a person, brand or studio that publishes videos.',
    fields: (t) => ({
      channelId: ownKey(t, "The video service's own id, `UC…`."),
      ...fields(t, 'snippet', {
        title: ['String', 'The name shown beside its videos.'],
        description: ['String', 'What the channel says about itself.'],
        publishedAt: ['DateTime', 'When the channel was created.'],
        country: ['String', 'The two-letter code of the country it names as its own.'],
        defaultLanguage: ['LanguageTag', 'The language of its name and description.'],
      }),
      handle: fieldAt(
        t,
        'String',
        'snippet.customUrl',
        'Its handle with the `@`, as in the address of its page.',
      ),
      region: link(
        t,
        Region,
        'snippet.country',
        'The country that it names as its own; null where upstream does not list it.',
      ),
      language: link(
        t,
        Language,
        'snippet.defaultLanguage',
        'The language of its own texts; null where upstream does not list it.',
      ),
      ...fields(t, 'status', {
        privacyStatus: [PrivacyStatus, 'Who may see the channel.'],
        isLinked: ['Boolean', 'Whether an account stands behind it that may publish.'],
        longUploadsStatus: [
          LongUploadsStatus,
          'Whether videos of more than fifteen minutes may be uploaded.',
        ],
        madeForKids: ['Boolean', 'Whether the whole channel counts as made for children.'],
        selfDeclaredMadeForKids: [
          'Boolean',
          'Whether its owner says that it is made for children; shown to the owner alone.',
        ],
        isChannelMonetizationEnabled: ['Boolean', 'Whether it earns money with its videos.'],
      }),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      statistics: fieldAt(t, ChannelStatistics, 'statistics', 'Figures of the channel.'),
      topicDetails: fieldAt(
        t,
        ChannelTopicDetails,
        'topicDetails',
        'What it is about, in the eyes of upstream.',
      ),
      brandingSettings: fieldAt(
        t,
        ChannelBrandingSettings,
        'brandingSettings',
        'How its owner presents it.',
      ),
      localizations: localizations(t),
      localized: localized(t, Channel),
      uploads: link(
        t,
        Playlist,
        'contentDetails.relatedPlaylists.uploads',
        'The playlist of all its public uploads, newest first.',
      ),
      likes: link(
        t,
        Playlist,
        'contentDetails.relatedPlaylists.likes',
        'The playlist of the videos it likes; null for all but its owner.',
      ),
      playlists: connection(
        t,
        playlistConnection,
        { operation: playlists.list },
        'Playlists that the channel has made.',
      ),
    }),
  });
}
