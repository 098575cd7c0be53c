/**
 * Quota units that agents of one account may spend in a day, of all scarce buckets. They are
 * reserved in the store like those of a bucket (`Quota`), so that calls that run at the same time,
 * in one replica or in several, cannot each spend what is left.
 */
import { type Api, isScarce } from '../api/api.ts';
import type { Bucket } from '../api/register.ts';
import type { CostEstimate } from './estimate.ts';

export interface BudgetBalance {
  readonly limit: number;
  /**
   * Units that were spent, or that running operations have reserved. Those of repeated calls can
   * make it exceed the limit.
   */
  readonly spent: number;
  readonly remaining: number;
}

/** The budget of agents, for the executions of one call of a tool. */
export class UnitBudget {
  readonly limit: number;
  /** Resolves when the executions so far have given back what they have not spent. */
  settled: Promise<unknown> = Promise.resolve();

  constructor(limit: number) {
    this.limit = limit;
  }
}

/** @returns the balance of a budget of which units are spent */
export const balanceOf = (limit: number, spent: number): BudgetBalance => ({
  limit,
  spent,
  remaining: Math.max(0, limit - spent),
});

/** The units that count for agents. */
export const scarceUnits = (api: Api, cost: Pick<CostEstimate, 'units'>): number =>
  Object.entries(cost.units)
    .filter(([bucket]) => isScarce(api, bucket as Bucket))
    .reduce((sum, [, units]) => sum + units, 0);
