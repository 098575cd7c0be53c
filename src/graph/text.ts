/** Texts that upstream would refuse are refused before any call. */
import { InvalidInput } from '../upstream/error.ts';

/** @param most in characters as a reader counts code points; @param least 1: it can't be empty, or blank */
export function checkText(
  argument: string,
  text: string | null | undefined,
  most: number,
  least: 0 | 1 = 0,
): void {
  if (text == null) return;
  if (least === 1 && text.trim() === '') throw new InvalidInput(argument, 'this cannot be empty');
  // A character is at most two units of UTF-16: what is short enough in units need not be counted.
  if (text.length > most && Array.from(text).length > most)
    throw new InvalidInput(argument, `at most ${most} characters`);
}
