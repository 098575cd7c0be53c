/**
 * A list as a client sees it: `first` items after a cursor, independent of the pages of the REST
 * API.
 */
import { InvalidInput, UpstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import {
  cursorOf,
  listKey,
  type ListPosition,
  type ListPositions,
  positionOf,
  START,
} from './cursor.ts';
import { Paths } from '../path.ts';

/** Maximum value of `first`. */
export const MAX_FIRST = 500;

/** The items that one list field returns. */
export interface List {
  /** The values of the items; null for a missing entity that the client has named. */
  readonly nodes: readonly (object | null)[];
  readonly hasNextPage: boolean;
  /** Whether the list starts after a cursor: the items before it are not read again. */
  readonly hasPreviousPage: boolean;
  /** The position at which the list continues, if that is not the position behind the last item. */
  readonly resumeAt?: ListPosition | undefined;
  /** Why the list has fewer items than it could: no calls were left, or a page is unusable. */
  readonly stoppedBy?: UpstreamError | undefined;
  /** The number of items that are left out because they do not name their object. */
  readonly leftOut?: number;
  /** The answers of the pages in their order: a page says more than its items. */
  readonly answers: readonly Readonly<Record<string, unknown>>[];
  /** Whether the list has several segments: no answer states the number of all items. */
  readonly hasSegments?: boolean;
  /** @returns the key of the list that its cursors are bound to */
  readonly key: () => string;
  /** @param index of an item @returns the position behind it, where a list after it starts */
  readonly positionBehind: (index: number) => ListPosition;
}

/** `first` items after a cursor. */
export interface Paging {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/**
 * The number of pages that `first` items take if all pages are full. A cursor can point into the
 * middle of a page, and each further segment ends with a page of its own, which may be short.
 * @param segments the number of segments of the list
 */
export const fullPagesOf = (
  { page }: AnyOperation,
  { first, after }: Paging,
  segments = 1,
): number =>
  Math.max(1, Math.ceil(first / (page?.maxSize ?? first))) +
  (after == null ? 0 : 1) +
  (segments - 1);

/** A list without items, for which no call is made. */
export const emptyList = (after: Paging['after']): List => ({
  nodes: [],
  hasNextPage: false,
  hasPreviousPage: after != null,
  answers: [],
  // Without items there are no cursors.
  key: () => '',
  positionBehind: () => START,
});

/** The cursor of an item. Cursors are made when they are selected. */
export const cursorBehind = (list: List, index: number): string =>
  cursorOf(list.positionBehind(index), list.key());

/** The cursor at which the list continues; null for an empty list that ends. */
export function endCursorOf(list: List): string | null {
  if (list.resumeAt) return cursorOf(list.resumeAt, list.key());
  return list.nodes.length === 0 ? null : cursorBehind(list, list.nodes.length - 1);
}

/** The key of a list; made by the first cursor, as few responses have any. */
export function keyOfList(
  operation: AnyOperation,
  argsOf: () => Readonly<Record<string, unknown>>,
): () => string {
  let key: string | undefined;
  return () => (key ??= listKey(operation.key, argsOf()));
}

/** @throws InvalidInput for a cursor of another list */
export const startOf = (
  after: string | null | undefined,
  list: () => string,
  positionsOf?: () => ListPositions,
): ListPosition => (after == null ? START : positionOf(after, list(), positionsOf?.()));

/** @throws InvalidInput for a `first` out of bounds */
export function checkFirst(first: number, max = MAX_FIRST): void {
  if (!Number.isInteger(first) || first < 1 || first > max)
    throw new InvalidInput(
      'first',
      `${first} is out of range; expected a whole number from 1 to ${max}`,
    );
}

/** An error in place of an item. The list fails only if it reaches that item. */
export class FailedItem {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** @returns what `load` returns or resolves to, or its error as a `FailedItem` */
export async function loadItem(load: () => unknown): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    return new FailedItem(error);
  }
}

const NO_PARTS: readonly string[] = [];

/**
 * The parts of the paths that only the owner of an entity may read. They share a call. The service
 * refuses the whole call for one of them, so after a refusal each is requested apart.
 */
export const ownerOnlyPartsOf = (
  { ownerOnlyParts }: AnyOperation,
  paths: Paths,
): readonly string[] =>
  ownerOnlyParts ? paths.parts.filter((part) => ownerOnlyParts.includes(part)) : NO_PARTS;

/** Whether some of the paths are in parts that only the owner may read. */
export function hasOwnerOnlyParts({ ownerOnlyParts }: AnyOperation, paths: Paths): boolean {
  if (ownerOnlyParts)
    for (const part of ownerOnlyParts) if (paths.parts.includes(part)) return true;
  return false;
}

/** The paths in parts that others than the owner may read, too. */
export const withoutOwnerOnly = (
  { ownerOnlyParts = NO_PARTS }: AnyOperation,
  paths: Paths,
): readonly string[] =>
  [...paths.set].filter((path) => !ownerOnlyParts.includes(path.split('.', 1)[0]!));

/** Whether one of several parts can be the cause, so that a call without it succeeds. */
export const isCausedByAPart = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (error.code === 'FORBIDDEN' || error.code === 'MISSING_SCOPE') &&
  !error.failure.meaning?.accountWide;

/** The paths that have the part as their first step. */
export const pathsOfPart = ({ set }: Paths, part: string): Paths =>
  new Paths(new Set([...set].filter((path) => path === part || path.startsWith(`${part}.`))));
