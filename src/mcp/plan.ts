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
  readonly limits: readonly { readonly exceeded: boolean }[];
  readonly advice: string | null;
}

/** @returns the most quota units that a document can cost */
export function plannedUnits(api: Api, { data }: ExecutionResult): number {
  const { quota } = data as { readonly quota: { readonly dryRun: DryRun } };
  const byBucket = Object.fromEntries(quota.dryRun.units.map((each) => [each.bucket, each.units]));
  return scarceUnits(api, { units: byBucket });
}

/** @returns the plan, with what agents of the account have left */
export function planOf(api: Api, result: ExecutionResult, budget: BudgetBalance): object {
  const { quota } = result.data as { readonly quota: { readonly dryRun: DryRun } };
  const { admitted, requests, units, limits, advice } = quota.dryRun;
  const needed = plannedUnits(api, result);
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
