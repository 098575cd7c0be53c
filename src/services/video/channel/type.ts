/** Channels. */
import type { youtube_v3 } from '@googleapis/youtube';
import { channels, playlists } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import {
  computed,
  fields,
  valueType,
  ownKey,
  ownUrl,
} from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { localizations, localized } from '../localization.ts';
import { playlistConnection } from '../playlist/type.ts';
import { Channel, Language, Region, Playlist, Video } from '../resources.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';

export const channelConnection = connectionType(Channel, 'channels', {
  counted: [channels.list, 'The number of channels of all pages, as estimated by YouTube.'],
});

const ChannelStatistics = valueType<youtube_v3.Schema$ChannelStatistics>('ChannelStatistics').rows(
  'Numbers of views, subscribers and videos of a channel.',
  {
    viewCount:
      'The number of views of all public videos of the channel. Since 27 August 2026, a view counts from the first frame.',
    subscriberCount:
      'The number of subscribers, rounded by YouTube to three significant digits. Null for other callers if the owner hides the number.',
    videoCount: 'The number of public videos of the channel.',
    commentCount:
      'The number of comments on the channel itself. Usually 0: YouTube no longer counts most comments on channels.',
    isSubscriberCountHidden: [
      'Whether the channel hides the number of its subscribers.',
      { rest: 'hiddenSubscriberCount' },
    ],
  },
);

const ChannelTopicDetails = valueType<youtube_v3.Schema$ChannelTopicDetails>(
  'ChannelTopicDetails',
).rows('Topics that YouTube associates with a channel.', {
  topicCategories: [['URL'], 'Wikipedia articles about the topics of the channel.'],
});

export function addChannel(): void {
  Channel.implement({
    ...node,
    description: 'A YouTube channel.',
    fields: (t) => ({
      channelId: ownKey(t, 'The YouTube id of the channel, which begins with `UC`.'),
      url: ownUrl(t, 'https://www.youtube.com/channel/', 'The public URL of the channel.'),
      ...fields(t, 'snippet', {
        title: 'The name of the channel.',
        description: 'The text about the channel on its page.',
        publishedAt: 'The creation time of the channel.',
        country:
          'The country of the channel, as an ISO 3166-1 alpha-2 code; see `regions`. Null if the owner has not set one.',
        defaultLanguage: [
          'LanguageTag',
          'The language of the name and the description of the channel.',
        ],
        handle: ['The handle with the leading `@`.', { rest: 'customUrl' }],
        region: [
          Region,
          'The country of the channel, with its name. Null if YouTube does not list the country.',
          { id: 'country' },
        ],
        language: [
          Language,
          'The default language of the channel, with its name. Null if YouTube does not list the language.',
          { id: 'defaultLanguage' },
        ],
      }),
      ...fields(t, 'status', {
        privacyStatus: 'The visibility of the channel.',
        isLinked: 'Whether the channel is linked to an account that can publish.',
        longUploadsStatus: 'The permission to upload videos longer than 15 minutes.',
        madeForKids: 'Whether YouTube treats the whole channel as made for kids.',
        selfDeclaredMadeForKids:
          'Whether the owner declares the whole channel as made for kids. Channel owner only, null for other callers.',
        isChannelMonetizationEnabled: 'Whether monetization is enabled for the channel.',
      }),
      thumbnails: thumbnails(t),
      thumbnail: thumbnail(t),
      ...fields(t, {
        statistics: [ChannelStatistics, 'Numbers of views, subscribers and videos.'],
        topicDetails: [ChannelTopicDetails, 'Topics that YouTube associates with the channel.'],
        brandingSettings: [ChannelBrandingSettings, 'Settings of the channel page.'],
        uploads: [
          Playlist,
          'The playlist of the uploaded videos of the channel that the caller can see, newest first. `videos` returns the videos directly.',
          { id: 'contentDetails.relatedPlaylists.uploads' },
        ],
        likedVideosPlaylist: [
          Playlist,
          'The playlist of the videos that the channel likes. Channel owner only, null for other callers.',
          { id: 'contentDetails.relatedPlaylists.likes' },
        ],
      }),
      localizations: localizations(t),
      localized: localized(t, Channel),
      uploadsPlaylistId: playlistId(
        t,
        'uploads',
        'The YouTube id of the playlist of the uploaded videos. `videos` returns the videos directly.',
      ),
      likedVideosPlaylistId: playlistId(
        t,
        'likes',
        'The YouTube id of the playlist of the liked videos. Channel owner only, null for other callers.',
      ),
      playlists: connection(
        t,
        playlistConnection,
        { operation: playlists.list, commonPaths: ['snippet.channelId'] },
        'Playlists that the channel has created and that the caller can see. `Viewer.playlists` includes the private playlists of the caller.',
      ),
    }),
  });

  builder.objectFields(Channel, (t) => ({
    auditDetails: separateFetch(
      t,
      ChannelAuditDetails,
      { resource: Channel.resource, path: 'auditDetails', fetch: 'always' },
      'The compliance of the channel with YouTube rules. Requires a separate call, shared with `contentOwnerDetails`. Channel owner only, with the scope `https://www.googleapis.com/auth/youtubepartner-channel-audit`; `FORBIDDEN` or `MISSING_SCOPE` otherwise.',
    ),
    contentOwnerDetails: separateFetch(
      t,
      ChannelContentOwnerDetails,
      { resource: Channel.resource, path: 'contentOwnerDetails', fetch: 'always' },
      'The content owner that manages the channel. Requires a separate call, shared with `auditDetails`. Requires the request header `x-content-owner` with the managing content owner; `FORBIDDEN` otherwise.',
    ),
  }));
}

