/**
 * Pages of a list operation: what a list requests of a page, the items of its answer, and the token
 * of the next page.
 */
import { upstreamError } from '../../rest/call/error.ts';
import type { AnyOperation, PageSpec } from '../../rest/operation/operation.ts';
import type { PageAnswer, PageRead, PageSize } from './page-loader.ts';
import { Paths } from '../path.ts';
import type { EntityProjection, Projection } from '../walk/projection.ts';

/** The pages of one list: operation, arguments and requested paths. */
export interface PageRequest {
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
    paths: answerPaths(projection.paths, page),
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
  paths: itemPaths(paths, operation.page!),
  size: undefined,
  downstream,
});

/** The items of a page's answer. */
export const itemsOf = (answer: PageAnswer, { page }: AnyOperation): readonly object[] =>
  (answer[page!.items] as readonly object[] | undefined) ?? [];

/**
 * Maps the items, except errors and null. Nearly always they are the same objects as before.
 * @returns then the same array
 */
export function mapChanged<Item extends object | null>(
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

/** Returns a function that makes paths of an answer once for the paths of a document. */
function memoizeByPage(make: (paths: Paths, page: PageSpec) => Paths) {
  const memos = new WeakMap<Paths, Map<PageSpec, Paths>>();
  return (paths: Paths, page: PageSpec): Paths => {
    let known = memos.get(paths);
    if (!known) memos.set(paths, (known = new Map()));
    let made = known.get(page);
    if (!made) known.set(page, (made = make(paths, page)));
    return made;
  };
}

/** The token of the next page is always requested: only it tells a short page from the last one. */
const answerPaths = memoizeByPage((paths, page) => {
  const own = [...paths.set].flatMap((path) =>
    path === 'total' ? (page.total?.path ?? []) : path.replace(/^items(?=\.|$)/, page.items),
  );
  const next = page.next === undefined ? [] : [page.next];
  const all = Paths.of(...own, ...next);
  return all.size === 0 ? Paths.of(page.items) : all;
});

const itemPaths = memoizeByPage((paths, page) => paths.with('id').under(page.items));

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
