/**
 * Admits an operation or rejects it before any call, by its maximum cost and by the caller's
 * remaining budget.
 */
import type { GraphQLError, ValidatedExecutionArgs } from 'graphql';
import { estimateCost, explainCost, type PreparedOperation } from '../../cost/estimate.ts';
import { amountOf, mostExpensive } from '../../cost/field-cost.ts';
import { type CostLimit, isExceeded, limitsOf } from '../../cost/limit.ts';
import type { Shortage } from '../../cost/quota.ts';
import type { Identities } from '../../execution/identities.ts';
import { withRejections } from '../../read/load/rejected-field.ts';
import type { Context } from '../builder.ts';
import { graphError, toGraphError } from '../error/error.ts';

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
  const { identities } = execution;
  const estimate = estimateCost(prepared, identities);
  const limits = limitsOf(estimate, prepared.operation.operation, execution.allowance.limits);
  const excess = limits.find(isExceeded);
  if (excess) return tooExpensive(excess, prepared, identities);
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

/** @param lists fields whose argument `first` lowers the cost @returns what a client can do */
export function adviceFor({ operation }: PreparedOperation, lists: readonly string[] = []): string {
  if (operation.operation === 'mutation')
    return 'Send fewer entries in the input, or split the operation.';
  return lists.length === 0
    ? 'Request shorter lists (first), or split the operation.'
    : `Lower first of ${lists.join(', ')}, or split the operation.`;
}

function tooExpensive(
  excess: CostLimit,
  prepared: PreparedOperation,
  identities: Identities,
): GraphQLError {
  const { limit, value, bucket } = excess;
  const what = bucket === undefined ? 'REST calls' : `quota units of the bucket ${bucket}`;
  const applies = limitedRequests(identities);
  const [field] = mostExpensive(explainCost(prepared, identities).fields, bucket);
  const { path, lists } = field!;
  const advice = adviceFor(prepared, lists);
  return graphError(
    'QUERY_TOO_EXPENSIVE',
    `The operation can take ${countOf(value)} ${what}; the limit${applies} is ${limit}. The most expensive field is ${path}, with ${countOf(amountOf(field!, bucket))}. ${advice}`,
    { limit, value, ...(bucket && { bucket }), field: path, advice },
  );
}

/** Says which requests the limit is for, if it is not that of callers with all tokens. */
function limitedRequests({ hasAllTokens, hasToken }: Identities): string {
  if (hasAllTokens) return '';
  return ` for requests without an access token${hasToken ? ' for each service' : ''}`;
}

const countOf = (value: number): string =>
  Number.isSafeInteger(value) ? `up to ${value}` : 'more than 9 quadrillion';

function overBudget(shortage: Shortage, prepared: PreparedOperation): GraphQLError {
  const { bucket, limit, remaining, resetAt } = shortage;
  const advice = adviceFor(prepared);
  const message = `The operation can take more quota units of the bucket ${bucket} than are left today: ${remaining} of ${limit}. ${advice} More units are available after ${resetAt}.`;
  return graphError('QUOTA_EXCEEDED', message, { ...shortage, advice });
}
