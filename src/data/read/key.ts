/** Keys are checked where they come in: sent along with others, one that is no id would change or refuse their call. */
import { checkListId, encodePathId } from '../../upstream/id.ts';
import type { Resource } from './resource.ts';

/**
 * @param argument what to name instead of the key, where a client gave it
 * @throws InvalidArgument for what can be no id: dots, slashes, commas in a list, words that are operations of their own
 */
export function checkKey(
  { key: names, read }: Resource,
  key: readonly string[],
  argument?: string,
): void {
  for (const [index, name] of names.entries()) {
    const isInPath = read.kind !== 'batch' && read.operation.path.includes(`{${name}}`);
    if (isInPath) encodePathId(argument ?? name, key[index]);
    // A list that is read as a whole has no key.
    else if (read.kind === 'batch' || key[index] !== undefined)
      checkListId(argument ?? name, key[index]);
  }
}
