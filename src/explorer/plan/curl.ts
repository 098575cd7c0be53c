/** A REST call as a command of the shell. */
import type { TracedCall } from '../../../schema/extensions.js';

/** Quoted so that a shell reads the text as it is, whatever it contains. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * @returns the command; the token is read from `ACCESS_TOKEN` when it runs. Undefined for a call
 * whose URL is a secret
 */
export function curlOf({ method, url, body }: TracedCall): string | undefined {
  if (url === undefined) return undefined;
  const words = ['curl', '--request', method, '--header', '"Authorization: Bearer $ACCESS_TOKEN"'];
  if (body !== undefined)
    words.push(
      '--header',
      quoted('Content-Type: application/json'),
      '--data',
      quoted(JSON.stringify(body)),
    );
  return [...words, quoted(url)].join(' ');
}
