/** The REST arguments that name the entity of a write. */
import { type AnyOperation, pathKeys, takesParts } from '../api/operation.ts';
import type { Ref, Resource } from './resource.ts';

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

/** The arguments of a read that shows whether an entity exists, and no more. */
export function existenceArguments(ref: Ref): Readonly<Record<string, unknown>> {
  const { resource } = ref;
  const { read } = resource;
  const args = {
    ...keyArguments(read.operation, ref),
    ...fixedArguments(read.operation, resource),
    ...(takesParts(read.operation) && { part: ['id'] }),
  };
  return read.kind === 'batch'
    ? { ...args, [read.param]: [ref.key.at(-1)!], fields: 'items(id)' }
    : { ...args, fields: 'id' };
}
