/** The REST arguments that name the entity of a write. */
import { type AnyOperation, pathKeys } from '../rest/operation/operation.ts';
import type { Ref, Resource } from '../read/resource.ts';

/**
 * The keys in the path, by their names; without any, the query parameter `id`, or the one with the
 * name of the resource's own key (`videoId`). Empty if the operation has the key in its body.
 */
export function keyArguments(operation: AnyOperation, ref: Ref): Readonly<Record<string, string>> {
  const { key: names } = ref.resource;
  const inPath = new Set(pathKeys(operation.path));
  const own = names.at(-1)!;
  const id = ref.key.at(-1)!;
  if (inPath.size > 0)
    return Object.fromEntries(
      names.flatMap((name, index) => (inPath.has(name) ? [[name, ref.key[index]!]] : [])),
    );
  if ('id' in operation.query) return { id };
  return own in operation.query ? { [own]: id } : {};
}

/**
 * The arguments of every read of the resource that the operation has, too.
 */
export const fixedArguments = (
  { query }: AnyOperation,
  { fixed = {} }: Resource,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fixed).filter(([name]) => name in query));
