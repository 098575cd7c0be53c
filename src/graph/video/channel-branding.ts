/** Branding settings of a channel. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { link } from '../field/link.ts';
import { fieldAt } from '../field/path-field.ts';
import { Video } from './resource.ts';

export const ChannelBrandingSettings = builder
  .objectRef<youtube_v3.Schema$ChannelBrandingSettings>('ChannelBrandingSettings')
  .implement({
    description: "What a channel's owner has set for its page.",
    fields: (t) => ({
      title: fieldAt(
        t,
        'String',
        'channel.title',
        "The name on the page; upstream changes it together with the owner's account alone.",
      ),
      description: fieldAt(
        t,
        'String',
        'channel.description',
        'The text of its page, up to 1000 characters.',
      ),
      keywords: fieldAt(
        t,
        'String',
        'channel.keywords',
        'Words to be found by, with blanks between them; those of several words stand in double quotes.',
      ),
      country: fieldAt(t, 'String', 'channel.country', 'The country chosen for it, two letters.'),
      defaultLanguage: fieldAt(
        t,
        'LanguageTag',
        'channel.defaultLanguage',
        'The language that its name and text are written in.',
      ),
      trackingAnalyticsAccountId: fieldAt(
        t,
        'String',
        'channel.trackingAnalyticsAccountId',
        "The account of a measuring service that counts the page's visitors.",
      ),
      unsubscribedTrailer: link(
        t,
        Video,
        'channel.unsubscribedTrailer',
        'The video that plays for visitors who have not subscribed.',
      ),
      bannerExternalUrl: fieldAt(
        t,
        'URL',
        'image.bannerExternalUrl',
        'Where the picture on top of the page lies; other sizes are made by adding to the address.',
      ),
    }),
  });
