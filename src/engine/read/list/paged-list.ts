/** Lists of a list operation: `first` items after a cursor, from as few pages as possible. */
import { UpstreamError } from '../../api/error.ts';
import type { Execution } from '../../execution/execution.ts';
import { listKey, type ListPosition, positionOf, START } from './cursor.ts';
import { loadByGivenToken, repeatedPage, UnusablePage } from './given-token.ts';
import { checkFirst, fullPagesOf, type List } from './list.ts';
import {
  boundArguments,
  type ListRequest,
  nextTokenOf,
  pageRead,
  projectionAt,
  requestAt,
  selectItems,
  valuesOf,
} from './page.ts';
import type { LoadedPage, PageRead, PageSize } from './page-loader.ts';
import { keepItems, prefetch } from '../load/prefetch.ts';
import { choiceAt, choiceCheck, mayRejectChoice } from '../walk/projection.ts';

/**
 * Reads a list. If the service rejects its choice, such as a language, the list is read without
 * it, and the fields that make the choice fail alone. A list behind a cursor that has a choice
 * fails with it.
 * @throws InvalidInput for a `first` out of bounds, or a cursor of another list
 */
export function readList(execution: Execution, request: ListRequest): Promise<List> {
  try {
    checkFirst(request.first, request.onePage);
    const list = new PagedList(request);
    const choice = choiceAt(request, list.start);
    const read = readPages(execution, request, list);
    if (!choice || list.start.choice !== undefined) return read;
    return read.catch((error: unknown) => {
      if (!mayRejectChoice(error, choice, request.operation)) throw error;
      const plain = { ...request, projection: { ...request.projection, withChoice: undefined } };
      return readPages(execution, plain, new PagedList(plain));
    });
  } catch (error) {
    return Promise.reject(error);
  }
}

/**
 * Reads the pages of a list. An operation can read hundreds of lists, most of which have one page:
 * the first one is read without an asynchronous function.
 */
function readPages(execution: Execution, request: ListRequest, list: PagedList): Promise<List> {
  const { start } = list;
  if (request.loadPointer) return readFrom(start, execution, request, list);
  return execution.pages.load(list.readAt(start)).then((page) => {
    const values = valuesOf(request, page.answer ?? {}, start, request.first) as readonly unknown[];
    const second = list.add(page, start, values) ? list.continueAt(execution) : undefined;
    return second
      ? readFrom(second, execution, request, list)
      : withLinks(execution, request, list);
  });
}

/**
 * Reads the pages of a list from a position on. A page may be short, or empty, and still have a
 * next one: the list ends where no token follows.
 */
async function readFrom(
  start: ListPosition,
  execution: Execution,
  request: ListRequest,
  list: PagedList,
): Promise<List> {
  for (let next: ListPosition | undefined = start; next; ) {
    const position: ListPosition = next;
    try {
      const read = list.readAt(position);
      const page = await (position === list.start
        ? execution.pages.load(read)
        : loadByGivenToken(execution, read));

      const missing = request.first - list.nodes.length;
      const values = valuesOf(request, page.answer ?? {}, position, missing);
      const isUsedUp = list.add(page, position, values instanceof Promise ? await values : values);
      next = isUsedUp ? list.continueAt(execution) : undefined;
    } catch (error) {
      if (!list.stopAt(position, error)) throw error;
      next = undefined;
    }
  }
  return withLinks(execution, request, list);
}

/** @returns the list, when what its items lead to is loaded */
function withLinks(
  execution: Execution,
  request: ListRequest,
  list: PagedList,
): List | Promise<List> {
  const projection = projectionAt(request, list.start);
  keepItems(list.nodes, projection.paths.below('items'), execution.loaderOf);
  if (projection.links.length === 0) return list;
  const prefetching = prefetch({ items: list.nodes }, projection, execution.loaderOf);
  return prefetching ? prefetching.then(() => list) : list;
}

/**
 * The request for the first page that `readList` loads.
 * @throws InvalidInput for a cursor of another list
 */
export function firstPageOf(request: ListRequest): PageRead {
  const list = new PagedList(request);
  return list.readAt(list.start);
}

