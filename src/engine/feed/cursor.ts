/** Cursors of feeds: opaque to clients, bound to the feed and its arguments. */
import { InvalidInput, showValue } from '../api/error.ts';
import { decodeParts, encodeParts, listKey } from '../read/list/cursor.ts';
import type { FeedSource, FeedPosition } from './source/source.ts';

type CursorSource = Pick<FeedSource, 'key' | 'positionParameters'>;

/** @returns the digest that binds cursors and pollers to a feed; no list has the same one */
export const feedKey = (name: string, args: Readonly<Record<string, unknown>>): string =>
  listKey(`feed ${name}`, args);

/** @returns the cursor of a position; the same position always has the same cursor */
export function encodeCursor(
  { key, positionParameters }: CursorSource,
  position: FeedPosition,
): string {
  const values = positionParameters.map((name) => position[name] ?? null);
  return encodeParts([key, ...values]);
}

/**
 * A position has one cursor: other spellings of it (base64, JSON) are rejected.
 * @throws InvalidInput naming `after` for a text that is no cursor of this feed and its arguments
 */
export function decodeCursor(source: CursorSource, cursor: string): FeedPosition {
  const parts = decodeParts(cursor);
  if (parts === undefined) throw notACursor(cursor);
  const position: Record<string, string> = {};
  source.positionParameters.forEach((name, index) => {
    const value = parts[index + 1];
    if (value === null || value === undefined) return;
    if (typeof value !== 'string' || value === '') throw notACursor(cursor);
    position[name] = value;
  });
  if (encodeCursor(source, position) !== cursor) throw notACursor(cursor);
  return position;
}

/** The error of a text that is no cursor of a feed. */
export function notACursor(cursor: string): InvalidInput {
  return new InvalidInput(
    'after',
    `${showValue(cursor)} is not a cursor of this feed; expected a cursor that the same feed returned for the same arguments`,
  );
}
