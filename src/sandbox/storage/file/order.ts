/** The `orderBy` parameter of `files.list`. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { sharedWithMeTime } from './serializer.ts';
import { mime } from '../content/mime.ts';
import { usedBytes } from '../quota.ts';
import { type FileEntity, storageState } from '../state.ts';

type SortKey = (file: FileEntity, call: ApiCall) => string | number | undefined;
type Comparator = (a: FileEntity, b: FileEntity) => number;

const sortKeys: Readonly<Record<string, SortKey>> = {
  createdTime: ({ createdTime }) => createdTime,
  folder: ({ fields }) => (fields.mimeType === mime.folder ? 0 : 1),
  modifiedByMeTime: ({ modifiedBy, modifiedTime }, { user }) =>
    modifiedBy === user.email ? modifiedTime : undefined,
  modifiedTime: ({ modifiedTime }) => modifiedTime,
  name: ({ fields }) => fields.name,
  name_natural: ({ fields }) => fields.name,
  quotaBytesUsed: usedBytes,
  recency: ({ modifiedTime, viewedAt }, { user }) =>
    [modifiedTime, viewedAt.get(user.email) ?? ''].toSorted()[1],
  sharedWithMeTime: (file, { simulation, user }) =>
    sharedWithMeTime(storageState(simulation), user, file),
  starred: ({ starredBy }, { user }) => (starredBy.has(user.email) ? 0 : 1),
  viewedByMeTime: ({ viewedAt }, { user }) => viewedAt.get(user.email),
};

const plainCollator = new Intl.Collator('en');
const naturalCollator = new Intl.Collator('en', { numeric: true });

/**
 * The comparator of `orderBy`: a comma-separated list of keys, each ascending unless followed by
 * ` desc`. Default: last modified first. Files that compare equal are ordered by id.
 * @throws ApiError 400 for an unknown key
 */
export function fileOrder(call: ApiCall): Comparator {
  const comparators = (call.query.text('orderBy') ?? 'modifiedTime desc')
    .split(',')
    .map((key) => keyComparator(call, key.trim()));
  return (a, b) =>
    comparators.reduce((order, compare) => order || compare(a, b), 0) ||
    plainCollator.compare(a.id, b.id);
}

function keyComparator(call: ApiCall, text: string): Comparator {
  const [, name, descending] = /^(\w+)( desc)?$/.exec(text) ?? [];
  const keyOf = name !== undefined && Object.hasOwn(sortKeys, name) ? sortKeys[name] : undefined;
  if (!keyOf) throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'orderBy' });
  const collator = name === 'name_natural' ? naturalCollator : plainCollator;
  return (a, b) => {
    const [x, y] = [keyOf(a, call), keyOf(b, call)];
    // Files without a value come last in both directions.
    if (x === undefined || y === undefined)
      return Number(x === undefined) - Number(y === undefined);
    const order = typeof x === 'number' ? x - Number(y) : collator.compare(x, String(y));
    return descending ? -order : order;
  };
}
