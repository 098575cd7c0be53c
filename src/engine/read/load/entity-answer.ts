/** The entities in answers, and how they are stored. */
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import type { CacheEntry } from './cache-entry.ts';
import { getter, type Paths } from '../path.ts';
import { type BatchRead, isKey, type WholeListRead } from '../resource.ts';

/** Entities, and the paths of their call. */
export interface FetchedEntities {
  readonly entries: readonly CacheEntry[];
  readonly paths: Paths;
}

/**
 * Stores the entities of an answer. One that the answer lacks does not exist, unless an item of the
 * answer has no valid id and could be it.
 * @returns all entities of the answer by their ids
 */
export function storeItems(
  { operation, idPath }: BatchRead | WholeListRead,
  items: readonly object[],
  { entries, paths }: FetchedEntities,
): ReadonlyMap<string, object> {
  const idOf = getter(idPath);
  const byId = new Map<string, object>();
  let hasUnknown = false;
  for (const item of items) {
    const id = idOf(item);
    if (isKey(id)) byId.set(id, item);
    else hasUnknown = true;
  }
  for (const entry of entries) {
    const item = byId.get(entry.ref.key.at(-1)!);
    if (item || !hasUnknown) entry.store(item ?? null, paths);
    else entry.fail(paths, new InvalidValue(operation));
  }
  return byId;
}

/** Entities by id. */
export type EntityMap = Readonly<Record<string, object>>;

/** @throws the error in the place of an invalid map */
export function entriesOf(map: EntityMap | Error | undefined): [string, object][] {
  if (map instanceof Error) throw map;
  return Object.entries(map ?? {});
}
