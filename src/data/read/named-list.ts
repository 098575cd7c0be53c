/** Lists of entities that the client names: in the order of the ids, without missing entities. */
import type { AnyOperation } from '../../upstream/operation.ts';
import { START } from './cursor.ts';
import {
  checkFirst,
  FailedItem,
  keyOfList,
  type List,
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
  const key = keyOfList(operation, () => ({ named: ids }));
  const nodes: object[] = [];
  /** The numbers of ids up to each node. */
  const offsets: number[] = [];
  let { offset } = startOf(after, key);
  for (let size = first; offset < ids.length && nodes.length < first; size = NAMED_AT_ONCE) {
    const loading = ids.slice(offset, offset + size).map((id) => loadItem(() => load(id)));
    for (const value of await Promise.all(loading)) {
      if (nodes.length === first) break;
      offset += 1;
      if (value instanceof FailedItem) throw value.error;
      if (value === null) continue;
      nodes.push(value as object);
      offsets.push(offset);
    }
  }
  return {
    nodes,
    hasNextPage: offset < ids.length,
    hasPreviousPage: after != null,
    answers: [],
    key,
    positionBehind: (index) => ({ ...START, offset: offsets[index]! }),
  };
}
