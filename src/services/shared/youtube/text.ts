/** Limits of the texts of YouTube, checked before any call. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';

interface Texts {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

const maxTitle = 100;
const maxDescription = 5000;

/** Characters that no text of YouTube may have. */
export const brackets = /[<>]/;

/** @throws InvalidInput at `argument` for a title that YouTube does not accept */
export function checkTitle(title: string, argument = 'title'): void {
  const { length } = Array.from(title);
  if (title.trim() === '' || length > maxTitle || brackets.test(title))
    throw new InvalidInput(
      argument,
      `${showValue(title)} (${length} characters) is not a title; expected 1 to ${maxTitle} characters without < and >`,
    );
}

/**
 * Checks a description. The API limits its bytes in UTF-8, not its characters.
 * @throws InvalidInput at `argument`
 */
export function checkDescription(description: string, argument = 'description'): void {
  const bytes = Buffer.byteLength(description);
  if (bytes > maxDescription || brackets.test(description))
    throw new InvalidInput(
      argument,
      `${showValue(description)} (${bytes} bytes) is not a description; expected at most ${maxDescription} bytes in UTF-8, without < and >`,
    );
}

/**
 * Checks the texts of one language.
 * @param place the path of the texts in the input, with a dot at the end
 * @throws InvalidInput for the first text that is not allowed
 */
export function checkTexts({ title, description }: Texts, place: string): void {
  if (title != null) checkTitle(title, `${place}title`);
  if (description != null) checkDescription(description, `${place}description`);
}
