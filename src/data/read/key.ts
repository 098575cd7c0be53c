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
    if (read.kind === 'batch') checkListId(argument ?? name, key[index]);
    else if (read.operation.path.includes(`{${name}}`)) encodePathId(argument ?? name, key[index]);
  }
}
