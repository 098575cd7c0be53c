/** Calls that several fields share, which the estimate counts once. */
import type { FieldArguments, ListNeeds, SeparateFetchNeeds } from '../read/needs.ts';
import { hasOwnerOnlyParts } from '../read/list/owner-only.ts';
import { Paths } from '../read/path.ts';
import { type Branch, responseName } from '../read/walk/projection.ts';
import { entityKey, idsPerCall, type Ref, type Resource } from '../read/resource.ts';
import { listChoice } from '../read/walk/choice-projection.ts';

/** A list field, and its arguments. */
export interface SelectedList {
  readonly branch: Branch;
  readonly needs: ListNeeds;
  readonly args: FieldArguments;
}

/** The calls for fields of one value that are counted. */
export class CountedCalls {
  readonly #counts = new Map<string, number>();

  /**
   * @param request identifies what the calls request
   * @returns how many calls come in addition to those of other fields with the same request
   */
  add(request: string, count: number): number {
    const known = this.#counts.get(request) ?? 0;
    // Both can be Infinity, whose difference is no number.
    if (count <= known) return 0;
    this.#counts.set(request, count);
    return count - known;
  }
}

/** The entities that root fields name and that are counted: they are read together. */
export class CountedLookups {
  /** Entity keys by batch. */
  readonly #batches = new Map<string, Set<string>>();

  /**
   * @param choice the value of the call's choice
   * @returns how many calls come in addition to those for the entities of other fields
   */
  add({ name, read }: Resource, refs: readonly Ref[], choice: string | undefined): number {
    let calls = 0;
    for (const ref of refs) {
      const parents = read.kind === 'batch' ? ref.key.slice(0, -1) : [];
      const batch = JSON.stringify([name, parents, ref.args, choice]);
      let keys = this.#batches.get(batch);
      if (!keys) this.#batches.set(batch, (keys = new Set()));
      const key = entityKey(ref);
      if (keys.has(key)) continue;
      // One call has the whole list of all entities.
      const isFull = read.kind !== 'wholeList' && keys.size % idsPerCall(read) === 0;
      if (isFull || keys.size === 0) calls += 1;
      keys.add(key);
    }
    return calls;
  }
}

/**
 * The request of a list. Fields of one value that list the same share calls: they request each page
 * in one tick.
 * @returns undefined for a list whose pages others do not share for certain: a page behind a cursor
 * has a size of its own, and entities that pointers lead to can arrive at different times
 */
export function listRequest({ branch, needs, args }: SelectedList): string | undefined {
  const { operation, extent } = needs;
  const { first: _, after, ...same } = args;
  if (after != null) return undefined;
  if (extent.kind === 'paged' && (extent.pointsTo !== null || extent.before.length > 0))
    return undefined;
  const choices = [...branch.projections.values()].map(
    (each) => listChoice(operation, each)?.value,
  );
  return JSON.stringify([branch.above.map(responseName), operation.key, same, choices]);
}

/**
 * The request of a separate fetch. All owner-only parts of one value are requested together.
 * @returns undefined for other values, each of which counts with a call of its own
 */
export function fetchRequest(
  { above }: Branch,
  { resource, path }: SeparateFetchNeeds,
): string | undefined {
  if (!hasOwnerOnlyParts(resource.read.operation, Paths.of(path))) return undefined;
  return JSON.stringify([above.map(responseName), resource.name]);
}
