/** Which entities are read by an operation that has only some of their paths. */
import type { Paths } from '../path.ts';
import type { Resource, SubsetRead } from '../resource.ts';
import type { CacheEntry } from './cache-entry.ts';

/** @returns the subset that has all that is selected; undefined for the read of the resource */
export function subsetFor({ read }: Resource, selected: Paths): SubsetRead | undefined {
  const subset = read.kind === 'batch' ? read.subset : undefined;
  return subset && selected.coveredBy(subset.paths) ? subset : undefined;
}

/** What one fetch wants: entities, and the subset that has all that is selected of them. */
interface SubsetFetch {
  readonly entries: readonly CacheEntry[];
  readonly subset?: SubsetRead | undefined;
}

/** The order in which the entities of a batch are divided into calls. */
interface BatchOrder {
  readonly entries: readonly CacheEntry[];
  /** The subset that a call for some of the entities can be made by. */
  readonly subsetOf: (ofCall: readonly CacheEntry[]) => SubsetRead | undefined;
}

/**
 * The entities that need the whole read come first, and their last call is filled up with others.
 * The subset reads what remains, so that there are as many calls as without it.
 */
export function orderOf(
  fetches: readonly SubsetFetch[],
  entries: readonly CacheEntry[],
): BatchOrder {
  const subset = fetches.find((fetch) => fetch.subset)?.subset;
  // Only the whole read takes the arguments of a variant, which all entities of a batch have.
  if (!subset || entries[0]!.ref.args) return { entries, subsetOf: () => undefined };
  const others = new Set(
    fetches.filter((fetch) => !fetch.subset).flatMap((fetch) => fetch.entries),
  );
  const isOther = (entry: CacheEntry): boolean => others.has(entry);
  return {
    entries: [...others, ...entries.filter((entry) => !isOther(entry))],
    subsetOf: (ofCall) => (ofCall.some(isOther) ? undefined : subset),
  };
}
