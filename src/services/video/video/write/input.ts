/** The input fields of videos. */
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { oneOfObject } from '../../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../../engine/schema/type/global-id.ts';
import type { Change } from '../../../../engine/write/change.ts';
import { checkFuture } from '../../../shared/future.ts';
import { newOrChanged, required } from '../../../../engine/schema/write/write-input.ts';
import { localizationRow, requireDefaultLanguage } from '../../localization-write.ts';
import { Channel, VideoCategory } from '../../resources.ts';
import { checkTags, requirePrivate } from './check.ts';
import { checkDescription, checkTexts, checkTitle } from '../../../shared/youtube/text.ts';

/** Null is rejected: the API resets a missing property to its default, `public` for example. */
const decidedByYouTube = { clearable: false, ifNew: 'Default: decided by YouTube.' } as const;

const BrandPartnerInput = oneOfObject(
  'BrandPartnerInput',
  'The channel of a brand that a video is linked to: exactly one field.',
  {
    channelId: ['ID', 'The channel of the brand: a global id or a YouTube id.'],
    channelHandle: [
      'String',
      'The handle of the channel, with or without the leading `@`. YouTube shows the id of the channel in its place.',
    ],
  },
);

/**
 * Row option `change` for a brand partner, which has either an id or a handle.
 * @throws InvalidInput for text that is no id, and for an empty handle or one with white space
 */
function brandPartnerChange(
  value: typeof BrandPartnerInput.$inferType | null,
  argument: string,
): Partial<Change> {
  if (value === null) return {};
  const { channelId, channelHandle } = value;
  const name = channelId == null ? 'channelHandle' : 'channelId';
  const at = { argument: `${argument}.${name}`, path: `brandPartner.${name}` };
  if (channelId != null) {
    const id = upstreamId(Channel.resource, channelId, at.argument);
    return { ...at, type: Channel.resource.name, apply: () => id };
  }
  const handle = restHandle(channelHandle, at.argument);
  return { ...at, apply: () => handle };
}

/** With the `@` that the API requires. @throws InvalidInput */
function restHandle(handle: string, argument: string): string {
  if (!/^@?[^\s@]+$/.test(handle))
    throw new InvalidInput(
      argument,
      `${showValue(handle)} is not a handle; expected for example @studio`,
    );
  return handle.startsWith('@') ? handle : `@${handle}`;
}

export const videoRows = {
  title: [
    newOrChanged(required('String'), 'String'),
    'snippet.title',
    'The title. At most 100 characters, without `<` and `>`.',
    { check: checkTitle },
  ],
  description: [
    'The text shown below the player. At most 5,000 bytes, without `<` and `>`.',
    { check: checkDescription },
  ],
  tags: [
    'Keywords for search. At most 500 characters in total, without `<` and `>`.',
    { check: checkTags, ifChanged: 'The list replaces the current one.' },
  ],
  categoryId: [
    'An assignable video category: a global id or a YouTube id.',
    { references: VideoCategory, ifNew: 'Default: 22 (People & Blogs).' },
  ],
  defaultLanguage: [
    'LanguageTag',
    'snippet.defaultLanguage',
    'The language of the title and the description.',
  ],
  defaultAudioLanguage: [
    'LanguageTag',
    'snippet.defaultAudioLanguage',
    'The language spoken in the video.',
  ],
  localizations: localizationRow('video', checkTexts),
  privacyStatus: ['The visibility.', { clearable: false, ifNew: 'Default: `PUBLIC`.' }],
  publishAt: [
    'DateTime',
    'status.publishAt',
    'The time at which YouTube will publish the video. Must be in the future.',
    {
      // A date in the past would publish a private video at once.
      check: checkFuture,
      ifNew: 'Requires `privacyStatus: PRIVATE`.',
      ifChanged: 'The video must be private. Null cancels the publication.',
    },
  ],
  license: ['The license under which others may use the video.', decidedByYouTube],
  embeddable: ['Whether other websites can embed the player.', decidedByYouTube],
  publicStatsViewable: [
    'Whether extended statistics are public.',
    { clearable: false, ifNew: 'Default: true.' },
  ],
  selfDeclaredMadeForKids: [
    'Whether the caller declares the video as made for kids.',
    decidedByYouTube,
  ],
  containsSyntheticMedia: [
    'Whether the caller declares that the video contains realistic altered or synthetic content.',
    decidedByYouTube,
  ],
  recordedAt: [
    'DateTime',
    'recordingDetails.recordingDate',
    'The time when the video was recorded. REST field: `recordingDate`.',
  ],
  hasPaidProductPlacement: [
    'Whether the caller declares paid product placement.',
    decidedByYouTube,
  ],
  brandPartner: [
    BrandPartnerInput,
    'brandPartner',
    'The brand that the video is linked to.',
    {
      change: brandPartnerChange,
      oneValue: 'A brand has one channel.',
      ifNew: 'Default: none.',
      ifChanged:
        'Replaces the current link. Null removes it: that YouTube does so if the part is sent without a channel is assumed.',
    },
  ],
} as const;

/** Rows of the parameters of every write that creates a video. */
export const newVideoParameters = {
  notify: [
    required('Boolean'),
    'notifySubscribers',
    "Whether YouTube notifies the channel's subscribers. REST parameter: `notifySubscribers`.",
    { default: false },
  ],
  stabilize: [
    'Boolean',
    'stabilize',
    'Whether YouTube stabilizes the picture. Default: decided by YouTube.',
  ],
  autoLevels: [
    'Boolean',
    'autoLevels',
    'Whether YouTube corrects brightness and color. Default: decided by YouTube.',
  ],
} as const;

type NewVideo = Parameters<typeof requireDefaultLanguage>[0] & {
  readonly publishAt?: string | null;
  readonly privacyStatus?: string | null;
};

/** Checks that one row cannot make. @throws InvalidInput */
export function checkNewVideo(input: NewVideo): void {
  requireDefaultLanguage(input);
  if (input.publishAt != null) requirePrivate(input.privacyStatus);
}
