/** Writes of channels. Banner and watermark are in `image/write.ts`. */
import { type ReplaceRules, replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { channels } from '../operations.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, settings } from '../../../engine/schema/write/write-input.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { parseRegionCode } from '../../shared/youtube/region-code.ts';
import { localizationRow, missingDefaultLanguage, textLimits } from '../localization-write.ts';
import { Channel, Video } from '../resources.ts';

/** The rules by which all mutations replace parts of a channel. */
export const channelReplaceRules: ReplaceRules = {
  // The default language is written before the localizations that require it.
  onePartPerCall: ['brandingSettings', 'localizations', 'status'],
  requiredPath: { brandingSettings: 'brandingSettings.channel.title' },
  alsoRead: { localizations: ['brandingSettings.channel.defaultLanguage'] },
};

const InVideoPromotionInput = inputObject(
  'InVideoPromotionInput',
  'In-video promotion settings of a channel. YouTube has removed in-video promotion.',
  {
    videoIds: [['ID'], 'Promoted videos: global ids or YouTube ids.'],
    websiteUrls: [['URL'], 'URLs of promoted websites.'],
    useSmartTiming: ['Boolean', 'Whether YouTube chooses the time of the promotion.'],
  },
);

const updateChannel = write('updateChannel', {
  description:
    'Update the settings of a channel. The gateway reads the affected parts, merges the given fields and replaces the parts. If two clients change the same field, the last write wins. Up to three writes of 50 quota units each, in this order: branding settings, localizations, `selfDeclaredMadeForKids`. If a later write fails, `PARTLY_DONE` names the input fields that were written. The name and the handle can be changed on YouTube only.',
  operation: channels.update,
  target: Channel,
  id: "The caller's channel, or a channel managed by the content owner in the request header `x-content-owner`: a global id or a YouTube id.",
  strategy: replaceParts(channelReplaceRules),
  input: changes(channels.update, {
    description: [
      'The new text about the channel. At most 1,000 characters. Null clears the text.',
      { maxLength: 1000 },
    ],
    keywords: [
      'All keywords, separated by spaces, keywords of several words in double quotes. At most 500 characters. The text replaces the current one. Null removes all keywords.',
      { maxLength: 500 },
    ],
    country: [
      'The new country, as an ISO 3166-1 alpha-2 code; see `regions`. Null removes the country.',
      { convert: parseRegionCode },
    ],
    defaultLanguage: [
      'LanguageTag',
      'brandingSettings.channel.defaultLanguage',
      'The new language of the name and the description. Required for localizations. Null removes the setting.',
    ],
    trackingAnalyticsAccountId: [
      'String',
      'brandingSettings.channel.trackingAnalyticsAccountId',
      'The new Google Analytics account id. Null removes the id.',
    ],
    unsubscribedTrailerId: [
      'ID',
      'brandingSettings.channel.unsubscribedTrailer',
      'A public or unlisted video of the channel: a global id or a YouTube id. The channel page plays the video for visitors who have not subscribed. Null removes the video.',
      { references: Video },
    ],
    bannerExternalUrl: [
      'URL',
      'brandingSettings.image.bannerExternalUrl',
      'The new banner image: a URL returned by `uploadChannelBanner`. Null removes the banner.',
    ],
    localizations: localizationRow(
      'channel',
      textLimits(100, 1000),
      'Null would remove all localizations, which YouTube rejects at present.',
    ),
    selfDeclaredMadeForKids: [
      'Whether the caller declares the whole channel as made for kids.',
      { clearable: false },
    ],
  }),
  settings: settings({
    inVideoPromotion: [
      InVideoPromotionInput,
      'Former promotion settings. Rejected with `OPERATION_RETIRED`, without a call.',
      {
        deprecated: 'YouTube has removed in-video promotion.',
      },
    ],
  }),
  validate: ({ inVideoPromotion }) => {
    if (inVideoPromotion === undefined) return;
    throw new MutationError(
      'OPERATION_RETIRED',
      'inVideoPromotion: YouTube no longer shows promotions in videos. Leave the field out.',
      {
        operation: channels.update.key,
        path: ['inVideoPromotion'],
      },
    );
  },
  adjust: ({ localizations, brandingSettings }, current, { description }) => {
    if (!localizations) return;
    const language = (brandingSettings ?? current.brandingSettings)?.channel?.defaultLanguage;
    if (Object.keys(localizations).length > 0 && !language) throw missingDefaultLanguage();
    // The localization of the default language repeats the channel's own description.
    const entry = language ? localizations[language] : undefined;
    if (entry && description !== undefined) entry.description = description ?? '';
  },
  // An empty map, which has no location: daiki-beppu/youtube-automation#230, May 2026.
  reasons: { required: 'localizations' },
  result:
    'The channel after the update, or after a part of the update with the error `PARTLY_DONE`.',
});

export const channelWrites = [updateChannel];
