/**
 * Checks keys before they are sent. An invalid key in a list of ids would fail the other ids of the
 * call; one in a path would address another operation.
 */
import { checkListId, encodePathId } from '../rest/operation/id.ts';
import type { Resource } from './resource.ts';

/**
 * @param argument the argument that gave the key, if a client did: the error names it. A function
 *   returns the argument of each part of the key by the name of the part
 * @throws InvalidInput for a key that cannot be an id, such as one with a slash or a comma
 */
export function checkKey(
  { key: names, read }: Resource,
  key: readonly string[],
  argument?: string | ((name: string) => string),
): void {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]!;
    const given = typeof argument === 'function' ? argument(name) : (argument ?? name);
    const isInPath = read.kind !== 'batch' && read.operation.path.includes(`{${name}}`);
    if (isInPath) encodePathId(given, key[index]);
    // The ref of a whole list has an empty key.
    else if (read.kind === 'batch' || key[index] !== undefined) checkListId(given, key[index]);
  }
}
