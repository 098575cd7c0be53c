/** The orders that lists of files come in. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { sharedWith } from './show.ts';
import { mime } from './mime.ts';
import { type StoredFile, storageState } from './state.ts';

type Key = (file: StoredFile, call: ApiCall) => string | number | undefined;

const keys: Readonly<Record<string, Key>> = {
  createdTime: ({ createdTime }) => createdTime,
  folder: ({ fields }) => (fields.mimeType === mime.folder ? 0 : 1),
  modifiedByMeTime: ({ modifiedBy, modifiedTime }, { user }) =>
    modifiedBy === user.email ? modifiedTime : undefined,
  modifiedTime: ({ modifiedTime }) => modifiedTime,
  name: ({ fields }) => fields.name,
  name_natural: ({ fields }) => fields.name,
  quotaBytesUsed: ({ content }) => content?.size ?? 0,
  recency: ({ modifiedTime, viewedAt }, { user }) =>
    [modifiedTime, viewedAt.get(user.email) ?? ''].toSorted()[1],
  sharedWithMeTime: (file, { simulation, user }) =>
    sharedWith(storageState(simulation), user, file),
  starred: ({ starredBy }, { user }) => (starredBy.has(user.email) ? 0 : 1),
  viewedByMeTime: ({ viewedAt }, { user }) => viewedAt.get(user.email),
};

const plain = new Intl.Collator('en');
const natural = new Intl.Collator('en', { numeric: true });

type Compare = (a: StoredFile, b: StoredFile) => number;

/** What `orderBy` says: keys from first to last, each ascending unless ` desc` stands behind it; else the latest change first. */
export function compareBy(call: ApiCall): Compare {
  const given = (call.query.text('orderBy') ?? 'modifiedTime desc')
    .split(',')
    .map((key) => oneKey(call, key.trim()));
  return (a, b) =>
    given.reduce((so, compare) => so || compare(a, b), 0) || plain.compare(a.id, b.id);
}

function oneKey(call: ApiCall, text: string): Compare {
  const [, name, down] = /^(\w+)( desc)?$/.exec(text) ?? [];
  const key = name !== undefined && Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (!key) throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'orderBy' });
  const collator = name === 'name_natural' ? natural : plain;
  return (a, b) => {
    const [x, y] = [key(a, call), key(b, call)];
    if (x === undefined || y === undefined)
      return Number(x === undefined) - Number(y === undefined);
    const so = typeof x === 'number' ? x - Number(y) : collator.compare(x, String(y));
    return down ? -so : so;
  };
}
