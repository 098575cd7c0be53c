/** A list from a client's point of view: `first` items after a cursor, from as many upstream pages as that takes. */
import { upstreamError, InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation, PageSpec } from '../../upstream/operation.ts';
import { cursorOf, listKey, type Position, positionOf, START } from './cursor.ts';
import { Paths } from './path.ts';
import type { Projection } from './projection.ts';
import type { Execution } from '../execution.ts';

const MOST = 500;

export interface ListRequest {
  readonly operation: AnyOperation;
  /** The operation's arguments, but for paging, `part` and `fields`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly first: number;
  readonly after?: string | null | undefined;
  /** The most that may be asked at once, all of it of one upstream page: a second call is never made. */
  readonly onePage?: number | undefined;
  /** Paths and links of the list's answer; its items lie at `items` and their number at `total`, whatever the operation calls them. */
  readonly projection: Projection;
  /** Gives an item its ref as it arrives. */
  readonly attachRef: (item: any) => void;
  /** An item only points to what stands in the list: brings that, or null where there is nothing (the item is left out). */
  readonly lead?: ((item: any) => unknown) | undefined;
  /** Upstream can't filter by this itself. */
  readonly keep?: ((item: any) => boolean) | undefined;
  /** What `keep` chooses by, where the arguments don't say it: cursors are bound to it, too. */
  readonly of?: string | undefined;
}

export interface Item {
  readonly value: any;
  /** Where the list goes on behind it. */
  readonly next: Position;
  /** The list that its cursor is bound to. */
  readonly list: () => string;
}

/** Made only when it is asked for. */
export const cursorFrom = ({ next, list }: Pick<Item, 'next' | 'list'>): string =>
  cursorOf(next, list());

/** Few answers show a cursor, so what all of a list's are bound to is made by the first of them. */
function keyOf(operation: AnyOperation, args: Readonly<Record<string, unknown>>): () => string {
  let key: string | undefined;
  return () => (key ??= listKey(operation.key, args));
}

export interface List {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  /** Where it goes on although no item came. */
  readonly behind?: Pick<Item, 'next' | 'list'>;
  /** The pages' answers, in their order: what they say beside their items. */
  readonly answers: readonly Readonly<Record<string, unknown>>[];
}

const pageOf = ({ operation }: ListRequest): PageSpec => operation.page!;

function checkFirst(first: number, most = MOST): void {
  if (!Number.isInteger(first) || first < 1 || first > most)
    throw new InvalidInput('first', `a whole number from 1 to ${most}`);
}

/**
 * The items asked for. A page may be short, or empty, and still have a next one: the list ends where no token follows.
 * @throws InvalidArgument for a `first` out of bounds, or a cursor of another list
 */
export async function readList(execution: Execution, list: ListRequest): Promise<List> {
  checkFirst(list.first, list.onePage);
  const key = keyOf(list.operation, {
    ...list.args,
    ...(list.of === undefined ? {} : { of: list.of }),
  });
  const items: Item[] = [];
  const answers: Record<string, unknown>[] = [];
  let sieved = list.keep !== undefined;
  let position = list.after == null ? START : positionOf(list.after, key());
  const trail = new Trail(list.operation, position.token);
  for (;;) {
    const had = items.length;
    const size = pageSize(list, position, had, sieved);
    const answer = await readPage(execution, list, position, size);
    answers.push(answer);
    const values = await valuesOf(list, answer, position);
    sieved ||= values.includes(null);
    const end = take(list, key, answer, values, { ...position, size }, items);
    await execution.ahead(
      { items: items.slice(had).map(({ value }) => value as unknown) },
      list.projection,
    );
    if (end === undefined) return { items, hasNextPage: true, answers };
    if (end.token === '') return { items, hasNextPage: false, answers };
    if (items.length === list.first) return { items, hasNextPage: true, answers };
    if (list.onePage !== undefined)
      return { items, hasNextPage: true, behind: { next: end, list: key }, answers };
    trail.goOn(end.token);
    position = end;
  }
}

/** The way from page to page. Pages are asked once, so a token that comes again would lead in a circle without a call to end it. */
export class Trail {
  readonly #operation: AnyOperation;
  readonly #passed: Set<string>;

  constructor(operation: AnyOperation, start = '') {
    this.#operation = operation;
    this.#passed = new Set([start]);
  }

