/** Lists of a list operation: `first` items after a cursor, from as few pages as hold them. */
import type { Execution } from '../execution.ts';
import type { ListPosition } from './cursor.ts';
import {
  checkFirst,
  FailedItem,
  fullPagesOf,
  type Item,
  type List,
  listOf,
  loadItem,
  type Paging,
  startOf,
} from './list.ts';
import {
  itemsOf,
  nextTokenOf,
  pageArguments,
  type PageAnswer,
  type PageRequest,
  readPage,
  Trail,
} from './page.ts';

interface ListRequest extends PageRequest, Paging {
  /** The greatest `first` of a list that ends with its first page. */
  readonly onePage?: number | undefined;
  /** Identifies the list field of the query: its lists share extra pages. */
  readonly field: object;
  /** Gives an item its ref when it arrives. */
  readonly attachRef: (item: object) => void;
  /** Loads the entity that an item points to; null: it does not exist, and is left out. */
  readonly loadPointer?: ((item: unknown) => unknown) | undefined;
  /** Selects items, if the operation cannot. */
  readonly filter?: ((item: unknown) => boolean) | undefined;
  /** A value that `filter` depends on beside the arguments: cursors are bound to it too. */
  readonly filterKey?: string | undefined;
}

/** A list while its pages are read. */
interface Reading {
  readonly request: ListRequest;
  readonly list: () => string;
  readonly items: Item[];
  readonly answers: PageAnswer[];
  /** Whether some items of a page are left out, so that a page should be as large as it may. */
  isFiltered: boolean;
}

/**
 * Reads a list. A page may be short, or empty, and still have a next one: the list ends where no
 * token follows.
 * @throws InvalidInput for a `first` out of bounds, or a cursor of another list
 */
export async function readList(execution: Execution, request: ListRequest): Promise<List> {
  const { operation, args, first, after, onePage, filter, filterKey } = request;
  checkFirst(first, onePage);
  const list = listOf(operation, filterKey === undefined ? args : { ...args, of: filterKey });
  const reading: Reading = {
    request,
    list,
    items: [],
    answers: [],
    isFiltered: filter !== undefined,
  };
  const result = await readPages(execution, reading, startOf(after, list));
  const values = result.items.map(({ value }) => value);
  await execution.prefetch({ items: values }, request.projection);
  return result;
}

async function readPages(
  execution: Execution,
  reading: Reading,
  start: ListPosition,
): Promise<List> {
  const { request, list, items, answers } = reading;
  const page = { items, answers, hasPreviousPage: request.after != null };
  const trail = new Trail(request.operation, start.token);
  const fullPages = fullPagesOf(request.operation, request);
  for (let [position, pages] = [start, 1]; ; pages += 1) {
    const size = pageSize(reading, position);
    const answer = (await readPage(execution, request, position.token, size)) ?? {};
    answers.push(answer);
    const found = valuesOf(request, answer, position);
    const values = found instanceof Promise ? await found : found;
    reading.isFiltered ||= values.includes(null);
    const next = takeItems(reading, answer, values, { ...position, size });
    if (next === undefined) return { ...page, hasNextPage: true };
    if (next.token === '') return { ...page, hasNextPage: false };
    if (items.length === request.first) return { ...page, hasNextPage: true };
    if (request.onePage !== undefined)
      return { ...page, hasNextPage: true, resumeAt: { next, list } };
    trail.add(next.token);
    if (pages >= fullPages && !mayReadOn(execution, reading, next))
      return { ...page, hasNextPage: true, resumeAt: { next, list } };
    position = next;
  }
}

/**
 * Pages beyond those that full pages would take are limited, unless another field has read them.
 */
function mayReadOn(execution: Execution, reading: Reading, next: ListPosition): boolean {
  const { request } = reading;
  const args = pageArguments(request, next.token, pageSize(reading, next));
  return (
    execution.hasPage(request.operation, args) || execution.allowance.takeExtraPage(request.field)
  );
}

/**
 * A page that is entered in its middle must have the size it had before. Any other is as large as
 * what is missing, unless some of its items will be left out.
 */
function pageSize({ request, items, isFiltered }: Reading, { size, offset }: ListPosition): number {
  const { maxSize = 0, minSize = 1 } = request.operation.page!;
  if (offset > 0 || size > 0) return size;
  return isFiltered ? maxSize : Math.max(minSize, Math.min(maxSize, request.first - items.length));
}

/**
 * The values at the places of a page; null where an item points to nothing.
 * @returns a promise only for pointers
 */
function valuesOf(
  { operation, attachRef, loadPointer }: ListRequest,
  answer: PageAnswer,
  { offset }: ListPosition,
): readonly unknown[] | Promise<readonly unknown[]> {
  const items = itemsOf(answer, operation);
  if (!loadPointer) {
    for (const item of items) attachRef(item);
    return items;
  }
  const loaded = items.slice(offset).map((item) => loadItem(() => loadPointer(item)));
  return Promise.all(loaded).then((values) => [...items.slice(0, offset), ...values]);
}

/**
 * Takes what is missing from one page.
 * @param position of the page
 * @returns where the next page starts (an empty token: nowhere), or undefined if this page has more
 */
function takeItems(
  { request, list, items }: Reading,
  answer: PageAnswer,
  values: readonly unknown[],
  position: ListPosition,
): ListPosition | undefined {
  const token = nextTokenOf(answer, request.operation);
  const nextPage: ListPosition = { token, size: 0, offset: 0 };
  for (let index = position.offset; index < values.length; index += 1) {
    const value = values[index];
    if (request.filter && !request.filter(value)) continue;
    if (items.length === request.first) return undefined;
    if (value instanceof FailedItem) throw value.error;
    if (value === null) continue;
    const isLast = index + 1 === values.length && token !== '';
    items.push({
      value: value as object,
      next: isLast ? nextPage : { ...position, offset: index + 1 },
      list,
    });
  }
  return nextPage;
}
