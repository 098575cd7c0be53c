/** The plan of an update of a series, by its scope. Pure: no calls. */
import type { Api } from '../../../engine/api/api.ts';
import type { Change } from '../../../engine/write/change.ts';
import { type DivisionPlan, planDivision } from './division/division-plan.ts';
import { isFirst, type NamedPlace, startsSeries } from './plan.ts';
import { planWhole, type WholePlan } from './whole-plan.ts';

/** The writes of an update; one with the scope `THIS` writes the named event alone. */
type ScopePlan =
  | { readonly kind: 'whole'; readonly whole: WholePlan }
  | { readonly kind: 'division'; readonly division: DivisionPlan };

/**
 * @param named the series as it was read, and the named occurrence
 * @throws InvalidInput for changes that the series, or its occurrences from one on, cannot have
 */
export function planUpdate(
  api: Api,
  scope: 'following' | 'all',
  named: NamedPlace,
  changes: readonly Change[],
): ScopePlan {
  return scope === 'all' || concernsAll(named, changes)
    ? { kind: 'whole', whole: planWhole(named, changes) }
    : { kind: 'division', division: planDivision(api, named, changes) };
}

/** Whether a change from the named occurrence on is one of the whole series. */
const concernsAll = (named: NamedPlace, changes: readonly Change[]): boolean =>
  // Another rule for the whole series would also apply to earlier occurrences, now deleted.
  changes.some(({ path }) => path === 'recurrence') ? startsSeries(named) : isFirst(named);
