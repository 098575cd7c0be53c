/**
 * Pages of a list operation: what a list requests of a page, the items of its answer, and the token
 * of the next page.
 */
import { memoize } from '../../api/memoize.ts';
import { upstreamError } from '../../api/error.ts';
import type { AnyOperation, PageSpec } from '../../api/operation.ts';
import type { PageAnswer, PageRead, PageSize } from './page-loader.ts';
import { Paths } from '../path.ts';
import {
  choiceArguments,
  choiceAt,
  choiceOfItems,
  type EntityProjection,
  type Projection,
} from '../walk/projection.ts';
import type { ListPosition } from './cursor.ts';
import { FailedItem, loadItem, type Paging } from './list.ts';
import type { Ref } from '../resource.ts';

/** The pages of one list: operation, arguments and requested paths. */
interface PageRequest {
  readonly operation: AnyOperation;
  /** Arguments without paging, `part` and `fields`. */
  readonly args: Readonly<Record<string, unknown>>;
  /**
   * Paths of the list's answer. Its items are at `items` and their number at `total`,
   * regardless of the names in the operation.
   */
  readonly projection: Projection;
}

/**
 * The request of a list for one page.
 * @param token the page's token; empty: the first page
 */
export function pageRead(
  { operation, args, projection }: PageRequest,
  token: string,
  size: PageSize,
): PageRead {
  const page = operation.page!;
  return {
    operation,
    args: token === '' ? args : { ...args, [page.token!]: token },
    paths: answerPaths(projection.paths)(page),
    size,
    downstream: projection.downstream,
  };
}

/**
 * The request of a list without pages, or of a search for the first item.
 * @param paths paths of the items
 */
export const itemsRead = (
  operation: AnyOperation,
  args: PageRead['args'],
  { paths, downstream }: EntityProjection,
): PageRead => ({
  operation,
  args,
  paths: itemPaths(paths)(operation.page!),
  size: undefined,
  downstream,
});

export const itemsOf = (answer: PageAnswer, { page }: AnyOperation): readonly object[] =>
  (answer[page!.items] as readonly object[] | undefined) ?? [];

/**
 * Maps the items, except errors and null. Nearly always they are the same objects as before.
 * @returns then the same array
 */
function mapChanged<Item extends object | null>(
  items: readonly Item[],
  map: (item: object) => Item,
): readonly Item[] {
  let changed: Item[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]!;
    if (item === null || item instanceof Error) continue;
    const mapped = map(item);
    if (mapped !== item) (changed ??= [...items])[index] = mapped;
  }
  return changed ?? items;
}

/** The token of the next page; empty: there is none. */
export function nextTokenOf(answer: PageAnswer, { page }: AnyOperation): string {
  const next = page?.next;
  return next === undefined ? '' : ((answer[next] as string | null | undefined) ?? '');
}

/** The token of the next page is always requested: only it tells a short page from the last one. */
function pathsInAnswer(paths: Paths, page: PageSpec): Paths {
  const own = [...paths.set].flatMap((path) =>
    path === 'total' ? (page.total?.path ?? []) : path.replace(/^items(?=\.|$)/, page.items),
  );
  const next = page.next === undefined ? [] : [page.next];
  const all = Paths.of(...own, ...next);
  return all.size === 0 ? Paths.of(page.items) : all;
}

const answerPaths = memoize((paths: Paths) =>
  memoize((page: PageSpec) => pathsInAnswer(paths, page)),
);

const itemPaths = memoize((paths: Paths) =>
  memoize((page: PageSpec) => paths.with('id').under(page.items)),
);

/**
 * The tokens of the pages that were read. An execution reads each page only once, so a token that
 * comes again would lead to an endless loop without calls.
 */
export class Trail {
  readonly #operation: AnyOperation;
  readonly #tokens: Set<string>;

  constructor(operation: AnyOperation, start = '') {
    this.#operation = operation;
    this.#tokens = new Set([start]);
  }

  /** @throws UpstreamError UPSTREAM_INVALID for the token of a page that was read */
  add(token: string): void {
    if (this.#tokens.has(token)) throw upstreamError(this.#operation, 'UPSTREAM_INVALID');
    this.#tokens.add(token);
  }
}

/** A list of a list operation, and how its items become nodes. */
export interface ListRequest extends PageRequest, Paging {
  /** Maximum value of `first`, for a list that ends with its first page. */
  readonly onePage?: number | undefined;
  /**
   * Arguments in which the segments of the list differ: the items of each segment follow those of
   * the one before. Absent: the list has one segment.
   */
  readonly segments?: readonly PageRequest['args'][] | undefined;
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
  /** Whether an item names its object; the others are left out, and counted. Without `filter`. */
  readonly isUsable?: ((item: object) => boolean) | undefined;
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

export const projectionAt = (request: ListRequest, position: ListPosition): Projection =>
  choiceAt(request, position)?.projection ?? request.projection;

/**
 * The items of a page, or the entities that they point to; null for an entity that does not exist,
 * and for an item that is not selected.
 * @param missing how many items the list still takes
 * @returns a promise only for pointers
 */
export function valuesOf(
  request: ListRequest,
  answer: PageAnswer,
  position: ListPosition,
  missing: number,
): readonly unknown[] | Promise<readonly unknown[]> {
  const { operation, isUsable, filter = isUsable, attacher, loadPointer } = request;
  const { token, offset } = position;
  const all = itemsOf(answer, operation);
  const items = filter ? all.map((item) => (filter(item) ? item : null)) : all;
  if (!loadPointer) {
    if (!attacher) return items;
    const choice = choiceAt(request, position);
    return mapChanged(
      items,
      attacher(choice && choiceOfItems(choice, request.projection, operation)),
    );
  }
  // A page that another field requests, too, can have more items. They are loaded only if some of
  // those before them do not exist.
  // A page that follows another is larger only if some of the items before it did not exist.
  const end = token !== '' && offset === 0 ? items.length : offset + missing;
  return loadPointers(items, [offset, end], loadPointer).then((values) =>
    values.includes(null) ? loadPointers(values, [end, values.length], loadPointer) : values,
  );
}

/** @returns the items, of which those from `start` to `end` are loaded; null: it does not exist */
async function loadPointers(
  items: readonly unknown[],
  [start, end]: readonly [number, number],
  loadPointer: (item: unknown) => unknown,
): Promise<readonly unknown[]> {
  const loading = items.slice(start, end).map((item) => loadItem(() => loadPointer(item)));
  return [...items.slice(0, start), ...(await Promise.all(loading)), ...items.slice(end)];
}

/**
 * Selects items of a page that may leave some out.
 * @param values null: the item is left out
 * @param offset the index at which the list starts in the page
 * @param count the maximum number of items
 * @returns their indexes, and the index of the first item that is not used
 * @throws the error of an item that cannot be loaded
 */
export function selectItems(
  values: readonly unknown[],
  offset: number,
  count: number,
): { readonly indexes: readonly number[]; readonly end: number } {
  const indexes: number[] = [];
  for (let index = offset; index < values.length; index += 1) {
    const value = values[index];
    if (value === null) continue;
    if (indexes.length === count) return { indexes, end: index };
    if (value instanceof FailedItem) throw value.error;
    indexes.push(index);
  }
  return { indexes, end: values.length };
}
