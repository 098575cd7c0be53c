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
    tooExpensive(estimate, execution.allowance.limits, adviceFor(prepared)) ??
    execution.quota.reserve(estimate)?.then((shortage) => shortage && overBudget(shortage))
  );
}

const adviceFor = ({ operation }: PreparedOperation): string =>
  operation.operation === 'mutation'
    ? 'Send fewer entries in the input, or split the operation.'
    : 'Request shorter lists (first), or split it.';

function tooExpensive(
  estimate: CostEstimate,
  { calls, units }: QueryLimits,
  advice: string,
): Rejection {
  // The product of nested lists can be Infinity, or NaN.
  if (!(estimate.requests <= calls)) {
    const limits = { limit: calls, value: estimate.requests };
    return expensive('REST calls', advice, limits);
  }
  const bucket = bucketsOf(estimate).find((each) => !(estimate.units[each]! <= units));
  if (bucket === undefined) return undefined;
  const what = `quota units of the bucket ${bucket}`;
  return expensive(what, advice, { limit: units, value: estimate.units[bucket]!, bucket });
}

interface Excess {
  readonly limit: number;
  readonly value: number;
  readonly bucket?: string;
}

const expensive = (what: string, advice: string, excess: Excess): GraphQLError =>
  graphError(
    'QUERY_TOO_EXPENSIVE',
    `The operation can take ${countOf(excess.value)} ${what}; the limit is ${excess.limit}. ${advice}`,
    { ...excess },
  );

const countOf = (value: number): string =>
  Number.isSafeInteger(value) ? `up to ${value}` : 'more than 9 quadrillion';

function overBudget(shortage: Shortage): GraphQLError {
  const { bucket, limit, remaining, resetAt } = shortage;
  const message = `The operation can take more quota units of the bucket ${bucket} than are left today: ${remaining} of ${limit}. Request shorter lists, or retry after ${resetAt}.`;
  return graphError('QUOTA_EXCEEDED', message, { ...shortage });
}
