/** Checks of the schemes of URLs that clients open. */
import { InvalidInput, showValue } from '../../engine/api/error.ts';

export const webSchemes = ['http', 'https'] as const;

/** @throws InvalidInput for a URI of a scheme that is not in the list */
export function checkScheme(argument: string, uri: string, schemes: readonly string[]): void {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLowerCase() ?? '';
  if (!schemes.includes(scheme))
    throw new InvalidInput(
      argument,
      `${showValue(uri)} has another scheme; expected a URI with ${schemes.join(' or ')}`,
    );
}

/** @throws InvalidInput for a URL of another scheme than those of web pages */
export const checkWebUrl = (argument: string, url: string): void =>
  checkScheme(argument, url, webSchemes);
