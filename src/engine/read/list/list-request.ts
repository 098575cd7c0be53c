/** What a list of a list operation requests of its pages. */
import type { ListPosition } from './cursor.ts';
import type { Paging } from './list.ts';
import type { PageRequest } from './page.ts';
import type { Projection } from '../walk/projection.ts';
import type { Ref } from '../resource.ts';
import { choiceArguments, choiceAt } from '../walk/choice-projection.ts';

/** A list of a list operation, and how its items become nodes. */
export interface ListRequest extends PageRequest, Paging {
  /** Maximum value of `first`, for a list that ends with its first page. */
  readonly onePage?: number | undefined;
  /**
   * Arguments in which the segments of the list differ: the items of each segment follow those of
   * the one before. Absent: the list has one segment.
   */
  readonly segments?: readonly PageRequest['args'][] | undefined;
  /** Identifies the list field of the query: its lists share extra pages. */
  readonly field: object;
  /**
   * Returns a function that attaches its ref to an item, and returns the item; an error in the
   * place of one without its key. Absent: items have no refs.
   * @param choice the choice of the call that returned the items
   */
  readonly attacher?: ((choice: Ref['args']) => (item: object) => object) | undefined;
  /** The `choiceParameter` of the items. */
  readonly choiceParameter?: string | undefined;
  /** Loads the entity that an item points to; null: it does not exist, and is left out. */
  readonly loadPointer?: ((item: unknown) => unknown) | undefined;
  /**
   * Selects items, if the operation cannot.
   * @throws InvalidValue for an item that may belong to the list or not
   */
  readonly filter?: ((item: object) => boolean) | undefined;
  /** A value that `filter` depends on beside the arguments: cursors are bound to it too. */
  readonly filterKey?: string | undefined;
}

/** All arguments that decide which items the list has: cursors are bound to them. */
export const boundArguments = ({
  args,
  segments,
  filterKey,
}: ListRequest): PageRequest['args'] => ({
  ...args,
  ...(filterKey === undefined ? {} : { of: filterKey }),
  ...(segments === undefined ? {} : { segments }),
});

/** The request for the page at a position: of its segment, and with the choice of its token. */
export function requestAt(request: ListRequest, position: ListPosition): PageRequest {
  const { operation, args, segments, projection } = request;
  const choice = choiceAt(request, position);
  if (!segments && !choice) return request;
  return {
    operation,
    args: {
      ...args,
      ...segments?.[position.segment ?? 0],
      ...(choice && choiceArguments(choice, operation)),
    },
    projection: choice?.projection ?? projection,
  };
}

/** The projection of the page at a position. */
export const projectionAt = (request: ListRequest, position: ListPosition): Projection =>
  choiceAt(request, position)?.projection ?? request.projection;
