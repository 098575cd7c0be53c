/** Lists of a list operation: `first` items after a cursor, from as few pages as possible. */
import type { Execution } from '../execution.ts';
import { type ListPosition, START } from './cursor.ts';
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
import { itemsOf, nextTokenOf, pageRead, type PageRequest, Trail } from './page.ts';
import type { PageAnswer, PageSize } from './page-loader.ts';
import type { Ref } from './resource.ts';
import { textArguments, textFormats, textsAt } from './text-projection.ts';

interface ListRequest extends PageRequest, Paging {
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
   * Returns a function that gives an item its ref when it arrives.
   * @param texts arguments of the call that the texts of its items depend on
   */
  readonly refAttacher: (texts: Ref['args']) => (item: object) => void;
  /** The `textParameter` of the items. */
  readonly textParameter?: string | undefined;
  /** Loads the entity that an item points to; null: it does not exist, and is left out. */
  readonly loadPointer?: ((item: unknown) => unknown) | undefined;
  /** Selects items, if the operation cannot. */
  readonly filter?: ((item: unknown) => boolean) | undefined;
  /** A value that `filter` depends on beside the arguments: cursors are bound to it too. */
  readonly filterKey?: string | undefined;
}

/** The part of a page that a list takes items from. */
interface PagePart extends Pick<Item, 'list'> {
  /** Where reading of the page starts. */
  readonly position: ListPosition;
  /** The start of the next page; undefined: there is none. */
  readonly nextPage: ListPosition | undefined;
}

/** An item of a page. The position behind it is made when its cursor is selected. */
class PageItem implements Item {
  readonly value: object;
  readonly #part: PagePart;
  readonly #index: number;
  readonly #isLast: boolean;

  /** @param index of the item in its page @param isLast whether it is the last one of the page */
  constructor(value: object, part: PagePart, index: number, isLast: boolean) {
    this.value = value;
    this.#part = part;
    this.#index = index;
    this.#isLast = isLast;
  }

  get list(): Item['list'] {
    return this.#part.list;
  }

  get next(): ListPosition {
    const { position, nextPage } = this.#part;
    return this.#isLast && nextPage ? nextPage : { ...position, offset: this.#index + 1 };
  }
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
  const { first, after, onePage, filter, segments } = request;
  checkFirst(first, onePage);
  const list = listOf(request.operation, () => boundArguments(request));
  const items: Item[] = [];
  const answers: PageAnswer[] = [];
  const reading: Reading = { request, list, items, answers, isFiltered: filter !== undefined };
  const start = startOf(after, list, () => ({
    segments: segments?.length,
    texts: textFormats(request),
  }));
  const result = await readPages(execution, reading, start);
  const { projection } = requestAt(request, start);
  if (projection.links.length > 0) {
    const values = result.items.map(({ value }) => value);
    const prefetching = execution.prefetch({ items: values }, projection);
    if (prefetching) await prefetching;
  }
  return result;
}

/** All arguments that decide which items the list has: cursors are bound to them. */
const boundArguments = ({ args, segments, filterKey }: ListRequest): PageRequest['args'] => ({
  ...args,
  ...(filterKey === undefined ? {} : { of: filterKey }),
  ...(segments === undefined ? {} : { segments }),
});

async function readPages(
  execution: Execution,
  reading: Reading,
  start: ListPosition,
): Promise<List> {
  const { request, list, items, answers } = reading;
  const { operation, segments } = request;
  const hasSegments = segments !== undefined && segments.length > 1;
  const page = { items, answers, hasPreviousPage: request.after != null, hasSegments };
  let trail: Trail | undefined;
  const fullPages = fullPagesOf(operation, request, segments?.length);
  for (let [position, pages] = [start, 1]; ; pages += 1) {
    const read = pageRead(
      requestAt(request, position),
      position.token,
      pageSize(reading, position),
    );
    const { answer = {}, size } = await execution.pages.load(read);
    answers.push(answer);
    const found = valuesOf(request, answer, position);
    const values = found instanceof Promise ? await found : found;
    reading.isFiltered ||= values.includes(null);
    const next = positionBehind(request, answer, position);
    const part = { list, position: { ...position, size }, nextPage: next };
    const isUsedUp = takeItems(reading, values, part);
    if (!isUsedUp) return { ...page, hasNextPage: true };
    if (next === undefined) return { ...page, hasNextPage: false };
    if (items.length === request.first) return { ...page, hasNextPage: true };
    if (request.onePage !== undefined)
      return { ...page, hasNextPage: true, resumeAt: { next, list } };
    trail ??= new Trail(operation, trailKey(start));
    trail.add(trailKey(next));
    if (pages >= fullPages && !mayReadOn(execution, reading, next))
      return { ...page, hasNextPage: true, resumeAt: { next, list } };
    position = next;
  }
}