  /** @throws UpstreamError `UPSTREAM_INVALID` for the token of a page that was read already */
  goOn(token: string): void {
    if (this.#passed.has(token)) throw upstreamError(this.#operation, 'UPSTREAM_INVALID');
    this.#passed.add(token);
  }
}

/** A page entered in its middle must be cut as it was before; any other as large as what is still wanted, unless some of it will be left out. */
function pageSize(
  list: ListRequest,
  { size, offset }: Position,
  had: number,
  sieved: boolean,
): number {
  const { maxSize: most = 0, minSize: min = 1 } = pageOf(list);
  if (offset > 0 || size > 0) return size;
  return sieved ? most : Math.max(min, Math.min(most, list.first - had));
}

async function readPage(
  execution: Execution,
  list: ListRequest,
  { token }: Position,
  size: number,
): Promise<Record<string, unknown>> {
  const { operation, args, projection, attachRef } = list;
  const page = pageOf(list);
  const asked = {
    ...args,
    ...('part' in operation.query ? { part: projection.paths.below('items').parts } : {}),
    ...(page.size ? { [page.size]: size } : {}),
    ...(token === '' ? {} : { [page.token!]: token }),
    fields: maskOf(projection.paths, page),
  };
  const answer = ((await execution.page(operation, asked, projection.downstream)) ?? {}) as Record<
    string,
    unknown
  >;
  for (const item of itemsOf(answer, page)) attachRef(item);
  return answer;
}

/** What stands in a page's places; null where nothing does. */
async function valuesOf(
  list: ListRequest,
  answer: Readonly<Record<string, unknown>>,
  { offset }: Position,
): Promise<readonly unknown[]> {
  const items = itemsOf(answer, pageOf(list));
  const { lead } = list;
  if (!lead) return items;
  const ahead = await Promise.all(items.slice(offset).map((item) => loaded(() => lead(item))));
  return [...items.slice(0, offset), ...ahead];
}

/** What could not be loaded fails the list only if the list goes on that far. */
class Failed {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

async function loaded(load: () => unknown): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    return new Failed(error);
  }
}

const itemsOf = (
  answer: Readonly<Record<string, unknown>>,
  { items }: PageSpec,
): readonly unknown[] => (answer[items] as unknown[] | undefined) ?? [];

const masks = new WeakMap<Paths, Map<PageSpec, string>>();

/** The next page's token is always asked for: no other sign tells a short page from the last one. */
function maskOf(paths: Paths, page: PageSpec): string {
  let known = masks.get(paths);
  if (!known) masks.set(paths, (known = new Map()));
  let mask = known.get(page);
  if (mask === undefined) {
    const named = [...paths.set].flatMap((path) =>
      path === 'total' ? (page.total?.path ?? []) : path.replace(/^items(?=\.|$)/, page.items),
    );
    known.set(
      page,
      (mask =
        Paths.of(...named, ...(page.next === undefined ? [] : [page.next])).mask || page.items),
    );
  }
  return mask;
}

/**
 * Takes what is wanted of one page.
 * @returns where the next page starts (an empty token: there is none), or undefined where items of this page are left
 */
function take(
  list: ListRequest,
  key: () => string,
  answer: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
  position: Position,
  into: Item[],
): Position | undefined {
  const page = pageOf(list);
  const next =
    page.next === undefined ? '' : ((answer[page.next] as string | null | undefined) ?? '');
  const following: Position = { token: next, size: 0, offset: 0 };
  for (let index = position.offset; index < values.length; index += 1) {
    const value = values[index];
    if (list.keep && !list.keep(value)) continue;
    if (into.length === list.first) return undefined;
    if (value instanceof Failed) throw value.error;
    if (value === null) continue;
    const last = index + 1 === values.length && next !== '';
    into.push({ value, next: last ? following : { ...position, offset: index + 1 }, list: key });
  }
  return following;
}

/**
 * The same for a list that came along whole inside its parent. Its cursors are those of the list that upstream would have
 * paged, so that a client can go on where it doesn't come along.
 * @returns undefined for a cursor behind the first page: there was more of the list when it was made
 */
export function sliceList(
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
  first: number,
  after?: string | null,
): List | undefined {
  checkFirst(first);
  const key = keyOf(operation, args);
  const { token, offset } = after == null ? START : positionOf(after, key());
  if (token !== '') return undefined;
  const size = operation.page?.maxSize ?? 0;
  const items = values.slice(offset, offset + first).map((value, index) => ({
    value,
    next: { ...START, size, offset: offset + index + 1 },
    list: key,
  }));
  return { items, hasNextPage: offset + first < values.length, answers: [] };
}

/** How many things named by the client are loaded at a time, once some have turned out not to be there. */
const AT_A_TIME = 50;

/** The same for things that the client names itself, in the order named; those that are not there are left out. */
export async function readNamed(
  operation: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  {
    first,
    after,
    load,
  }: Pick<ListRequest, 'first' | 'after'> & { readonly load: (key: string) => unknown },
): Promise<List> {
  checkFirst(first);
  const key = keyOf(operation, { ...args, named: keys });
  const items: Item[] = [];
  let { offset } = after == null ? START : positionOf(after, key());
  for (let size = first; offset < keys.length && items.length < first; size = AT_A_TIME) {
    const values = await Promise.all(
      keys.slice(offset, offset + size).map((each) => loaded(() => load(each))),
    );
    for (const value of values) {
      if (items.length === first) break;
      offset += 1;
      if (value instanceof Failed) throw value.error;
      if (value !== null) items.push({ value, next: { ...START, offset }, list: key });
    }
  }
  return { items, hasNextPage: offset < keys.length, answers: [] };
}
