/** The numbers of values and entities at the places of a response, for the cost estimate. */
import type { Link, LinkNeeds, ListNeeds } from '../read/needs.ts';
import type { Paths } from '../read/path.ts';
import { entitiesPerCall, isReadByCall, type Resource } from '../read/resource.ts';
import { type Branch, namesKey } from '../read/walk/projection.ts';

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

/** @param max maximum number of different entities */
const atMost = ({ count, groups, largest }: Cardinality, max = Infinity): Cardinality => ({
  count: Math.min(count, max),
  groups: Math.min(groups, max),
  largest: Math.min(largest, max),
});

/** Entities that calls have read. */
interface Loaded extends Cardinality {
  readonly calls: number;
}

/** The groups in which entities arrive that are loaded by their keys: one for each call. */
export function afterLoad(resource: Resource, entities: Cardinality): Loaded {
  const { read, key } = resource;
  const { count, groups, largest } = entities;
  if (!isReadByCall(resource)) return { ...entities, calls: 0 };
  // One call reads the list of all entities, or the one entity of a resource without a key.
  if (read.kind === 'wholeList' || key.length === 0)
    return { ...entities, calls: Math.min(count, 1) };
  // Entities below different parents cannot share a call.
  const size = entitiesPerCall(read);
  if (size === 1 || key.length > 1) return { ...ungrouped(count), calls: count };
  const ifGroupsAreFull = groups * Math.ceil(largest / size);
  const ifGroupsDiffer = Math.floor((count + groups * (size - 1)) / size);
  const calls = Math.min(count, ifGroupsAreFull, ifGroupsDiffer);
  return { count, groups: calls, largest: Math.min(largest, size), calls };
}

/** Entities at a place of a response. */
export interface Entities {
  /** The name of their type. */
  readonly name: string;
  /** Different ones, at most. */
  readonly count: number;
  /** The number of the lists that have them as items; absent: they are no items. */
  readonly lists?: number;
  /** See `ListNeeds`. */
  readonly commonKeys?: number | undefined;
  /** See `ListNeeds`; from the answer of the list. */
  readonly commonPaths?: readonly string[] | undefined;
  /** The paths that are known of each of them; undefined: none for certain. */
  readonly shown: Paths | undefined;
  /** Those that have the entities in their lists. */
  readonly parents?: Entities | undefined;
  /** Whether each entity says which of `parents` has it by the names of its keys. */
  readonly namesParent?: boolean;
}

/**
 * The items of lists.
 * @param shown the paths that the answers show of the lists; undefined: none for certain
 */
export function listedEntities(
  { itemType, extent, commonKeys, commonPaths, isByKeys }: ListNeeds,
  { shown, ...items }: Pick<Entities, 'count' | 'lists' | 'parents' | 'shown'>,
): Entities {
  const isPaged = extent.kind === 'paged';
  return {
    ...items,
    name: itemType,
    commonKeys,
    commonPaths: isPaged ? commonPaths?.map((path) => `items.${path}`) : commonPaths,
    shown: (isPaged ? shown?.below('items') : shown)?.with('id'),
    namesParent: isByKeys,
  };
}

/**
 * The entities that the values of a link's field lead back to, which have those values in their
 * lists; undefined: other ones for all that is known.
 */
export function parentsOf(
  { type }: Branch,
  { targets: [target], isAncestor, idPath = '' }: Link,
  entities: Entities | undefined,
): Entities | undefined {
  const parents = entities?.parents;
  if (!parents || !target) return undefined;
  if (isAncestor && type === entities.name) {
    let above: Entities | undefined = parents;
    while (above && above.name !== target.name) above = above.parents;
    return above;
  }
  const isNamed = entities.namesParent && parents.name === target.name;
  return isNamed && namesKey(idPath, target) ? parents : undefined;
}

/**
 * The entities that a link leads to. All items of a list lead to the same ones if their keys begin
 * with the key of what has the list, or if their ids are at common paths.
 */
export function linkedEntities(
  { type, place }: Branch,
  { link, paths, maxItems }: LinkNeeds,
  { values, entities }: { readonly values: Cardinality; readonly entities?: Entities | undefined },
): Cardinality {
  const linked = atMost(times(values, maxItems), link.maxEntities);
  const { name, lists = Infinity, commonKeys = 0, commonPaths = [] } = entities ?? {};
  const isSame = link.isAncestor
    ? type === name && link.targets[0]!.key.length <= commonKeys
    : !link.usesRef &&
      paths.length > 0 &&
      paths.every((path) => commonPaths.includes(place + path));
  const different = lists * maxItems;
  return isSame && different < linked.count ? ungrouped(different) : linked;
}
