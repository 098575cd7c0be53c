/** The plan of a document: what it can cost, and why it would be refused. */
import type { ExecutionResult } from 'graphql';
import type { Api } from '../engine/api/api.ts';
import type { BucketUnits } from '../engine/cost/buckets.ts';
import { type BudgetBalance, scarceUnits } from '../engine/cost/unit-budget.ts';

/** Asks for the plan. */
export const planDocument = `query Plan($input: DryRunInput!) {
  quota(dryRun: $input) {
    dryRun {
      admitted
      requests
      units { bucket units }
      limits { kind bucket limit value exceeded usedBy }
      advice
    }
  }
}`;

interface DryRun {
  readonly admitted: boolean;
  readonly requests: number;
  readonly units: readonly BucketUnits[];
  readonly limits: readonly { readonly exceeded: boolean; readonly kind: string }[];
  readonly advice: string | null;
}

/** What decides whether a document is worth a question. */
export interface PlannedCost {
  /** The most quota units that it can cost. */
  readonly units: number;
  /** Whether it is refused whatever the user says: it is over a limit for single operations. */
  readonly isRefused: boolean;
}

/** @returns what a document can cost. @param result of the plan */
export function plannedCost(api: Api, { data }: ExecutionResult): PlannedCost {
  const { quota } = data as { readonly quota: { readonly dryRun: DryRun } };
  const { units, limits } = quota.dryRun;
  const byBucket = Object.fromEntries(units.map((each) => [each.bucket, each.units]));
  const isRefused = limits.some(({ exceeded, kind }) => exceeded && kind !== 'BUDGET');
  return { units: scarceUnits(api, { units: byBucket }), isRefused };
}

/** @returns the plan, with what agents of the account have left */
export function planOf(api: Api, result: ExecutionResult, budget: BudgetBalance): object {
  const { quota } = result.data as { readonly quota: { readonly dryRun: DryRun } };
  const { admitted, requests, units, limits, advice } = quota.dryRun;
  const needed = plannedCost(api, result).units;
  const fits = needed <= budget.remaining;
  return {
    runs: admitted && fits,
    maxCalls: requests,
    maxUnits: units,
    refusals: [
      ...limits.filter(({ exceeded }) => exceeded),
      ...(fits ? [] : [{ kind: 'agents', limit: budget.remaining, value: needed }]),
    ],
    ...(advice && { advice }),
    budget,
  };
}
