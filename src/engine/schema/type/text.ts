/** Rules of text in arguments, checked before any call, and the form of names. */
import { InvalidInput, showValue } from '../../api/error.ts';

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Checks the text of an argument.
 * @param maxLength in characters (Unicode code points)
 * @param notBlank whether empty and blank text is rejected
 * @throws InvalidInput naming the argument
 */
export function checkText(
  argument: string,
  text: string,
  { maxLength, notBlank = false }: { readonly maxLength: number; readonly notBlank?: boolean },
): void {
  if (notBlank && text.trim() === '')
    throw new InvalidInput(
      argument,
      `${showValue(text)} is blank; expected at least one character`,
    );
  // A code point takes at most two UTF-16 units, so short text need not be counted.
  if (text.length <= maxLength) return;
  const { length } = Array.from(text);
  if (length > maxLength)
    throw new InvalidInput(argument, `has ${length} characters; expected at most ${maxLength}`);
}

/**
 * Checks all text in a value: JSON of a request cannot carry half of a character.
 * @throws InvalidInput naming the argument, or a path below it
 */
export function checkWellFormed(argument: string, value: unknown): void {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return;
    throw new InvalidInput(
      argument,
      `${showValue(value)} is not well-formed Unicode; expected text without lone surrogates`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) checkWellFormed(`${argument}.${name}`, each);
}

/**
 * Returns the text to search for, unchanged; undefined for empty or blank text, which every list
 * treats like an absent argument.
 */
export const searchText = (text: string | null | undefined): string | undefined =>
  text == null || text.trim() === '' ? undefined : text;
