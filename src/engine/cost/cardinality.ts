/** Numbers of values at one place of a response, and how they share calls. */
import { idsPerCall, isReadByCall, type Resource } from '../read/resource.ts';

/**
 * The number of values at one place of a response. They arrive in groups of at most `largest`: only
 * values of one group are certain to share a batch.
 */
export interface Cardinality {
  readonly count: number;
  readonly groups: number;
  readonly largest: number;
}

export const ONE: Cardinality = { count: 1, groups: 1, largest: 1 };
export const ungrouped = (count: number): Cardinality => ({ count, groups: count, largest: 1 });

export const times = ({ count, groups, largest }: Cardinality, factor: number): Cardinality => ({
  count: count * factor,
  groups,
  largest: largest * factor,
});

/** `first` of the named entities are loaded at once. */
export function namedEntities({ length }: readonly string[], first: number): Cardinality {
  const count = Math.min(length, first);
  return { count, groups: 1, largest: count };
}

/** How entities arrive that are loaded by their keys: each call brings one group. */
export function afterLoad(resource: Resource, entities: Cardinality): Cardinality {
  const { read, key } = resource;
  const { count, groups, largest } = entities;
  if (!isReadByCall(resource)) return entities;
  // All values share the one entity of a resource without a key.
  if (read.kind === 'wholeList' || key.length === 0)
    return { count, groups: Math.min(count, groups), largest };
  // Entities below different parents cannot share a call.
  const size = idsPerCall(read);
  if (size === 1 || key.length > 1) return ungrouped(count);
  const ifGroupsAreFull = groups * Math.ceil(largest / size);
  const ifGroupsDiffer = Math.floor((count + groups * (size - 1)) / size);
  const calls = Math.min(count, ifGroupsAreFull, ifGroupsDiffer);
  return { count, groups: calls, largest: Math.min(largest, size) };
}
