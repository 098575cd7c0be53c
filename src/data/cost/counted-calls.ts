/** Calls that fields of one value share, which the estimate counts once. */
import type { FieldArguments, ListNeeds, SeparateFetchNeeds } from '../read/needs.ts';
import { ownerOnlyPartsOf } from '../read/owner-only.ts';
import { Paths } from '../read/path.ts';
import { listTexts } from '../read/text-projection.ts';
import type { Branch, FieldStep } from '../read/projection.ts';

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

export const responseName = ({ node: { alias, name } }: FieldStep): string => (alias ?? name).value;

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
  const texts = [...branch.projections.values()].map((each) => listTexts(operation, each)?.value);
  return JSON.stringify([branch.above.map(responseName), operation.key, same, texts]);
}

/**
 * The request of a separate fetch. All owner-only parts of one value are requested together.
 * @returns undefined for other values, each of which counts with a call of its own
 */
export function fetchRequest(
  { above }: Branch,
  { resource, path }: SeparateFetchNeeds,
): string | undefined {
  if (ownerOnlyPartsOf(resource.read.operation, Paths.of(path)).length === 0) return undefined;
  return JSON.stringify([above.map(responseName), resource.name]);
}
