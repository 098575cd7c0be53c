/** How the answers and failures of calls are stored in the entries of their entities. */
import { failedWith } from '../../api/error.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import { getter, type Paths } from '../path.ts';
import { type BatchRead, isKey } from '../resource.ts';
import type { CacheEntry } from './cache-entry.ts';

/** Stores the failure of a call for one entity. NOT_FOUND is an answer: the entity is null. */
export function storeFailure(entry: CacheEntry, paths: Paths, error: unknown): void {
  if (failedWith(error, 'NOT_FOUND')) entry.store(null, paths);
  else entry.fail(paths, error);
}

/** Entities, and the paths of their call. */
export interface FetchedEntities {
  readonly entries: readonly CacheEntry[];
  readonly paths: Paths;
}

/**
 * Stores the entities of an answer. One that the answer lacks does not exist, unless an item of the
 * answer has no valid id and could be it.
 */
export function storeItems(
  { operation, idPath }: BatchRead,
  items: readonly object[],
  { entries, paths }: FetchedEntities,
): void {
  const idOf = getter(idPath);
  let byId: ReadonlyMap<unknown, object> | undefined;
  let hasUnknown = false;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]!;
    const id = entry.ref.key.at(-1)!;
    let item = items[index];
    // Most answers have all entities in the order of their ids.
    if (item === undefined || idOf(item) !== id) {
      if (byId === undefined) {
        byId = new Map(items.map((each) => [idOf(each), each]));
        hasUnknown = items.some((each) => !isKey(idOf(each)));
      }
      item = byId.get(id);
    }
    if (item || !hasUnknown) entry.store(item ?? null, paths);
    else entry.fail(paths, new InvalidValue(operation));
  }
}

/**
 * Stores what is known of some entities.
 * @param ids of those that are known, whether they exist or not
 * @returns the others
 */
export function storePart(
  read: BatchRead,
  items: readonly object[],
  { entries, paths }: FetchedEntities,
  ids: ReadonlySet<string>,
): readonly CacheEntry[] {
  const { known = [], left = [] } = Object.groupBy(entries, ({ ref }) =>
    ids.has(ref.key.at(-1)!) ? 'known' : 'left',
  );
  storeItems(read, items, { entries: known, paths });
  return left;
}
