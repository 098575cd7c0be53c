/** The input fields of new videos. */
import { checkFuture } from '../../../shared/future.ts';
import { required } from '../../../../engine/schema/write/write-input.ts';
import {
  LocalizationInput,
  newLocalizations,
  requireDefaultLanguage,
} from '../../localization-write.ts';
import { VideoCategory } from '../../resources.ts';
import { checkTags, requirePrivate } from './check.ts';
import { checkDescription, checkTexts, checkTitle } from '../../../shared/youtube/text.ts';

/** Rows of every write that creates a video. */
export const newVideoRows = {
  title: [
    required('String'),
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
    { check: checkTags },
  ],
  categoryId: [
    'An assignable video category: a global id or a YouTube id. Default: 22 (People & Blogs).',
    { references: VideoCategory },
  ],
  defaultLanguage: [
    'LanguageTag',
    'snippet.defaultLanguage',
    'The language of the given title and description.',
  ],
  defaultAudioLanguage: [
    'LanguageTag',
    'snippet.defaultAudioLanguage',
    'The language spoken in the new video.',
  ],
  localizations: [
    [LocalizationInput],
    'localizations',
    'Titles and descriptions in other languages. Requires `defaultLanguage`.',
    newLocalizations(checkTexts),
  ],
  privacyStatus: 'The visibility of the new video. Default: `PUBLIC`.',
  publishAt: [
    'DateTime',
    'status.publishAt',
    'The time at which YouTube will publish the video. Must be in the future. Requires `privacyStatus: PRIVATE`.',
    // A date in the past would publish a private video at once.
    { check: checkFuture },
  ],
  license: 'The license of the new video. Default: decided by YouTube.',
  embeddable:
    'Whether other websites will be able to embed the player. Default: decided by YouTube.',
  publicStatsViewable: 'Whether extended statistics will be public. Default: true.',
  selfDeclaredMadeForKids:
    'Whether the caller declares the new video as made for kids. Default: decided by YouTube.',
  containsSyntheticMedia:
    'Whether the caller declares that the new video contains realistic altered or synthetic content. Default: decided by YouTube.',
  recordedAt: [
    'DateTime',
    'recordingDetails.recordingDate',
    'The recording time of the new video. REST field: `recordingDate`.',
  ],
  hasPaidProductPlacement:
    'Whether the caller declares paid product placement in the new video. Default: decided by YouTube.',
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
