/** Lists of entities that the client names: in the order of the ids, without missing entities. */
import type { AnyOperation } from '../../upstream/operation.ts';
import { START } from './cursor.ts';
import {
  checkFirst,
  FailedItem,
  type Item,
  type List,
  listOf,
  loadItem,
  type Paging,
  startOf,
} from './list.ts';

/** Number of named entities that are loaded together after some turned out to be missing. */
export const NAMED_AT_ONCE = 50;

interface NamedListRequest extends Paging {
  /** The list operation that would list the entities otherwise: cursors are bound to it. */
  readonly operation: AnyOperation;
  readonly ids: readonly string[];
  /** @returns the entity, or null if it does not exist */
  readonly load: (id: string) => unknown;
}

/**
 * Loads the named entities until `first` of them exist, or no id is left.
 * @throws InvalidInput for a `first` out of bounds, or a cursor of another list; the error of an
 * entity that cannot be loaded
 */
export async function readNamed({
  operation,
  ids,
  first,
  after,
  load,
}: NamedListRequest): Promise<List> {
  checkFirst(first);
  const list = listOf(operation, () => ({ named: ids }));
  const items: Item[] = [];
  let { offset } = startOf(after, list);
  for (let size = first; offset < ids.length && items.length < first; size = NAMED_AT_ONCE) {
    const loading = ids.slice(offset, offset + size).map((id) => loadItem(() => load(id)));
    for (const value of await Promise.all(loading)) {
      if (items.length === first) break;
      offset += 1;
      if (value instanceof FailedItem) throw value.error;
      if (value !== null) items.push({ value: value as object, next: { ...START, offset }, list });
    }
  }
  const hasNextPage = offset < ids.length;
  return { items, hasNextPage, hasPreviousPage: after != null, answers: [] };
}
