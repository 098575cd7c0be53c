/** Lists of entities that the client names: in the order of the ids, null for a missing entity. */
import type { AnyOperation } from '../../api/operation.ts';
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

interface NamedListRequest extends Paging {
  /** The list operation that would list the entities otherwise: cursors are bound to it. */
  readonly operation: AnyOperation;
  readonly ids: readonly string[];
  /** @returns the entity, or null if it does not exist */
  readonly load: (id: string) => unknown;
}

/**
 * Loads the next `first` of the named entities. The error of an entity that cannot be loaded is in
 * its place.
 * @throws InvalidInput for a `first` out of bounds, or a cursor of another list
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
  const { offset } = startOf(after, key);
  const loading = ids.slice(offset, offset + first).map((id) => loadItem(() => load(id)));
  const nodes = (await Promise.all(loading)).map((value) =>
    value instanceof FailedItem ? value.error : value,
  );
  return {
    nodes: nodes as (object | null)[],
    hasNextPage: offset + first < ids.length,
    hasPreviousPage: after != null,
    answers: [],
    key,
    positionBehind: (index) => ({ ...START, offset: offset + index + 1 }),
  };
}
