/** What a run costs at most, from the units of the descriptors. */
import { googleApis } from '../src/services/api.ts';
import { meteredBuckets } from '../src/engine/api/api.ts';
import type { Bucket } from '../src/engine/api/register.ts';
import type { AnyOperation } from '../src/engine/api/operation.ts';
import { kindsOf, maxSearchedPages, ownKinds } from './own-entity.ts';
import { neededBy } from './other-token.ts';
import type { Check, Lookup } from './session.ts';

/** Units by bucket. */
export type Units = Readonly<Partial<Record<Bucket, number>>>;

/**
 * The calls of a run at most, one element each: those of the checks, of each lookup once, and with
 * checks that write the search for entities of earlier runs. Not included: the removal of such
 * entities, and repeated calls after a failure.
 */
export function plannedCalls(checks: readonly Check[]): AnyOperation[] {
  const lookups = new Set(checks.flatMap(({ lookups = [] }) => lookups.flatMap(withInner)));
  const searches = checks.some(({ writes }) => writes)
    ? kindsOf(neededBy(checks)).flatMap((kind) =>
        Array.from({ length: maxSearchedPages }, () => ownKinds[kind].list),
      )
    : [];
  return [...checks, ...lookups].flatMap(({ calls }) => calls).concat(searches);
}

const withInner = (lookup: Lookup): Lookup[] => [
  lookup,
  ...(lookup.lookups ?? []).flatMap(withInner),
];

/** The units of calls; buckets that cost nothing are absent. */
export function unitsOf(calls: Iterable<AnyOperation>): Units {
  const byBucket = Map.groupBy(calls, ({ bucket }) => bucket);
  // Always in the same order.
  const counted = meteredBuckets(googleApis).filter((bucket) => byBucket.has(bucket));
  return Object.fromEntries(
    counted.map((bucket) => [
      bucket,
      byBucket.get(bucket)!.reduce((sum, { units }) => sum + (units ?? 0), 0),
    ]),
  );
}

/** `VIDEO 123, SEARCH 2`; `none` if nothing costs units. */
export const showUnits = (units: Units): string =>
  Object.entries(units)
    .map(([bucket, count]) => `${bucket} ${count}`)
    .join(', ') || 'none';
