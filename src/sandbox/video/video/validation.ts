/** Rules of the properties of a video, for inserts and updates. */
import type { ApiCall } from '../../call/handler.ts';
import { throwInvalidValue } from '../error.ts';
import { isLongerThan } from '../../text.ts';
import { matchesHandle } from '../channel/channel.ts';
import { isAssignableCategory } from '../category/video-category.ts';
import { videoState } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

const maxTitleLength = 100;
const maxTagsLength = 500;

/** In bytes of UTF-8, while other limits count characters. */
const maxDescriptionBytes = 5000;

/** Default values of writable properties, by path. */
export const videoDefaults = {
  'snippet.description': '',
  'status.embeddable': true,
  'status.license': 'youtube',
  'status.privacyStatus': 'public',
  'status.publicStatsViewable': true,
  'status.selfDeclaredMadeForKids': false,
  'status.containsSyntheticMedia': false,
  'paidProductPlacementDetails.hasPaidProductPlacement': false,
};

/** The `snippet` of a request body. */
export interface VideoSnippetBody {
  readonly title: string;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly categoryId: string;
}

/** The `status` of a request body. */
export interface VideoStatusBody {
  readonly privacyStatus?: string | null;
  readonly publishAt?: string | null;
}

/** The `brandPartner` of a request body. */
interface BrandPartnerBody {
  readonly channelId?: string | null;
  readonly channelHandle?: string | null;
}

const throwInvalid = (reason: RefusalReason, path: string): never =>
  throwInvalidValue('youtube.video', reason, `body.${path}`);

const hasAngleBracket = (text: string): boolean => /[<>]/.test(text);

/** All tags as their length is counted: with commas, and with quotes around tags with a space. */
const joined = (tags: readonly string[]): string =>
  tags.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag)).join(',');

/** @throws ApiError 400 for the first invalid property */
export function checkSnippet({ title, description, tags, categoryId }: VideoSnippetBody): void {
  if (isLongerThan(title, maxTitleLength) || hasAngleBracket(title))
    throwInvalid('invalidTitle', 'snippet.title');
  if (
    Buffer.byteLength(description ?? '') > maxDescriptionBytes ||
    hasAngleBracket(description ?? '')
  )
    throwInvalid('invalidDescription', 'snippet.description');
  if (tags && (isLongerThan(joined(tags), maxTagsLength) || tags.some(hasAngleBracket)))
    throwInvalid('invalidTags', 'snippet.tags');
  if (!isAssignableCategory(categoryId)) throwInvalid('invalidCategoryId', 'snippet.categoryId');
}

/** Only private videos can have a publication date. @throws ApiError 400 for other videos */
export function checkStatus({ privacyStatus, publishAt }: VideoStatusBody = {}): void {
  if (publishAt && privacyStatus !== 'private')
    throwInvalid('invalidPublishAt', 'status.publishAt');
}

/**
 * A video with translations must have a default language.
 * @param storedLanguage the default language before an update
 * @throws ApiError 400 if it has none
 */
export function checkDefaultLanguage({ body, parts }: ApiCall, storedLanguage?: string): void {
  const snippet = body['snippet'] as { readonly defaultLanguage?: string } | undefined;
  const language = parts.has('snippet') ? snippet?.defaultLanguage : storedLanguage;
  if (body['localizations'] && !language)
    throwInvalid('defaultLanguageNotSet', 'snippet.defaultLanguage');
}

/**
 * The body with the id of the brand partner in place of a handle, which no answer shows: revision
 * history of the YouTube Data API, 7 July 2026. The reason of a refusal is assumed.
 * @throws ApiError 400 for a channel that does not exist, and for an id together with a handle
 */
export function withBrandChannel({ body, parts, simulation }: ApiCall): ApiCall['body'] {
  const { channelId, channelHandle } = (body['brandPartner'] ?? {}) as BrandPartnerBody;
  if (!parts.has('brandPartner') || (channelId == null && channelHandle == null)) return body;
  const isBrand =
    channelHandle == null
      ? ({ id }: { id: string }) => id === channelId
      : matchesHandle(channelHandle);
  const channel = [...videoState(simulation).channels.values()].find(isBrand);
  if (!channel || (channelId != null && channelHandle != null))
    return throwInvalid(
      'invalidVideoMetadata',
      `brandPartner.${channelHandle == null ? 'channelId' : 'channelHandle'}`,
    );
  return { ...body, brandPartner: { channelId: channel.id } };
}
