/** Where a list goes on: an upstream page and a place in it. Opaque to clients, bound to the list's arguments. */
import { createHash } from 'node:crypto';
import { InvalidInput } from '../../upstream/error.ts';

export interface Position {
  /** Upstream's page token; empty on the first page. */
  readonly token: string;
  /** The page size the token's page was asked with; 0: the page is untouched, any size will do. */
  readonly size: number;
  /** How many of the page's items lie behind. */
  readonly offset: number;
}

export const START: Position = { token: '', size: 0, offset: 0 };

/** What a list's cursors are bound to: its operation and its arguments. */
export const listKey = (operation: string, args: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, args]))
    .digest('base64url')
    .slice(0, 11);

export const cursorOf = ({ token, size, offset }: Position, list: string): string =>
  Buffer.from(JSON.stringify([list, size, offset, token])).toString('base64url');

/** @throws InvalidArgument naming `after`, for what is no cursor or another list's */
export function positionOf(cursor: string, list: string): Position {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts[0] !== list)
    throw new InvalidInput('after', 'this is no cursor of this list');
  const [, size, offset, token] = parts as unknown[];
  if (typeof token !== 'string' || !isCount(size) || !isCount(offset))
    throw new InvalidInput('after', 'this is no cursor of this list');
  return { token, size, offset };
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0;

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
