/**
 * What a field's calls cost at most, told for all the values together that it stands on. Lists are taken to be as long
 * as they may be, and their pages to come full; repeats after a failure are not foreseen.
 */
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Resource } from '../read/resource.ts';

/** The values at one place of an answer. They arrive in groups: only those of one group are sure to share a call. */
export interface Crowd {
  readonly count: number;
  readonly groups: number;
  /** How many a group holds at most. */
  readonly each: number;
}

export const one: Crowd = { count: 1, groups: 1, each: 1 };

/** So many of each that arrive with it. */
export const times = ({ count, groups, each }: Crowd, factor: number): Crowd =>
  factor === 1 ? { count, groups, each } : { count: count * factor, groups, each: each * factor };

/** Answers that come one by one. */
const apart = (count: number): Crowd => ({ count, groups: count, each: 1 });

export type Call = readonly [operation: AnyOperation, times: number];

/** Things that are read by their keys, as far as more than their keys is asked. */
export interface Load {
  /** What they are; several: each is one of these. */
  readonly of: readonly Resource[];
  readonly keys: Crowd;
  /** Even if nothing is selected of them but what tells their type. */
  readonly always?: true;
}

/** Arguments as the executor will give them, defaults included. */
type Given = () => Readonly<Record<string, any>>;

export interface Pricing {
  readonly calls?: (parents: Crowd, given: Given) => readonly Call[];
  /** What the calls bring, for the selection below; left out: one thing a parent, or a list that came along. */
  readonly brings?: (parents: Crowd, given: Given) => Crowd;
  readonly loads?: (parents: Crowd, given: Given) => readonly Load[];
}

/** Calls of the loader for so many keys, and how what is read arrives. */
export function reading(
  { read, key }: Resource,
  keys: Crowd,
): { readonly calls: number; readonly brings: Crowd } {
  const { count, groups, each } = keys;
  // Of an empty list nothing is read, by one list of them all neither.
  if (read.how === 'kept' || count === 0) return { calls: 0, brings: keys };
  // Keys below different parents cannot share a call.
  if (read.how === 'one' || key.length > 1) return { calls: count, brings: apart(count) };
  const size = read.how === 'many' ? (read.operation.idsPerCall ?? 1) : each;
  const calls = Math.min(count, groups * Math.ceil(each / size));
  return { calls, brings: { count, groups: calls, each: Math.min(each, size) } };
}

/** The thing each value leads to. */
export const loading = (resource: Resource, always?: true): Pricing => ({
  loads: (parents) => [{ of: [resource], keys: parents, ...(always && { always }) }],
});

/** Things each of which is of one of these kinds. */
export const loadingAny = (kinds: () => readonly Resource[]): Pricing => ({
  loads: (parents) => [{ of: kinds(), keys: parents }],
});

/** The things whose ids an argument lists. */
export const loadingAll = (resource: Resource, argument: string): Pricing => ({
  loads: (_, given) => [
    { of: [resource], keys: together((given()[argument] as readonly unknown[]).length) },
  ],
});

export const together = (count: number): Crowd => ({ count, groups: 1, each: count });

/** How many pages a list is looked through whose items are chosen one by one: nobody knows beforehand. */
export const PAGES_LOOKED_THROUGH = 5;

export interface Paging {
  /** Upstream, or the gateway, chooses from pages that were cut before: more of them may be needed than items are asked. */
  readonly sieved?: boolean;
  /** Pages that may be needed in place of what is left out of others. */
  readonly spare?: number;
  /** The question is the same for all parents, so it is asked once. */
  readonly shared?: boolean;
  /** It stops where the first upstream page does. */
  readonly onePage?: boolean;
}

/** A paged list for each parent: `first` items after a cursor. */
export function paged(
  operation: AnyOperation,
  { sieved = false, shared = false, spare = 0, onePage = false }: Paging = {},
): Pricing {
  const { maxSize: most = Number.POSITIVE_INFINITY } = operation.page ?? {};
  const pages = ({ first, after }: Readonly<Record<string, any>>): number =>
    // A cursor may point into the middle of a page.
    onePage
      ? 1
      : spare +
        Math.max(
          sieved ? PAGES_LOOKED_THROUGH : 1,
          Math.ceil(first / most) + (after == null ? 0 : 1),
        );
  const lists = ({ count }: Crowd): number => (shared ? Math.min(1, count) : count);
  return {
    calls: (parents, given) => [[operation, lists(parents) * pages(given())]],
    brings: (parents, given) => {
      const args = given();
      const first = args['first'] as number;
      const groups = lists(parents) * pages(args);
      const each = shared ? parents.count * Math.min(first, most) : Math.min(first, most);
      return { count: parents.count * first, groups, each };
    },
  };
}

/** Calls that are made for each parent, and bring one thing each; `before` them some that are made once. */
export const apiece = (
  operation: AnyOperation,
  pages = 1,
  before: readonly AnyOperation[] = [],
): Pricing => ({
  calls: ({ count }) => [
    [operation, count * pages],
    ...before.map((each): Call => [each, Math.min(1, count)]),
  ],
  brings: ({ count }) => apart(count),
});

/** What a field without a word of its own costs: each of its operations for each parent. */
export const byOperations = (operations: readonly AnyOperation[]): Pricing => ({
  calls: ({ count }) => operations.map((each): Call => [each, count]),
});

/** A paged list of mere pointers, for each parent, and the things that they lead to: another page and another load make up for gaps. */
export function pagedThrough(operation: AnyOperation, to: Resource): Pricing {
  const { calls, brings } = paged(operation, { spare: 1 });
  return {
    calls: (parents, given) => [...calls!(parents, given), [to.read.operation, parents.count]],
    loads: (parents, given) => [{ of: [to], keys: brings!(parents, given), always: true }],
  };
}

/** Things that the client names itself, or else a list. @param named their keys; undefined: it names none */
export const namedOr = (
  of: Resource,
  named: (given: Readonly<Record<string, any>>) => readonly string[] | undefined,
  list: Pricing,
): Pricing => ({
  calls: (parents, given) => (named(given()) === undefined ? list.calls!(parents, given) : []),
  brings: list.brings!,
  // What is left out is made up for by another call.
  loads: (_, given) => {
    const keys = named(given());
    return keys === undefined
      ? []
      : [{ of: [of], keys: { count: keys.length, groups: 2, each: keys.length }, always: true }];
  },
});