/** A page, and the items that a list takes from it. */
interface ListPage {
  readonly read: LoadedPage;
  /** Where reading of the page starts. */
  readonly position: ListPosition;
  /** The number of all items of the page. */
  readonly length: number;
  /** The start of the next page; undefined: there is none. */
  readonly next: ListPosition | undefined;
  /** The ids of the first and the last of all its items; undefined if they are not known. */
  readonly ends: string | undefined;
  /** The index in the list of the first item that it takes from the page. */
  readonly start: number;
  /** The indexes of the items in the page; undefined: they follow each other. */
  readonly indexes: readonly number[] | undefined;
}

class PagedList implements List {
  /** Where the first page starts. */
  readonly start: ListPosition;
  nodes: readonly object[] = [];
  hasNextPage = true;
  resumeAt: ListPosition | undefined;
  stoppedBy: UpstreamError | undefined;
  leftOut = 0;
  readonly #request: ListRequest;
  readonly #pages: ListPage[] = [];
  /** Whether some items of a page are left out, so that a page should be as large as it may. */
  #isFiltered: boolean;
  #key: string | undefined;

  /** @throws InvalidInput for a cursor of another list */
  constructor(request: ListRequest) {
    const { after, filter, segments } = request;
    this.#request = request;
    this.#isFiltered = filter !== undefined;
    this.start =
      after == null
        ? START
        : positionOf(after, this.key(), {
            segments: segments?.length,
            hasChoice: choiceCheck(request),
          });
  }

  get hasPreviousPage(): boolean {
    return this.#request.after != null;
  }

