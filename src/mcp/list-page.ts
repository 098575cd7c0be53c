/** Pages of the lists of the protocol. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Entries of a page. */
const pageSize = 100;

/** A part of a list. */
interface ListPage<T> {
  readonly entries: T[];
  /** Of the next page; nothing after the last one. */
  readonly next: { readonly nextCursor?: string };
}

/**
 * @param cursor of the page; undefined: the first one
 * @throws ProtocolError InvalidParams for a cursor of no page
 */
export function listPage<T>(all: readonly T[], cursor: string | undefined): ListPage<T> {
  const start = cursor === undefined ? 0 : startOf(cursor);
  const isPage = start % pageSize === 0 && (start === 0 || start < all.length);
  if (!isPage) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor: of no page');
  const end = start + pageSize;
  const next = end < all.length ? { nextCursor: `from-${end}` } : {};
  return { entries: all.slice(start, end), next };
}

const startOf = (cursor: string): number => Number(/^from-([1-9]\d{0,8})$/.exec(cursor)?.[1]);
