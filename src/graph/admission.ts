/**
 * Admits an operation or rejects it before any call, by its maximum cost and by the caller's
 * remaining budget.
 */
import type { GraphQLError, ValidatedExecutionArgs } from 'graphql';
import type { QueryLimits } from '../data/cost/allowance.ts';
import {
  bucketsOf,
  type CostEstimate,
  estimateCost,
  mostExpensiveField,
  type PreparedOperation,
} from '../data/cost/estimate.ts';
import type { Shortage } from '../data/cost/quota.ts';
import { withRejections } from '../data/read/rejected-field.ts';
import type { Bucket } from '../upstream/operation.ts';
import type { Context } from './builder.ts';
import { graphError, toGraphError } from './error.ts';

type Rejection = GraphQLError | undefined;

/**
 * Estimates the cost of an operation, and reserves its quota units in the caller's budget. Queries
 * share their reads. Fields with rejected arguments are noted in the context.
 * @returns the error of a rejected operation; undefined for an admitted one
 */
export function admit(
  context: Context,
  prepared: PreparedOperation,
): Promise<Rejection> | Rejection {
  const { execution } = context;
  if (prepared.operation.operation === 'query') execution.sharing.start();
  const hasToken = execution.identity.token !== undefined;
  const estimate = estimateCost(prepared, hasToken);
  const excess = excessOf(estimate, execution.allowance.limits);
  if (excess) return tooExpensive(excess, prepared, hasToken);
  const { rejections } = estimate;
  if (rejections) {
    // Each event would have the same error.
    if (prepared.operation.operation === 'subscription')
      return toGraphError(rejections.values().next().value);
    context.rejections = rejections;
  }
  // An error of the store: the units could not be reserved.
  return execution.quota
    .reserve(estimate)
    ?.then((shortage) => shortage && overBudget(shortage, prepared), toGraphError);
}

/** An admitted operation, in which fields with rejected arguments are known. */
export const admitted = <Prepared extends ValidatedExecutionArgs>(
  { rejections }: Context,
  prepared: Prepared,
): Prepared => (rejections ? withRejections(prepared, rejections) : prepared);

/** Maximum time in ms that an operation waits between its calls. */
export function maxWaitMs(prepared: PreparedOperation): number {
  if (prepared.operation.operation !== 'mutation') return 0;
  return estimateCost(prepared).waitMs ?? 0;
}

/** @param lists fields whose argument `first` lowers the cost */
function adviceFor({ operation }: PreparedOperation, lists: readonly string[] = []): string {
  if (operation.operation === 'mutation')
    return 'Send fewer entries in the input, or split the operation.';
  return lists.length === 0
    ? 'Request shorter lists (first), or split the operation.'
    : `Lower first of ${lists.join(', ')}, or split the operation.`;
}

function excessOf(estimate: CostEstimate, { calls, units }: QueryLimits): Excess | undefined {
  // The product of nested lists can be Infinity, or NaN.
  if (!(estimate.calls <= calls)) return { limit: calls, value: estimate.calls };
  const bucket = bucketsOf(estimate).find((each) => !(estimate.units[each]! <= units));
  return bucket && { limit: units, value: estimate.units[bucket]!, bucket };
}

/** The estimate that is above its limit. */
interface Excess {
  readonly limit: number;
  readonly value: number;
  /** The bucket of the quota units; absent if calls are counted. */
  readonly bucket?: Bucket;
}

function tooExpensive(
  excess: Excess,
  prepared: PreparedOperation,
  hasToken: boolean,
): GraphQLError {
  const { limit, value, bucket } = excess;
  const what = bucket === undefined ? 'REST calls' : `quota units of the bucket ${bucket}`;
  const applies = hasToken ? '' : ' for requests without an access token';
  const field = mostExpensiveField(prepared, hasToken, bucket)!;
  const advice = adviceFor(prepared, field.lists);
  return graphError(
    'QUERY_TOO_EXPENSIVE',
    `The operation can take ${countOf(value)} ${what}; the limit${applies} is ${limit}. The most expensive field is ${field.path}, with ${countOf(field.value)}. ${advice}`,
    { ...excess, field: field.path, advice },
  );
}

const countOf = (value: number): string =>
  Number.isSafeInteger(value) ? `up to ${value}` : 'more than 9 quadrillion';

function overBudget(shortage: Shortage, prepared: PreparedOperation): GraphQLError {
  const { bucket, limit, remaining, resetAt } = shortage;
  const advice = adviceFor(prepared);
  const message = `The operation can take more quota units of the bucket ${bucket} than are left today: ${remaining} of ${limit}. ${advice} More units are available after ${resetAt}.`;
  return graphError('QUOTA_EXCEEDED', message, { ...shortage, advice });
}