/** Pages of different segments can have equal tokens. */
const trailKey = ({ token, segment = 0 }: ListPosition): string =>
  segment === 0 ? token : `${segment} ${token}`;

/** The request for the page at a position: of its segment, and with the texts of its token. */
function requestAt(request: ListRequest, position: ListPosition): PageRequest {
  const { operation, args, segments, projection } = request;
  const texts = textsAt(request, position);
  if (!segments && !texts) return request;
  return {
    operation,
    args: { ...args, ...segments?.[position.segment ?? 0], ...(texts && textArguments(texts)) },
    projection: texts?.projection ?? projection,
  };
}

/** The position behind a page: the next page or segment; undefined: the list ends. */
function positionBehind(
  request: ListRequest,
  answer: PageAnswer,
  position: ListPosition,
): ListPosition | undefined {
  const { operation, segments = [] } = request;
  const { segment = 0 } = position;
  const token = nextTokenOf(answer, operation);
  const text = textsAt(request, position)?.value;
  if (token !== '')
    return {
      token,
      size: 0,
      offset: 0,
      ...(segment !== 0 && { segment }),
      ...(text !== undefined && { text }),
    };
  return segment + 1 < segments.length ? { ...START, segment: segment + 1 } : undefined;
}

/**
 * Whether the next page may be read although so many full pages would have had all items. The
 * number of such pages is limited; a page that another field has read does not count.
 */
function mayReadOn(execution: Execution, reading: Reading, next: ListPosition): boolean {
  const { request } = reading;
  const read = pageRead(requestAt(request, next), next.token, pageSize(reading, next));
  return execution.pages.has(read) || execution.allowance.takeExtraPage(request.field);
}

/**
 * The size of the next page. A page that a cursor points into must have the size that it had when
 * the cursor was made. Any other page has as many items as are missing, or the maximum if some of
 * its items will be left out. Without a documented maximum a page has all items that are missing.
 */
function pageSize(
  { request, items, isFiltered }: Reading,
  { size, offset }: ListPosition,
): PageSize {
  const { maxSize = request.first, minSize = 1 } = request.operation.page!;
  if (offset > 0 || size > 0) return { items: size, isExact: true };
  const missing = Math.max(minSize, Math.min(maxSize, request.first - items.length));
  return { items: isFiltered ? maxSize : missing, isExact: false };
}

/**
 * The items of a page, or the entities that they point to; null for an entity that does not exist.
 * @returns a promise only for pointers
 */
function valuesOf(
  request: ListRequest,
  answer: PageAnswer,
  position: ListPosition,
): readonly unknown[] | Promise<readonly unknown[]> {
  const { operation, refAttacher, loadPointer } = request;
  const { offset } = position;
  const items = itemsOf(answer, operation);
  if (!loadPointer) {
    const texts = textsAt(request, position);
    const attachRef = refAttacher(texts && textArguments(texts));
    for (const item of items) attachRef(item);
    return items;
  }
  const loaded = items.slice(offset).map((item) => loadItem(() => loadPointer(item)));
  return Promise.all(loaded).then((values) => [...items.slice(0, offset), ...values]);
}

/**
 * Adds items of one page to the list, until it has `first` items.
 * @returns whether all items of the page are used; false: the list has more items
 */
function takeItems(
  { request, items }: Reading,
  values: readonly unknown[],
  part: PagePart,
): boolean {
  for (let index = part.position.offset; index < values.length; index += 1) {
    const value = values[index];
    if (request.filter && !request.filter(value)) continue;
    if (items.length === request.first) return false;
    if (value instanceof FailedItem) throw value.error;
    if (value === null) continue;
    items.push(new PageItem(value as object, part, index, index + 1 === values.length));
  }
  return true;
}
