/** Titles and texts in what a user is asked. */
import { quoteVisibly } from '../../engine/api/error.ts';

/** A longer one is written by others, and would hide what the sentence says after it. */
const start = /^.{0,100}/su;

/** @returns a title or a text, as all questions name it: in quotes, and at most its beginning */
export function quoted(text: string): string {
  const [shown] = start.exec(text)!;
  return quoteVisibly(shown === text ? text : `${shown}…`);
}