  get hasSegments(): boolean {
    return (this.#request.segments?.length ?? 1) > 1;
  }

  get answers(): List['answers'] {
    return this.#pages.map(({ read }) => read.answer ?? {});
  }

  key(): string {
    return (this.#key ??= listKey(this.#request.operation.key, boundArguments(this.#request)));
  }

  positionBehind(index: number): ListPosition {
    const { read, position, length, next, start, indexes } = this.#pages.findLast(
      (page) => page.start <= index,
    )!;
    const { size } = read;
    const inPage = indexes ? indexes[index - start]! : position.offset + index - start;
    return inPage + 1 === length && next ? next : { ...position, size, offset: inPage + 1 };
  }

  readAt(position: ListPosition): PageRead {
    return pageRead(requestAt(this.#request, position), position.token, this.#sizeAt(position));
  }

  /**
   * Adds items of a page, until the list has `first` items.
   * @param position where reading of the page starts
   * @param values the items of the page, or the entities that they point to
   * @returns whether all items of the page are used; false: the list has more items
   * @throws UnusablePage UPSTREAM_INVALID for a page that leads to itself or to one before it, or
   * that is one before it
   */
  add(read: LoadedPage, position: ListPosition, values: readonly unknown[]): boolean {
    const { loadPointer, first } = this.#request;
    const { offset } = position;
    const start = this.nodes.length;
    const next = nextPageOf(this.#request, read, position);
    const ends = loadPointer ? undefined : endsOf(values);
    if (next && this.#hasRead(next, position)) throw repeatedPage(this.#request.operation);
    if (ends !== undefined && this.#hasItems(ends, position))
      throw repeatedPage(this.#request.operation);
    this.#isFiltered ||= values.includes(null);
    let end = Math.min(values.length, offset + first - start);
    let indexes: readonly number[] | undefined;
    if (this.#isFiltered || loadPointer) {
      const selected = selectItems(values, offset, first - start);
      ({ indexes, end } = selected);
      this.nodes = this.nodes.concat(selected.indexes.map((index) => values[index] as object));
    } else {
      const items = offset === 0 && end === values.length ? values : values.slice(offset, end);
      this.nodes = (start === 0 ? items : this.nodes.concat(items)) as readonly object[];
    }
    if (this.#request.isUsable)
      this.leftOut += values.slice(offset, end).filter((value) => value === null).length;
    this.#pages.push({ read, position, length: values.length, next, ends, start, indexes });
    return end === values.length;
  }

  /**
   * Decides what follows a page whose items are all used, and so whether the list has a next page.
   * @returns the start of the page to read next; undefined: the list ends
   */
  continueAt(execution: Execution): ListPosition | undefined {
    const request = this.#request;
    const { operation, first, segments } = request;
    const { next } = this.#pages.at(-1)!;
    this.hasNextPage = next !== undefined;
    if (!next || this.nodes.length === first) return undefined;
    if (request.onePage === undefined) {
      const fullPages = fullPagesOf(operation, request, segments?.length);
      if (this.#pages.length < fullPages || this.#takesFurtherPage(execution, next)) return next;
    }
    this.resumeAt = next;
    return undefined;
  }

  /**
   * Ends the list before a page, if the execution has no calls left for it or for its items, or if
   * the page cannot be read by the token that the service has given.
   * @returns false if the list has no page yet, or the error is another one
   */
  stopAt(position: ListPosition, error: unknown): boolean {
    if (!(error instanceof UpstreamError)) return false;
    const isOutOfCalls = error.code === 'QUERY_TOO_EXPENSIVE' && this.#pages.length > 0;
    if (!isOutOfCalls && !(error instanceof UnusablePage && this.nodes.length > 0)) return false;
    this.hasNextPage = true;
    this.resumeAt = position;
    this.stoppedBy = error;
    return true;
  }

  /**
   * Whether a page was read: that at the position, or one before it. For days a service answered
   * each token with the first page, which then led to itself (issuetracker 342446334, May 2024).
   */
  #hasRead(page: ListPosition, at: ListPosition): boolean {
    return isSamePage(page, at) || this.#pages.some(({ position }) => isSamePage(page, position));
  }

  /** Whether a page with the same items was read: the token of the service can also change. */
  #hasItems(ends: string, { segment = 0 }: ListPosition): boolean {
    return this.#pages.some(
      (page) => page.ends === ends && (page.position.segment ?? 0) === segment,
    );
  }

  /**
   * Whether the list takes a further page, although as many full pages as it has would have had all
   * items. The number of such pages is limited; a page that another field has read does not count.
   */
  #takesFurtherPage({ pages, allowance }: Execution, next: ListPosition): boolean {
    const calls = this.#request.loadPointer ? 2 : 1;
    return pages.has(this.readAt(next)) || allowance.takeExtraPage(calls);
  }

  /**
   * The size of the next page. A page that a cursor points into must have the size that it had when
   * the cursor was made. Any other page has as many items as are missing, or the maximum if some of
   * its items will be left out; without a documented maximum, that is `first`.
   */
  #sizeAt({ size, offset }: ListPosition): PageSize {
    const { operation, first } = this.#request;
    const { maxSize = first, minSize = 1 } = operation.page!;
    if (offset > 0 || size > 0) return { items: size, isExact: true };
    const missing = Math.max(minSize, Math.min(maxSize, first - this.nodes.length));
    return { items: this.#isFiltered ? maxSize : missing, isExact: false };
  }
}

/** Two items: a single one may have moved to the next page. */
function endsOf(values: readonly unknown[]): string | undefined {
  const [first, last] = [values[0], values.at(-1)] as ({ readonly id?: unknown } | null)[];
  return values.length > 1 && typeof first?.id === 'string' && typeof last?.id === 'string'
    ? `${first.id} ${last.id}`
    : undefined;
}

/** Pages of different segments can have equal tokens. */
const isSamePage = (a: ListPosition, b: ListPosition): boolean =>
  a.token === b.token && (a.segment ?? 0) === (b.segment ?? 0);

/** The start of the page or segment behind a page; undefined: the list ends. */
function nextPageOf(
  request: ListRequest,
  { answer }: LoadedPage,
  position: ListPosition,
): ListPosition | undefined {
  const { operation, segments = [] } = request;
  const { segment = 0 } = position;
  const token = answer === undefined ? '' : nextTokenOf(answer, operation);
  const choice = choiceAt(request, position)?.value;
  if (token !== '')
    return {
      token,
      size: 0,
      offset: 0,
      ...(segment !== 0 && { segment }),
      ...(choice !== undefined && { choice }),
    };
  return segment + 1 < segments.length ? { ...START, segment: segment + 1 } : undefined;
}
