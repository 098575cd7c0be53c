/**
 * Cursors of lists: a page of the REST API and an offset in that page. Cursors are opaque to
 * clients and bound to the list's operation and arguments.
 */
import { createHash } from 'node:crypto';
import { InvalidInput, showValue } from '../../api/error.ts';

/** A position in a list, between two items. */
export interface ListPosition {
  /** The page token of the REST API; empty on the first page. */
  readonly token: string;
  /** The page size of the call that read the page; 0: no call has read it, any size works. */
  readonly size: number;
  /** The number of items of the page before the position. */
  readonly offset: number;
  /** The index of the segment that the page belongs to; absent: the first. */
  readonly segment?: number;
  /**
   * The value of the choice of the call that returned the token, since other calls may not accept
   * it; absent: no choice, or no token.
   */
  readonly choice?: string;
}

export interface ListPositions {
  /** The number of segments of the list. Default: 1. */
  readonly segments?: number | undefined;
  /** Whether its calls make the choice. Default: none does. */
  readonly hasChoice?: ((value: string) => boolean) | undefined;
}

/** The position before the first item. */
export const START: ListPosition = { token: '', size: 0, offset: 0 };

/** The key of a list that its cursors contain: a hash of the operation and its arguments. */
export const listKey = (operation: string, args: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, args]))
    .digest('base64url')
    .slice(0, 11);

/** The cursor of a position. @param list the key of the list */
export const cursorOf = (
  { token, size, offset, segment = 0, choice }: ListPosition,
  list: string,
): string => {
  const parts: unknown[] = [list, size, offset, token];
  if (segment !== 0 || choice !== undefined) parts.push(segment);
  if (choice !== undefined) parts.push(choice);
  return encodeParts(parts);
};

/**
 * A position has one cursor: other spellings of it (base64, JSON) are rejected.
 * @throws InvalidInput naming `after`, for a text that is no cursor, or a cursor of another list
 */
export function positionOf(
  cursor: string,
  list: string,
  { segments = 1, hasChoice = () => false }: ListPositions = {},
): ListPosition {
  const position = decodeCursor(cursor);
  if (
    position === undefined ||
    cursorOf(position, list) !== cursor ||
    (position.segment ?? 0) >= segments ||
    (position.choice !== undefined && !hasChoice(position.choice))
  )
    throw notACursor(cursor);
  return position;
}

/**
 * Checks what is known of a cursor without its list.
 * @throws InvalidInput naming `after`, for a text that is no cursor
 */
export function checkCursor(cursor: string | null | undefined): void {
  if (cursor != null && decodeCursor(cursor) === undefined) throw notACursor(cursor);
}

const notACursor = (cursor: string): InvalidInput =>
  new InvalidInput(
    'after',
    `${showValue(cursor)} is not a cursor of this list; expected a cursor that the same list returned for the same arguments`,
  );

/** @returns undefined for a text that is no cursor of any list */
export function decodeCursor(cursor: string): ListPosition | undefined {
  const [, size, offset, token, segment = 0, choice] = decodeParts(cursor) ?? [];
  if (typeof token !== 'string' || !isCount(size) || !isCount(offset)) return undefined;
  if (!isCount(segment) || (choice !== undefined && typeof choice !== 'string')) return undefined;
  return {
    token,
    size,
    offset,
    ...(segment !== 0 && { segment }),
    ...(choice !== undefined && { choice }),
  };
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0;

/** @returns the text of a cursor: its parts as JSON, in base64url */
export const encodeParts = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** @returns the parts of a cursor; undefined for a text that `encodeParts` cannot have made */
export function decodeParts(cursor: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
