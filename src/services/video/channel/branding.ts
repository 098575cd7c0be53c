/** Branding settings of a channel. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { Video } from '../video/resource.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';

export const ChannelBrandingSettings = builder
  .objectRef<youtube_v3.Schema$ChannelBrandingSettings>('ChannelBrandingSettings')
  .implement({
    description:
      'Settings that the owner has made for the page of a channel, as YouTube stores them. The fields of the same names of `Channel` are the values that the public sees.',
    fields: (t) => ({
      ...fields(t, 'channel', {
        title: [
          'String',
          'The stored name of the channel. Can be changed on YouTube only. `Channel.title` is the name that the public sees.',
        ],
        description: [
          'String',
          'The stored text about the channel. At most 1,000 characters. `Channel.description` is the text that the public sees.',
        ],
        keywords: [
          'String',
          'Keywords of the channel, separated by spaces. Keywords of several words are in double quotes.',
        ],
        country: [
          'String',
          'The country that the owner has set, as an ISO 3166-1 alpha-2 code; see `regions`.',
        ],
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
