/** Updating a video: what the named parts leave out is lost. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { isAssignableCategory } from './video-category.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { videoState } from './state.ts';
import { isOwnVideo, isVisibleVideo, serializeVideo } from './video.ts';

/** Values that writable properties fall back to. */
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

export const updateVideo: Handler = (call) => {
  const { simulation, operation, body, parts } = call;
  const video = videoState(simulation).videos.get(body['id'] as string);
  if (!video || !isVisibleVideo(call, video))
    return throwNotFound('youtube.video', 'videoNotFound', 'body.id');
  if (!isOwnVideo(call, video)) return throwForbidden('youtube.video');
  if (parts.has('snippet')) checkSnippet(body['snippet'] as Snippet);
  if (parts.has('status')) checkStatus(body['status'] as Status | undefined);
  if (parts.has('localizations')) checkLocalizations(call, video.snippet.defaultLanguage);
  replaceParts(operation, video, body, parts, videoDefaults);
  return serializeVideo(call, video);
};

export interface Snippet {
  readonly title: string;
  readonly description?: string | null;
  readonly tags?: readonly string[] | null;
  readonly categoryId: string;
}

export interface Status {
  readonly privacyStatus?: string | null;
  readonly publishAt?: string | null;
}

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain: 'youtube.video', location, locationType: 'other' });
};

/** Tags with a space are counted with their quotes, and commas between them, up to 500 characters. */
const tagLength = (tags: readonly string[]): number =>
  tags.map((tag) => tag.length + (tag.includes(' ') ? 2 : 0)).reduce((a, b) => a + b + 1, -1);

export function checkSnippet({ title, description, tags, categoryId }: Snippet): void {
  if (Array.from(title).length > 100 || /[<>]/.test(title))
    wrong('invalidTitle', 'body.snippet.title');
  if (Buffer.byteLength(description ?? '') > 5000 || /[<>]/.test(description ?? ''))
    wrong('invalidDescription', 'body.snippet.description');
  if (tags && (tagLength(tags) > 500 || tags.some((tag) => /[<>]/.test(tag))))
    wrong('invalidTags', 'body.snippet.tags');
  if (!isAssignableCategory(categoryId)) wrong('invalidCategoryId', 'body.snippet.categoryId');
}

export function checkStatus({ privacyStatus, publishAt }: Status = {}): void {
  if (publishAt && privacyStatus !== 'private') wrong('invalidPublishAt', 'body.status.publishAt');
}

/** Translations need to know what they translate from. */
export function checkLocalizations({ body, parts }: ApiCall, kept: string | undefined): void {
  const snippet = body['snippet'] as { readonly defaultLanguage?: string } | undefined;
  const language = parts.has('snippet') ? snippet?.defaultLanguage : kept;
  if (body['localizations'] && !language)
    wrong('defaultLanguageNotSet', 'body.snippet.defaultLanguage');
}
