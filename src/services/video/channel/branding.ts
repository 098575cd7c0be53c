/** Branding settings of a channel. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { link } from '../../../engine/schema/field/link.ts';
import { fieldAt } from '../../../engine/schema/field/path-field.ts';
import { Video } from '../video/resource.ts';

export const ChannelBrandingSettings = builder
  .objectRef<youtube_v3.Schema$ChannelBrandingSettings>('ChannelBrandingSettings')
  .implement({
    description:
      'Settings that the owner has made for the page of a channel, as YouTube stores them. The fields of the same names of `Channel` are the values that the public sees.',
    fields: (t) => ({
      title: fieldAt(
        t,
        'String',
        'channel.title',
        'The stored name of the channel. Can be changed on YouTube only. `Channel.title` is the name that the public sees.',
      ),
      description: fieldAt(
        t,
        'String',
        'channel.description',
        'The stored text about the channel. At most 1,000 characters. `Channel.description` is the text that the public sees.',
      ),
      keywords: fieldAt(
        t,
        'String',
        'channel.keywords',
        'Keywords of the channel, separated by spaces. Keywords of several words are in double quotes.',
      ),
      country: fieldAt(
        t,
        'String',
        'channel.country',
        'The country that the owner has set, as an ISO 3166-1 alpha-2 code; see `regions`.',
      ),
      defaultLanguage: fieldAt(
        t,
        'LanguageTag',
        'channel.defaultLanguage',
        'The language of the name and the text on the channel page.',
      ),
      trackingAnalyticsAccountId: fieldAt(
        t,
        'String',
        'channel.trackingAnalyticsAccountId',
        'The Google Analytics account id for visits to the channel page.',
      ),
      unsubscribedTrailerId: fieldAt(
        t,
        'ID',
        'channel.unsubscribedTrailer',
        'The YouTube id of the video that the channel page plays for visitors who have not subscribed.',
      ),
      unsubscribedTrailer: link(
        t,
        Video,
        'channel.unsubscribedTrailer',
        'The video that the channel page plays for visitors who have not subscribed.',
      ),
      bannerExternalUrl: fieldAt(
        t,
        'URL',
        'image.bannerExternalUrl',
        'The URL of the banner image. Other sizes are available with a size suffix on the URL.',
      ),
    }),
  });
