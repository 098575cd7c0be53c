/**
 * Checks keys before they are sent. An invalid key in a list of ids would fail the other ids of the
 * call; one in a path would address another operation.
 */
import { checkListId, encodePathId } from '../../upstream/id.ts';
import type { Resource } from './resource.ts';

/**
 * @param argument the argument that the error names instead of the key, if a client gave the key:
 * one
 *   for the whole key, or for each part by its name
 * @throws InvalidInput for a key that cannot be an id, such as one with a slash or a comma
 */
export function checkKey(
  { key: names, read }: Resource,
  key: readonly string[],
  argument?: string | ((name: string) => string),
): void {
  for (const [index, name] of names.entries()) {
    const given = typeof argument === 'function' ? argument(name) : (argument ?? name);
    const isInPath = read.kind !== 'batch' && read.operation.path.includes(`{${name}}`);
    if (isInPath) encodePathId(given, key[index]);
    // The ref of a whole list has an empty key.
    else if (read.kind === 'batch' || key[index] !== undefined) checkListId(given, key[index]);
  }
}
