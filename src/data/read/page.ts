/**
 * Pages of a list operation: the arguments of a call, its `fields` mask, and the token of the next
 * page.
 */
import { upstreamError } from '../../upstream/error.ts';
import type { AnyOperation, PageSpec } from '../../upstream/operation.ts';
import type { Execution } from '../execution.ts';
import { Paths } from './path.ts';
import type { Projection } from './projection.ts';

/** The answer of a list operation: one page. */
export type PageAnswer = Readonly<Record<string, unknown>>;

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

/** The arguments of the call for one page. @param token the page's token; empty: the first page */
export function pageArguments(
  { operation, args, projection }: PageRequest,
  token: string,
  size: number,
): Record<string, unknown> {
  const page = operation.page!;
  return {
    ...args,
    ...('part' in operation.query ? { part: projection.paths.below('items').parts } : {}),
    ...(page.size ? { [page.size]: size } : {}),
    ...(token === '' ? {} : { [page.token!]: token }),
    fields: maskOf(projection.paths, page),
  };
}

/** Reads one page. @returns undefined for an answer without a body */
export function readPage(
  execution: Execution,
  request: PageRequest,
  token: string,
  size: number,
): Promise<PageAnswer | undefined> {
  const { operation, projection } = request;
  const args = pageArguments(request, token, size);
  return execution.page(operation, args, projection.downstream) as Promise<PageAnswer | undefined>;
}

/** The items of a page's answer. */
export const itemsOf = (answer: PageAnswer, { page }: AnyOperation): readonly object[] =>
  (answer[page!.items] as readonly object[] | undefined) ?? [];

/** The token of the next page; empty: there is none. */
export function nextTokenOf(answer: PageAnswer, { page }: AnyOperation): string {
  const next = page?.next;
  return next === undefined ? '' : ((answer[next] as string | null | undefined) ?? '');
}

const masks = new WeakMap<Paths, Map<PageSpec, string>>();

/** The token of the next page is always requested: only it tells a short page from the last one. */
function maskOf(paths: Paths, page: PageSpec): string {
  let known = masks.get(paths);
  if (!known) masks.set(paths, (known = new Map()));
  let mask = known.get(page);
  if (mask === undefined) {
    const own = [...paths.set].flatMap((path) =>
      path === 'total' ? (page.total?.path ?? []) : path.replace(/^items(?=\.|$)/, page.items),
    );
    const next = page.next === undefined ? [] : [page.next];
    mask = Paths.of(...own, ...next).mask || page.items;
    known.set(page, mask);
  }
  return mask;
}

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