/** The API returns an empty text for a playlist that does not exist or that it does not show. */
function playlistId(
  t: FieldBuilder<youtube_v3.Schema$Channel>,
  name: 'likes' | 'uploads',
  description: string,
): Field {
  const spec = {
    paths: [`contentDetails.relatedPlaylists.${name}`],
    compute: ({ contentDetails }: youtube_v3.Schema$Channel) =>
      contentDetails?.relatedPlaylists?.[name] || null,
  } as const;
  return computed(t, 'ID', spec, description);
}

const ChannelBrandingSettings = builder
  .objectType<youtube_v3.Schema$ChannelBrandingSettings>('ChannelBrandingSettings')
  .implement({
    description:
      'Settings that the owner has made for the page of a channel, as YouTube stores them. The fields of the same names of `Channel` are the values that the public sees.',
    fields: (t) => ({
      ...fields(t, 'channel', {
        title:
          'The stored name of the channel. Can be changed on YouTube only. `Channel.title` is the name that the public sees.',
        description:
          'The stored text about the channel. At most 1,000 characters. `Channel.description` is the text that the public sees.',
        keywords:
          'Keywords of the channel, separated by spaces. Keywords of several words are in double quotes.',
        country:
          'The country that the owner has set, as an ISO 3166-1 alpha-2 code; see `regions`.',
        defaultLanguage: [
          'LanguageTag',
          'The language of the name and the text on the channel page.',
        ],
        trackingAnalyticsAccountId: [
          'String',
          'The Google Analytics account id for visits to the channel page.',
        ],
        unsubscribedTrailerId: [
          'ID',
          'The YouTube id of the video that the channel page plays for visitors who have not subscribed.',
          { path: 'unsubscribedTrailer' },
        ],
        unsubscribedTrailer: [
          Video,
          'The video that the channel page plays for visitors who have not subscribed.',
          { id: 'unsubscribedTrailer' },
        ],
      }),
      ...fields(t, {
        bannerExternalUrl: [
          'URL',
          'The URL of the banner image. Other sizes are available with a size suffix on the URL.',
          { path: 'image.bannerExternalUrl' },
        ],
      }),
    }),
  });

const ChannelAuditDetails = valueType<youtube_v3.Schema$ChannelAuditDetails>(
  'ChannelAuditDetails',
).rows(
  'The compliance of a channel with YouTube rules, for multi-channel networks that review the channel.',
  {
    communityGuidelinesGoodStanding: 'Whether the channel complies with the community guidelines.',
    copyrightStrikesGoodStanding: 'Whether the channel has no copyright strikes.',
    contentIdClaimsGoodStanding: 'Whether the channel has no open Content ID claims.',
  },
);

const ChannelContentOwnerDetails = valueType<youtube_v3.Schema$ChannelContentOwnerDetails>(
  'ChannelContentOwnerDetails',
).rows('The content owner that manages a channel.', {
  contentOwnerId: [
    'ID',
    'The id of the content owner, for the request header `x-content-owner`.',
    { rest: 'contentOwner' },
  ],
  linkedAt: ['The time when the channel was linked to the content owner.', { rest: 'timeLinked' }],
});
