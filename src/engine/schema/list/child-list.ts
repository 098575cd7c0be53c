/** Lists of a parent: the arguments of the call, and the keys of the items. */
import { attachRef, isKey, keysByName, type Ref, type Resource } from '../../read/resource.ts';
import { errorAlong, InvalidValue } from '../../rest/operation/invalid-value.ts';
import type { AnyOperation } from '../../rest/operation/operation.ts';
import type { CallArguments, ListCallSpec } from '../field/find-first.ts';

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
  /** Undefined for items whose type is no resource: they have no refs. */
  readonly resource: Resource | undefined;
  /** The operation whose answer has the items. */
  readonly operation: AnyOperation;
  readonly keyOf?: ChildListSpec['keyOf'];
  readonly parent: Ref | undefined;
  /** Arguments of the call that the values of the items depend on (`hl`). */
  readonly variant?: Pick<Ref, 'args'> | undefined;
}

/**
 * Returns a function that attaches its ref to an item, and returns the item. In the place of an
 * item without its key it returns an error.
 */
export function refAttacher(refs: ItemRefs): (item: object) => object {
  const { resource, operation, keyOf, parent, variant } = refs;
  if (!resource) return (item) => item;
  if (keyOf)
    return (item) => {
      if (item instanceof Error) return item;
      const key = keyOf(item, parent);
      return key.every(isKey)
        ? attachRef(item, { resource, key, ...variant })
        : new InvalidValue(operation);
    };
  const refBelowParent = (item: object): Ref => {
    const above = parent?.key.slice(0, resource.key.length - 1) ?? [];
    return { resource, key: [...above, (item as { readonly id: string }).id], ...variant };
  };
  return (item) => {
    if (item instanceof Error) return item;
    const { id } = item as { readonly id?: unknown };
    return isKey(id) ? attachRef(item, refBelowParent) : new InvalidValue(operation);
  };
}

/** @returns the item @throws the error of an invalid value at one of the paths */
export function validAt(item: object, paths: readonly string[]): object {
  const error = item instanceof Error ? item : errorAlong(item, paths);
  if (error) throw error;
  return item;
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
