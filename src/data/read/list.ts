/**
 * A list as a client sees it: `first` items after a cursor, independent of the pages of the REST
 * API.
 */
import { InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import {
  cursorOf,
  listKey,
  type ListPosition,
  type ListPositions,
  positionOf,
  START,
} from './cursor.ts';

/** Maximum value of `first`. */
export const MAX_FIRST = 500;

/** The items that one list field returns. */
export interface List {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  /** Whether the list starts after a cursor: the items before it are not read again. */
  readonly hasPreviousPage: boolean;
  /** The position at which the list continues, if that is not the position behind the last item. */
  readonly resumeAt?: CursorSource;
  /** The answers of the pages in their order: a page says more than its items. */
  readonly answers: readonly Readonly<Record<string, unknown>>[];
  /** Whether the list has several segments: no answer states the number of all items. */
  readonly hasSegments?: boolean;
}

/** The parts of a cursor. */
interface CursorSource {
  /** The position at which the list continues behind the cursor. */
  readonly next: ListPosition;
  /** @returns the list that the cursor is bound to */
  readonly list: () => string;
}

/** An item of a list, and the position behind it. */
export interface Item extends CursorSource {
  readonly value: object;
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
  items: [],
  hasNextPage: false,
  hasPreviousPage: after != null,
  answers: [],
});

/** Cursors are made when they are selected. */
export const cursorFrom = ({ next, list }: CursorSource): string => cursorOf(next, list());

/** The list that cursors are bound to; made by the first cursor, as few responses have any. */
export function listOf(
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
