/**
 * Loads what the items of a list lead to, before the items are resolved, and keeps items for links
 * that lead back to them.
 */
import { errorIn } from '../../rest/operation/invalid-value.ts';
import { keepAskers, runBelow } from '../../trace/call-record.ts';
import { type Paths, valuesAt } from '../path.ts';
import { isReadByCall, type Ref, refOf, type Resource } from '../resource.ts';
import type { LinkedProjection, Projection } from '../walk/projection.ts';
import type { ResourceLoader } from './loader.ts';

const startsCallsBelow = ({ startsCalls, links }: Projection): boolean =>
  startsCalls || links.some(({ projection }) => startsCallsBelow(projection));

const waitingAllowed = new WeakMap<Projection, boolean>();

function mayWait(projection: Projection): boolean {
  let answer = waitingAllowed.get(projection);
  if (answer === undefined) {
    const { startsCalls, links } = projection;
    answer =
      !startsCalls &&
      (links.length === 1 || !links.some(({ projection }) => startsCallsBelow(projection)));
    waitingAllowed.set(projection, answer);
  }
  return answer;
}

/**
 * Loads the links below a list before its items are resolved, so that fifty items resolve with one
 * promise instead of fifty. The links of loaded entities follow as answers arrive. Waiting for it
 * must delay no other call: if a field of the items starts a call of its own, or one of several
 * links leads to such a field, nothing is prefetched and the resolvers load the links.
 * @param answer a list's answer, or values, below which the links of the projection are
 * @returns resolves when everything is loaded; undefined if there is nothing to wait for
 */
export function prefetch(
  answer: unknown,
  projection: Projection,
  loaderOf: (resource: Resource) => ResourceLoader,
): Promise<void> | undefined {
  if (projection.links.length === 0 || !mayWait(projection)) return undefined;
  const waits: Promise<void>[] = [];
  for (const linked of projection.links) {
    const { link, projection: below } = linked;
    const target = link.targets[0]!;
    if (below.paths.size === 0 || !isReadByCall(target)) continue;
    const wait = runBelow(linked.names, () => {
      const refs = refsIn(answer, linked);
      if (below.links.length === 0) return loaderOf(target).prefetch(refs, below);
      const onLoaded = keepAskers((values: readonly object[]) => prefetch(values, below, loaderOf));
      return loaderOf(target).prefetch(refs, below, onLoaded);
    });
    if (wait) waits.push(wait);
  }
  if (waits.length === 0) return undefined;
  return waits.length === 1 ? waits[0] : Promise.all(waits).then(() => {});
}

function refsIn(answer: unknown, { path, limits, link }: LinkedProjection): Ref[] {
  const refs: Ref[] = [];
  for (const value of valuesAt(answer, path, limits)) {
    // The fields of an object with invalid values load its links, or fail.
    if (value instanceof Error || errorIn(value)) continue;
    const own = link.usesRef ? refOf(value) : undefined;
    if (link.usesRef && !own) continue;
    link.addRefs(refs, value, own);
  }
  return refs;
}

/** Stores items of lists for links that lead back to them. @param paths those of each item */
export function storeEntities(
  items: readonly object[],
  paths: Paths,
  loaderOf: (resource: Resource) => ResourceLoader,
): void {
  for (const item of items) {
    const ref = refOf(item);
    if (ref && !(item instanceof Error)) loaderOf(ref.resource).prime(ref, item, paths);
  }
}
