/** Where an agent has stopped reading changes. */
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { fitting } from './fitting.ts';
import { ToolFailure } from './tool-failure.ts';

/** A place in a feed of changes. */
const place = z.object({
  /** The cursor of the feed. */
  after: z.string(),
  /** Digests of the changes after it that were shown already. */
  seen: z.string(),
});

export type FeedPlace = z.output<typeof place>;

const schema = z.object({
  calendar: z.string(),
  files: z.optional(place),
  events: z.optional(place),
});

/** The places in the feeds that are followed. */
type ChangeCursor = z.output<typeof schema>;

/** @returns it as agents pass it on */
export const cursorText = (cursor: ChangeCursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws ToolFailure if it is none */
export function cursorOf(text: string): ChangeCursor {
  const { success, data } = schema.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()));
  if (success) return data;
  throw ToolFailure.ofInput('cursor', 'not the cursor of an answer; leave it out to begin anew');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Enough that of a few hundred changes of a page, hardly ever two have the same. */
const digestLength = 6;

const digestOf = (change: object): string =>
  hash('sha256', JSON.stringify(change), 'base64url').slice(0, digestLength);

/** A page of a feed. */
interface FeedPage {
  readonly changes: readonly object[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

/** A part of a page, and where to go on. */
interface ReadPart {
  readonly shown: readonly object[];
  readonly place: FeedPlace;
  readonly hasMore: boolean;
}

/**
 * Takes as many changes of a page as fit. The feed has no place inside of a page: the cursor tells
 * what was shown of it.
 * @param characters the most that the changes may have, as JSON; the first one always fits
 */
export function partOf(page: FeedPage, { after, seen }: FeedPlace, characters: number): ReadPart {
  const known = new Set(seen.match(new RegExp(`.{${digestLength}}`, 'g')));
  const fresh = page.changes.filter((each) => !known.has(digestOf(each)));
  const shown = fitting(fresh, characters);
  if (shown.length === fresh.length)
    return { shown, place: { after: page.cursor ?? after, seen: '' }, hasMore: page.hasMore };
  return { shown, place: { after, seen: seen + shown.map(digestOf).join('') }, hasMore: true };
}
