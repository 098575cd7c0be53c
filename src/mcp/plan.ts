/** The plan of a document: what it can cost, and why it would be refused. */
import type { ExecutionResult } from 'graphql';
import type { BudgetBalance } from '../engine/cost/unit-budget.ts';

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
  readonly units: readonly { readonly bucket: string; readonly units: number }[];
  readonly limits: readonly { readonly exceeded: boolean }[];
  readonly advice: string | null;
}

/** @returns the plan, with what the session has left */
export function planOf({ data }: ExecutionResult, session: BudgetBalance): object {
  const { quota } = data as { readonly quota: { readonly dryRun: DryRun } };
  const { admitted, requests, units, limits, advice } = quota.dryRun;
  const needed = units.reduce((sum, each) => sum + each.units, 0);
  const fits = needed <= session.remaining;
  return {
    runs: admitted && fits,
    maxCalls: requests,
    maxUnits: units,
    refusals: [
      ...limits.filter(({ exceeded }) => exceeded),
      ...(fits ? [] : [{ kind: 'session', limit: session.remaining, value: needed }]),
    ],
    ...(advice && { advice }),
    session,
  };
}
