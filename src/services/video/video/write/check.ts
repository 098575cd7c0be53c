/** Limits of a video's metadata, checked before any call. Those of its texts are shared. */
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { brackets } from '../../../shared/youtube/text.ts';

const maxTags = 500;

/**
 * Returns the length of tags as the API counts it: with a comma between two tags, and with quotes
 * around a tag that has a space.
 */
const countedLength = (tags: readonly string[]): number =>
  tags
    .map((tag) => Array.from(tag).length + (/\s/.test(tag) ? 2 : 0))
    .reduce((sum, each) => sum + each + 1, -1);

/** @throws InvalidInput for a tag with < or >, and for tags whose total length is too large */
export function checkTags(tags: readonly string[]): void {
  const bracketed = tags.findIndex((tag) => brackets.test(tag));
  if (bracketed !== -1)
    throw new InvalidInput(
      `tags.${bracketed}`,
      `${showValue(tags[bracketed])} is not a tag; expected text without < and >`,
    );
  const length = countedLength(tags);
  if (length > maxTags)
    throw new InvalidInput(
      'tags',
      `the tags have ${length} characters in total; expected at most ${maxTags}`,
    );
}

/** @throws InvalidInput at `publishAt` for a privacy status other than private */
export function requirePrivate(privacyStatus: string | null | undefined): void {
  if (privacyStatus !== 'private')
    throw new InvalidInput(
      'publishAt',
      'only private videos can be scheduled; expected privacyStatus PRIVATE too',
    );
}

/**
 * Checks that a video can be scheduled: it is private after the update, and not public before. The
 * API takes a publication date only for videos that have never been published.
 * @param current the privacy status before the update
 * @param next the privacy status after the update
 * @throws InvalidInput at `publishAt`
 */
export function checkSchedule(
  current: string | null | undefined,
  next: string | null | undefined,
): void {
  if (current === 'public')
    throw new InvalidInput(
      'publishAt',
      'the video is public, and a published video cannot be scheduled; leave the field out',
    );
  requirePrivate(next);
}
