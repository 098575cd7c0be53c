/**
 * Lists that are complete inside the answer of their parent. Their cursors equal those of the list
 * operation, so that a client can continue if the list is no longer embedded.
 */
import type { AnyOperation } from '../../api/operation.ts';
import { START } from './cursor.ts';
import { choiceCheck } from '../walk/projection.ts';
import { checkFirst, keyOfList, type List, type Paging, startOf } from './list.ts';

interface EmbeddedListRequest extends Paging {
  readonly operation: AnyOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** The `choiceParameter` of the items. */
  readonly choiceParameter?: string | undefined;
}

/**
 * @param values the whole list
 * @returns undefined for a cursor behind the first page: the list had more items when it was made
 * @throws InvalidInput for a `first` out of bounds, or a cursor of another list
 */
export function sliceList(
  request: EmbeddedListRequest,
  values: readonly object[],
): List | undefined {
  const { operation, args, first, after } = request;
  checkFirst(first);
  const key = keyOfList(operation, () => args);
  const { token, offset } = startOf(after, key, () => ({ hasChoice: choiceCheck(request) }));
  if (token !== '') return undefined;
  const size = operation.page?.maxSize ?? 0;
  return {
    nodes: values.slice(offset, offset + first),
    hasNextPage: offset + first < values.length,
    hasPreviousPage: after != null,
    answers: [],
    key,
    positionBehind: (index) => ({ ...START, size, offset: offset + index + 1 }),
  };
}
