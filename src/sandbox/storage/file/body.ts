/** Applies a request body to a file: values replace, null removes, maps are merged by key. */
import type { ApiCall } from '../../call/handler.ts';
import { isObject } from '../../json.ts';
import { ApiError } from '../../http/api-error.ts';
import { writableNamesOf } from '../../call/writable-path.ts';
import type { FileEntity, FileFields } from '../state.ts';

type Tree = Record<string, unknown>;

/** @throws ApiError 403 for fields that the operation does not write */
export function checkWritableFields({ operation, body }: ApiCall): void {
  const writable = writableNamesOf(operation.key);
  for (const name of Object.keys(body))
    if (!writable.has(name))
      throw new ApiError(403, 'fieldNotWritable', {
        message:
          name === 'parents'
            ? 'The parents field is not directly writable in update requests. ' +
              'Use the addParents and removeParents parameters instead.'
            : 'The resource body includes fields which are not directly writable.',
      });
}

/** Writable fields that are not part of `FileEntity.fields`. */
const separateFields: ReadonlySet<string> = new Set([
  'contentHints',
  'contentRestrictions',
  'createdTime',
  'id',
  'modifiedTime',
  'parents',
  'shortcutDetails',
  'starred',
  'trashed',
  'viewedByMeTime',
]);

/** Fields that each person has for themselves. */
const personalFields: ReadonlySet<string> = new Set(['starred', 'viewedByMeTime']);

/** Whether a body writes nothing but personal fields, which needs no role on the file. */
export const isPersonal = (body: object): boolean =>
  Object.keys(body).every((name) => personalFields.has(name));

/** Whether a body changes the file itself, and therefore its modification time. */
export const changesFile = (body: object): boolean =>
  Object.keys(body).some((name) => !personalFields.has(name) && name !== 'trashed');

function merge(stored: unknown, written: Tree): Tree | undefined {
  const tree: Tree = isObject(stored) ? { ...stored } : {};
  for (const [name, value] of Object.entries(written)) {
    const next = isObject(value) ? merge(tree[name], value) : (value ?? undefined);
    if (next === undefined) delete tree[name];
    else tree[name] = next;
  }
  return Object.keys(tree).length === 0 ? undefined : tree;
}

/** The fields of a file after the body was merged into them. */
export function mergeFields(fields: FileFields, body: ApiCall['body']): FileFields {
  const entries = Object.entries(body).filter(([name]) => !separateFields.has(name));
  const written = structuredClone(Object.fromEntries(entries));
  const { name, mimeType, ...rest } = merge(fields, written) ?? {};
  return {
    name: (name as string | undefined) ?? 'Untitled',
    mimeType: (mimeType as string | undefined) ?? fields.mimeType,
    ...rest,
  };
}

/** Writes the personal fields of the body into the file, for the caller. */
export function writePersonalFields(file: FileEntity, { body, user }: ApiCall): void {
  if (body['starred'] === true) file.starredBy.add(user.email);
  else if (body['starred'] !== undefined) file.starredBy.delete(user.email);
  const viewed = body['viewedByMeTime'];
  if (typeof viewed === 'string') file.viewedAt.set(user.email, toTimestamp(viewed)!);
  else if (viewed === null) file.viewedAt.delete(user.email);
}

interface ContentHints {
  readonly indexableText?: string | null;
  readonly thumbnail?: { readonly image?: string; readonly mimeType?: string } | null;
}

/** Writes the hints of the body about the content, which no read returns. */
export function writeContentHints(file: FileEntity, { body }: ApiCall): void {
  const hints = body['contentHints'] as ContentHints | null | undefined;
  if (hints === undefined) return;
  const { indexableText, thumbnail } = hints ?? { indexableText: null, thumbnail: null };
  if (indexableText != null) file.text = indexableText;
  else if (indexableText === null) delete file.text;
  if (thumbnail != null) file.thumbnail = structuredClone(thumbnail);
  else if (thumbnail === null) delete file.thumbnail;
}

/** A time of the body as Drive writes it: UTC with milliseconds. */
export const toTimestamp = (value: unknown): string | undefined =>
  typeof value === 'string' ? new Date(value).toISOString() : undefined;
