/**
 * Admits an operation or rejects it before any call, by its maximum cost and by the caller's
 * remaining budget.
 */
import type { GraphQLError } from 'graphql';
import type { QueryLimits } from '../data/cost/allowance.ts';
import {
  bucketsOf,
  type CostEstimate,
  estimateCost,
  type PreparedOperation,
} from '../data/cost/estimate.ts';
import type { Shortage } from '../data/cost/quota.ts';
import type { Context } from './builder.ts';
import { graphError } from './error.ts';

type Rejection = GraphQLError | undefined;

/** @returns the reason of a rejection; otherwise the estimate is reserved in the budget */
export function admit(
  { execution }: Context,
  prepared: PreparedOperation,
): Promise<Rejection> | Rejection {
  const estimate = estimateCost(prepared, execution.identity.token !== undefined);
  return (
    tooExpensive(estimate, execution.allowance.limits) ??
    execution.quota.reserve(estimate)?.then((shortage) => shortage && overBudget(shortage))
  );
}

function tooExpensive(estimate: CostEstimate, { calls, units }: QueryLimits): Rejection {
  // The product of nested lists can be Infinity, or NaN.
  if (!(estimate.requests <= calls)) return expensive('REST calls', calls, estimate.requests);
  const bucket = bucketsOf(estimate).find((each) => !(estimate.units[each]! <= units));
  if (bucket === undefined) return undefined;
  const what = `quota units of the bucket ${bucket}`;
  return expensive(what, units, estimate.units[bucket]!, { bucket });
}

const expensive = (what: string, limit: number, value: number, extra: object = {}): GraphQLError =>
  graphError(
    'QUERY_TOO_EXPENSIVE',
    `The operation can take ${countOf(value)} ${what}; the limit is ${limit}. Request shorter lists (first), or split it.`,
    { limit, value, ...extra },
  );

const countOf = (value: number): string =>
  Number.isSafeInteger(value) ? `up to ${value}` : 'more than 9 quadrillion';

function overBudget(shortage: Shortage): GraphQLError {
  const { bucket, limit, remaining, resetAt } = shortage;
  const message = `The operation can take more quota units of the bucket ${bucket} than are left today: ${remaining} of ${limit}. Request shorter lists, or retry after ${resetAt}.`;
  return graphError('QUOTA_EXCEEDED', message, { ...shortage });
}
