/** Lists of a parent: the arguments of the call, and the keys of the items. */
import { attachRef, keysByName, type Ref, type Resource } from '../../data/read/resource.ts';
import type { CallArguments, ListCallSpec } from './find-first.ts';

/** A list operation whose arguments may be the keys of the parent. */
export interface ChildListSpec<Args = CallArguments | null | Promise<CallArguments | null>>
  extends Omit<ListCallSpec<Args>, 'args'> {
  /**
   * Arguments of the operation; by default the keys of the parent by their names, and the fixed
   * arguments of the items' resource.
   */
  readonly args?: ListCallSpec<Args>['args'];
  /** The whole key of an item; by default its `id` below the parent's keys. */
  // any: each field declares the type of its own items.
  readonly keyOf?: (item: any, parent: Ref | undefined) => readonly string[];
  /**
   * Parameters of the call that make its items variants of the same entities (`hl`,
   * `useDomainAdminAccess`).
   */
  readonly variantParameters?: readonly string[];
}

/**
 * Returns a function that makes the arguments of a list from the keys of its parent.
 * @param fixed the fixed arguments of the items' resource
 */
export const parentKeys =
  (fixed: CallArguments | undefined) =>
  (_parent: unknown, _given: unknown, ref: Ref | undefined): CallArguments => ({
    ...fixed,
    ...keysByName(ref!),
  });

/** What the refs of the items of one answer are made from. */
interface ItemRefs {
  readonly resource: Resource;
  readonly keyOf: ChildListSpec['keyOf'];
  readonly parent: Ref | undefined;
  /** Arguments of the call that the values of the items depend on (`hl`). */
  readonly variant: Pick<Ref, 'args'> | undefined;
}

/** Makes the ref of an item. */
export function refOfItem(item: object, { resource, keyOf, parent, variant }: ItemRefs): Ref {
  if (keyOf) return { resource, key: keyOf(item, parent), ...variant };
  const above = parent?.key.slice(0, resource.key.length - 1) ?? [];
  return { resource, key: [...above, (item as { readonly id: string }).id], ...variant };
}

/**
 * @param resource undefined for items whose type is no resource
 * @param variant arguments of the call that the values of the items depend on (`hl`)
 * @returns a function that attaches its ref to an item
 */
export function refAttacher(
  resource: Resource | undefined,
  keyOf: ChildListSpec['keyOf'],
  parent: Ref | undefined,
  variant?: Pick<Ref, 'args'>,
): <Item extends object>(item: Item) => Item {
  if (!resource) return (item) => item;
  const refs: ItemRefs = { resource, keyOf, parent, variant };
  const refOf = (item: object): Ref => refOfItem(item, refs);
  return (item) => attachRef(item, refOf);
}

/** The arguments that have a value, as a ref contains them. */
export function variantOf(args: CallArguments): Pick<Ref, 'args'> {
  const given = Object.entries(args).filter(([, value]) => value != null);
  return given.length === 0 ? {} : { args: Object.fromEntries(given) };
}

/** The variant that the items of a call are, by the parameters that the list declares. */
export const variantOfItems = (
  { variantParameters }: Pick<ChildListSpec, 'variantParameters'>,
  args: CallArguments,
): Pick<Ref, 'args'> | undefined =>
  variantParameters &&
  variantOf(Object.fromEntries(variantParameters.map((name) => [name, args[name]])));
