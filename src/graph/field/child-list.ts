/** Lists of a parent: the arguments of the call, and the keys of the items. */
import { attachRef, keysByName, type Ref, type Resource } from '../../data/read/resource.ts';
import type { CallArguments, ListCallSpec } from './find-first.ts';

/** A list operation whose arguments may be the keys of the parent. */
export interface ChildListSpec<Args = CallArguments | null | Promise<CallArguments | null>>
  extends Omit<ListCallSpec<Args>, 'args'> {
  /**
   * Arguments of the operation; by default the keys of the parent by their names, with the
   * arguments of all reads of the items' resource.
   */
  readonly args?: ListCallSpec<Args>['args'];
  /** The whole key of an item; by default its `id` below the parent's keys. */
  // any: each field declares the type of its own items.
  readonly keyOf?: (item: any, parent: Ref | undefined) => readonly string[];
}

/** The arguments of a list that takes the keys of its parent. */
export const parentKeys =
  (fixed: CallArguments | undefined) =>
  (_parent: unknown, _given: unknown, ref: Ref | undefined): CallArguments => ({
    ...fixed,
    ...keysByName(ref!),
  });

/**
 * @param resource undefined for items whose type is no resource
 * @param variant arguments that make the items variants of their entities
 * @returns a function that attaches its ref to an item
 */
export function refAttacher(
  resource: Resource | undefined,
  keyOf: ChildListSpec['keyOf'],
  parent: Ref | undefined,
  variant?: Pick<Ref, 'args'>,
): <Item extends object>(item: Item) => Item {
  if (!resource) return (item) => item;
  const above = parent?.key.slice(0, resource.key.length - 1) ?? [];
  const keyBelowParent = (item: object): readonly string[] => [
    ...above,
    (item as { readonly id: string }).id,
  ];
  return (item) =>
    attachRef(item, { resource, key: (keyOf ?? keyBelowParent)(item, parent), ...variant });
}
