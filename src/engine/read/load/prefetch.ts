/**
 * Loads what the items of a list lead to, before the items are resolved, and keeps items for links
 * that lead to them.
 */
import { memoize } from '../../api/memoize.ts';
import { errorIn } from '../../rest/operation/invalid-value.ts';
import { keepAskers, runBelow } from '../../trace/call-record.ts';
import { type Paths, valuesAt } from '../path.ts';
import { entitiesPerCall, isReadByCall, type Ref, refOf, type Resource } from '../resource.ts';
import { isShown, type LinkedProjection, type Projection } from '../walk/projection.ts';
import type { ResourceLoader } from './loader.ts';

/** Whether a field of the entities, or of what they lead to, starts a call of its own. */
const startsCallsBelow = ({ startsCalls, links }: Projection): boolean =>
  startsCalls || links.some((link) => startsCallsBelow(link.projection));

/**
 * Whether items with the projection can be resolved after what they lead to is loaded. The entities
 * of an only link come with one call, before the calls that follow from them.
 */
const isPrefetchable = memoize(
  ({ startsCalls, links }: Projection) =>
    !startsCalls &&
    (links.length === 1 || !links.some((link) => startsCallsBelow(link.projection))),
);

/**
 * Loads the links below a list before its items are resolved, so that fifty items resolve with one
 * promise instead of fifty. The links of loaded entities follow as answers arrive. Waiting for it
 * must delay no other call: if a field of the items starts a call of its own, or one of several
 * links leads to such a field, or the only one does and its entities need several calls, nothing is
 * prefetched and the resolvers load the links.
 * @param value an object or a list that has the links of the projection at their paths
 * @returns resolves when everything is loaded; undefined if there is nothing to wait for
 */
export function prefetch(
  value: unknown,
  projection: Projection,
  loaderOf: (resource: Resource) => ResourceLoader,
): Promise<void> | undefined {
  if (projection.links.length === 0 || !isPrefetchable(projection)) return undefined;
  const waits: Promise<void>[] = [];
  for (const linked of projection.links) {
    const { link, projection: below } = linked;
    const target = link.targets[0]!;
    if (below.paths.size === 0 || isShown(link, below) || !isReadByCall(target)) continue;
    const wait = runBelow(linked.names, () => {
      const refs = refsIn(value, linked);
      if (refs.length > entitiesPerCall(target.read) && startsCallsBelow(below)) return undefined;
      if (below.links.length === 0) return loaderOf(target).prefetch(refs, below);
      const onLoaded = keepAskers((values: readonly object[]) => prefetch(values, below, loaderOf));
      return loaderOf(target).prefetch(refs, below, onLoaded);
    });
    if (wait) waits.push(wait);
  }
  if (waits.length === 0) return undefined;
  return waits.length === 1 ? waits[0] : Promise.all(waits).then(() => {});
}

function refsIn(value: unknown, { path, limits, link }: LinkedProjection): Ref[] {
  const refs: Ref[] = [];
  for (const each of valuesAt(value, path, limits)) {
    // An invalid value that a field reads is the error of the field; others load their links.
    if (each instanceof Error || errorIn(each)) continue;
    const own = link.usesRef ? refOf(each) : undefined;
    if (link.usesRef && !own) continue;
    link.addRefs(refs, each, own);
  }
  return refs;
}

/**
 * Keeps items of a list for later fields that lead to one of them.
 * @param paths those that the answer has of each item
 */
export function keepItems(
  items: readonly object[],
  paths: Paths,
  loaderOf: (resource: Resource) => ResourceLoader,
): void {
  const resource = items[0] && refOf(items[0])?.resource;
  if (resource) loaderOf(resource).keep(items, paths);
}
