/** What a body may write into a file, and how: given fields replace, null clears, maps lose the keys that are null. */
import type { ApiCall } from '../handler.ts';
import { isObject } from '../json.ts';
import { ApiError } from '../api-error.ts';
import type { Fields, StoredFile } from './state.ts';

type Tree = Record<string, unknown>;

/** Refuses fields that the operation does not write. */
export function checkWritable({ operation, body }: ApiCall): void {
  const writable = new Set((operation.writable ?? []).map((path) => /^\w+/.exec(path)![0]));
  for (const name of Object.keys(body))
    if (!writable.has(name))
      throw new ApiError(403, 'fieldNotWritable', {
        message:
          name === 'parents'
            ? 'The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.'
            : 'The resource body includes fields which are not directly writable.',
      });
}

/** Fields that are no plain texts of the file: they are kept elsewhere, or not at all. */
const apart: ReadonlySet<string> = new Set([
  'contentHints',
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
const personal: ReadonlySet<string> = new Set(['starred', 'viewedByMeTime']);

/** Whether all that a body writes is the caller's own business. */
export const isPersonal = (body: object): boolean =>
  Object.keys(body).every((name) => personal.has(name));

/** Whether a body changes the file itself, not just where and for whom it lies. */
export const changesFile = (body: object): boolean =>
  Object.keys(body).some((name) => !personal.has(name) && name !== 'trashed');

function merged(held: unknown, given: Tree): Tree | undefined {
  const tree: Tree = isObject(held) ? { ...held } : {};
  for (const [name, value] of Object.entries(given)) {
    const next = isObject(value) ? merged(tree[name], value) : (value ?? undefined);
    if (next === undefined) delete tree[name];
    else tree[name] = next;
  }
  return Object.keys(tree).length === 0 ? undefined : tree;
}

/** The fields as they are after a body was written over them. */
export function patched(fields: Fields, body: ApiCall['body']): Fields {
  const given = Object.fromEntries(Object.entries(body).filter(([name]) => !apart.has(name)));
  const { name, mimeType, ...rest } = merged(fields, structuredClone(given)) ?? {};
  return {
    name: (name as string | undefined) ?? 'Untitled',
    mimeType: (mimeType as string | undefined) ?? fields.mimeType,
    ...rest,
  };
}

/** Writes what the caller has for themselves: the star, the time of the last look. */
export function mark(file: StoredFile, { body, user }: ApiCall): void {
  if (body['starred'] === true) file.starredBy.add(user.email);
  else if (body['starred'] !== undefined) file.starredBy.delete(user.email);
  const viewed = body['viewedByMeTime'];
  if (typeof viewed === 'string') file.viewedAt.set(user.email, instant(viewed)!);
  else if (viewed === null) file.viewedAt.delete(user.email);
}

/** A time of the body in the service's own writing. */
export const instant = (value: unknown): string | undefined =>
  typeof value === 'string' ? new Date(value).toISOString() : undefined;
