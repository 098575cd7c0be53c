/** Writes to channels. */
import type { youtube_v3 } from '@googleapis/youtube';
import { updateParts } from '../../data/write/update.ts';
import { channels } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { builder } from '../builder.ts';
import { changes } from '../field/change.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { checkText } from '../text.ts';
import { MutationError } from '../user-error.ts';
import { channelRules } from './channel-rule.ts';
import { regionCode } from './language.ts';
import { changeLocalizations, LocalizationChange, untranslatable } from './localization.ts';
import { Channel, Video } from './resource.ts';

const channelChanges = changes(
  channels.update,
  {
    description: [
      'String',
      'brandingSettings.channel.description',
      'What the channel says about itself from now on, up to 1000 characters.',
    ],
    keywords: [
      'String',
      'brandingSettings.channel.keywords',
      'All words to be found by, up to 500 characters: blanks between them, double quotes around those of several words.',
    ],
    country: [
      'String',
      'brandingSettings.channel.country',
      'Another country, by its two letters.',
      (given) => regionCode(given, 'country'),
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
      (given) => upstreamId(Video.resource, given, 'unsubscribedTrailerId'),
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
      changeLocalizations,
    ],
    selfDeclaredMadeForKids: [
      'Boolean',
      'status.selfDeclaredMadeForKids',
      'Whether you declare all of it as made for children.',
    ],
  },
  ['selfDeclaredMadeForKids'],
);

const InVideoPromotionInput = builder.inputType('InVideoPromotionInput', {
  description: 'What was shown over the videos of a channel while upstream still did so.',
  fields: (t) => ({
    videoIds: t.idList({ description: 'Videos that were promoted.' }),
    websiteUrls: t.field({ type: ['URL'], description: 'Pages that were promoted.' }),
    useSmartTiming: t.boolean({ description: 'Whether upstream chose the moment.' }),
  }),
});

interface Given {
  readonly description?: string | null;
  readonly keywords?: string | null;
  readonly country?: string | null;
  readonly unsubscribedTrailerId?: string | null;
  readonly localizations?: {
    readonly set?:
      | readonly { readonly title?: string | null; readonly description?: string | null }[]
      | null;
  } | null;
}

/** @throws InvalidArgument for what upstream would refuse, before any call */
function check({
  description,
  keywords,
  country,
  unsubscribedTrailerId,
  localizations,
}: Given): void {
  checkText('description', description, 1000);
  checkText('keywords', keywords, 500);
  regionCode(country, 'country');
  if (unsubscribedTrailerId != null)
    upstreamId(Video.resource, unsubscribedTrailerId, 'unsubscribedTrailerId');
  localizations?.set?.forEach((each, index) => {
    checkText(`localizations.set.${index}.title`, each.title, 100, 1);
    checkText(`localizations.set.${index}.description`, each.description, 1000);
  });
}

/** Translations need a language to translate from, and tell the text in that language as it is told now. */
function adjust(
  { localizations, brandingSettings }: youtube_v3.Schema$Channel,
  current: youtube_v3.Schema$Channel,
  given: Given,
): void {
  if (!localizations) return;
  const language = (brandingSettings ?? current.brandingSettings)?.channel?.defaultLanguage;
  if (Object.keys(localizations).length > 0 && !language) throw untranslatable();
  const own = language ? localizations[language] : undefined;
  if (own && given.description !== undefined) own.description = given.description ?? '';
}

mutation('updateChannel', {
  description:
    'Changes what is named of a channel and keeps the rest: it reads the parts concerned, merges and replaces them. How it presents itself, its translations and whether it is made for children are up to three calls, in this order; where a later one fails, `PARTLY_DONE` says which arguments stand. Of two writers of the same field the last one wins; the service has no proven conditional write. Its name and handle are changed on the platform alone.',
  operations: [channels.list, channels.update],
  price: (input) => {
    const parts = new Set(channelChanges.changesOf(input).map(({ path }) => path.split('.', 1)[0]));
    return [
      [channels.list, 1],
      [channels.update, parts.size],
    ];
  },
  inputDescription:
    'What to change on a channel. A field left out keeps its value, null clears it.',
  input: (t) => ({
    id: t.id({
      required: true,
      description:
        'Which channel: your own, or one that the content owner of `x-content-owner` manages.',
    }),
    ...channelChanges.inputs(t),
    inVideoPromotion: t.field({
      type: InVideoPromotionInput,
      deprecationReason:
        'Upstream no longer shows promotions in videos: it is answered with `OPERATION_RETIRED`, and without a call.',
      description: 'What to promote in its videos.',
    }),
  }),
  node: ['channel', Channel, 'The channel after the change; also where only some of it was done.'],
  run: async ({ id, inVideoPromotion, ...input }, execution) => {
    if (inVideoPromotion !== undefined)
      throw new MutationError(
        'OPERATION_RETIRED',
        'Upstream no longer shows promotions in videos.',
        {
          operation: channels.update.key,
          path: ['inVideoPromotion'],
        },
      );
    const ref = refFrom(Channel.resource, id);
    check(input);
    const changes = channelChanges.changesOf(input);
    const update = updateParts(execution, {
      ...channelRules,
      ref,
      changes,
      beside: input.localizations === undefined ? [] : ['brandingSettings.channel.defaultLanguage'],
      adjust: (next, current) => adjust(next, current, input),
    });
    return { ref: await blaming(changes, naming(ref.key[0]!, update)) };
  },
});
