/** Writes of channels. Banner and watermark are in `image-write.ts`. */
import { type ReplaceRules, replaceParts } from '../../data/write/replace-parts.ts';
import { channels } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { write } from '../field/write.ts';
import { changes, settings } from '../field/write-input.ts';
import { MutationError } from '../mutation-error.ts';
import { parseRegionCode } from './language.ts';
import {
  changedLocalizations,
  LocalizationChange,
  missingDefaultLanguage,
  textLimits,
} from './localization-write.ts';
import { Channel, Video } from './resource.ts';

/** How the parts of a channel are replaced, by all mutations. */
export const channelReplaceRules: ReplaceRules = {
  // The default language is written before the localizations that require it.
  onePartPerCall: ['brandingSettings', 'localizations', 'status'],
  requiredPath: { brandingSettings: 'brandingSettings.channel.title' },
  alsoRead: { localizations: ['brandingSettings.channel.defaultLanguage'] },
};

const InVideoPromotionInput = builder.inputType('InVideoPromotionInput', {
  description: 'What was shown over the videos of a channel while upstream still did so.',
  fields: (t) => ({
    videoIds: t.idList({ description: 'Videos that were promoted.' }),
    websiteUrls: t.field({ type: ['URL'], description: 'Pages that were promoted.' }),
    useSmartTiming: t.boolean({ description: 'Whether upstream chose the moment.' }),
  }),
});

const updateChannel = write('updateChannel', {
  description:
    'Changes what is named of a channel and keeps the rest: it reads the parts concerned, merges and replaces them. How it presents itself, its translations and whether it is made for children are up to three calls, in this order; where a later one fails, `PARTLY_DONE` says which arguments stand. Concurrent changes of other fields are kept; of two writers of the same field the last one wins. Its name and handle are changed on the platform alone.',
  inputDescription:
    'What to change on a channel. A field left out keeps its value, null clears it.',
  operation: channels.update,
  target: Channel,
  id: 'Which channel: your own, or one that the content owner of `x-content-owner` manages.',
  strategy: replaceParts(channelReplaceRules),
  input: changes(channels.update, {
    description: [
      'String',
      'brandingSettings.channel.description',
      'What the channel says about itself from now on, up to 1000 characters.',
      { maxLength: 1000 },
    ],
    keywords: [
      'String',
      'brandingSettings.channel.keywords',
      'All words to be found by, up to 500 characters: blanks between them, double quotes around those of several words.',
      { maxLength: 500 },
    ],
    country: [
      'String',
      'brandingSettings.channel.country',
      'Another country, by its two letters.',
      { convert: parseRegionCode },
    ],
    defaultLanguage: [
      'LanguageTag',
      'brandingSettings.channel.defaultLanguage',
      'The language that its name and text are in; translations need one.',
    ],
    trackingAnalyticsAccountId: [
      'String',
      'brandingSettings.channel.trackingAnalyticsAccountId',
      'The account of the measuring service that is to count its visitors.',
    ],
    unsubscribedTrailerId: [
      'ID',
      'brandingSettings.channel.unsubscribedTrailer',
      'A video of its own, public or unlisted, to play for visitors who have not subscribed.',
      { references: Video },
    ],
    bannerExternalUrl: [
      'URL',
      'brandingSettings.image.bannerExternalUrl',
      'Another picture for the top of its page: an address that `uploadChannelBanner` has answered.',
    ],
    localizations: [
      LocalizationChange,
      'localizations',
      'Name and text in other languages; they need a `defaultLanguage`.',
      changedLocalizations(textLimits(100, 1000)),
    ],
    selfDeclaredMadeForKids: [
      'Boolean',
      'status.selfDeclaredMadeForKids',
      'Whether you declare all of it as made for children.',
      { clearable: false },
    ],
  }),
  settings: settings({
    inVideoPromotion: [
      InVideoPromotionInput,
      'What to promote in its videos.',
      {
        deprecated:
          'Upstream no longer shows promotions in videos: it is answered with `OPERATION_RETIRED`, and without a call.',
      },
    ],
  }),
  validate: ({ inVideoPromotion }) => {
    if (inVideoPromotion === undefined) return;
    throw new MutationError('OPERATION_RETIRED', 'YouTube no longer shows promotions in videos.', {
      operation: channels.update.key,
      path: ['inVideoPromotion'],
    });
  },
  adjust: ({ localizations, brandingSettings }, current, { description }) => {
    if (!localizations) return;
    const language = (brandingSettings ?? current.brandingSettings)?.channel?.defaultLanguage;
    if (Object.keys(localizations).length > 0 && !language) throw missingDefaultLanguage();
    // The localization of the default language repeats the channel's own description.
    const entry = language ? localizations[language] : undefined;
    if (entry && description !== undefined) entry.description = description ?? '';
  },
  result: ['channel', 'The channel after the change; also where only some of it was done.'],
});

export const channelWrites = [updateChannel];
