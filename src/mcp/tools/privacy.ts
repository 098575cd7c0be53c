/** Who can see what is on YouTube, and what to ask before more people can. */
import * as z from 'zod/mini';
import { input } from './agent-tool.ts';
import { quoted } from './quoted.ts';

/** The values of the graph, from the one with the fewest viewers. */
const values: readonly string[] = ['PRIVATE', 'UNLISTED', 'PUBLIC'];

const choices = ['public', 'unlisted', 'private'] as const;

/** The argument of tools that change it. */
export const privacyInput = z.optional(
  input.choice(choices, 'Who can see it; unlisted: all who have the link.'),
);

/** @returns the value of the graph */
export const privacyOf = (choice: (typeof choices)[number] | undefined): string | undefined =>
  choice?.toUpperCase();

/** @returns a kind with a title, as a sentence names it */
export const named = (kind: string, { title }: { readonly title?: string | null | undefined }) =>
  `the ${kind} ${quoted(title ?? '')}`;

/**
 * @param what as a sentence names it
 * @param before undefined for what is new
 * @returns what the user has to allow; undefined if nobody more can see it, also if only those can
 * who get the link of something new
 */
export function widening(
  what: string,
  after: string | undefined,
  before: string | null | undefined,
): string | undefined {
  const isWider = values.indexOf(after ?? '') > values.indexOf(before ?? 'PRIVATE');
  if (!isWider) return undefined;
  const now = before === undefined ? '' : `; it is ${(before ?? 'private').toLowerCase()} now`;
  if (after === 'PUBLIC') return `Makes ${what} public, for everybody to see${now}.`;
  return before === undefined ? undefined : `Lets all who have the link see ${what}${now}.`;
}
