/**
 * The only file of the oracle that imports from `src/`: the schema, and what its own resolvers need
 * of a value. The resolvers of ids and child keys find the key of an entity in its ref, which
 * `attachRef` hides under a symbol of the product; the resolvers of a connection read a `List`. No
 * value can be resolved without these two, and neither plans or makes a call. What a
 * resource states is data, as are the extensions of fields (`field-need.ts`).
 */
import { attachRef, type Ref, refOf } from '../../../src/engine/read/resource.ts';
import { schema } from '../../../src/services/schema.ts';
import type { Args } from './operation.ts';

export type { List } from '../../../src/engine/read/list/list.ts';

export { schema };

/** An entity. `args` change the answer (`hl`). */
export interface EntityRef {
  readonly typeName: string;
  readonly key: readonly string[];
  readonly args?: Args | undefined;
}

/** The types whose objects have keys. */
export const resources = schema.extensions.resources!;

/** @throws Error for a type whose objects have none */
export function keyNamesOf(typeName: string): readonly string[] {
  const resource = resources.get(typeName);
  if (!resource) throw new Error(`${typeName} has no keys`);
  return resource.key;
}

/** Attaches the key of an entity, which the schema's resolvers read. @returns the value */
export function attachKey<T extends object>(value: T, { typeName, key, args }: EntityRef): T {
  const resource = { name: typeName, key: keyNamesOf(typeName) };
  // Plain resolvers read only the names of a ref's resource; how it is read is absent.
  return attachRef(value, { resource, key, ...(args && { args }) } as Ref);
}

/** The key of the entity that a value belongs to; `[]` for a value without one. */
export const keyOf = (value: unknown): readonly string[] => refOf(value)?.key ?? [];

/** The arguments of the call that the values of the entity depend on; undefined: none. */
export const argsOf = (value: unknown): Ref['args'] => refOf(value)?.args;
