/** Cost estimates of documents, and the rule that no request costs more than its estimate. */
import { parse, validateExecutionArgs } from 'graphql';
import type { CostReport } from '../../../src/engine/trace/response-extensions.ts';
import { isScarce } from '../../../src/engine/api/api.ts';
import { unitsByBucket } from '../../../src/engine/cost/buckets.ts';
import { googleApis } from '../../../src/services/api.ts';
import { type CostEstimate, estimateCost } from '../../../src/engine/cost/estimate.ts';
import { schema } from '../../../src/services/schema.ts';
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';

/** @throws Error if the document or its variables are invalid */
export function estimateOfDocument(
  document: string,
  variables: object = {},
  of = schema,
  usesSubsets = false,
): CostEstimate {
  const prepared = validateExecutionArgs({
    schema: of,
    document: parse(document),
    variableValues: { ...variables },
  });
  if (!('schema' in prepared)) throw new Error(prepared[0]!.message);
  return estimateCost(prepared, { usesSubsets });
}

/** The units that are compared with the limit of one operation, of the bucket with most. */
export const mostUnits = ({ units }: CostEstimate): number =>
  Math.max(
    0,
    ...unitsByBucket({ units })
      .filter(({ bucket }) => isScarce(googleApis, bucket))
      .map((each) => each.units),
  );

type Pair = readonly [cost: number, estimate: number];

/** Pairs each figure of a cost with the same figure of its estimate. */
export function costAndEstimate(
  cost: Pick<CostReport, 'requests' | 'units'>,
  estimate: CostEstimate,
): Record<string, Pair> {
  const units = Object.entries(cost.units).map(
    ([bucket, spent]) =>
      [bucket, [spent, estimate.units[bucket as 'VIDEO'] ?? 0] as const] as const,
  );
  return { calls: [cost.requests, estimate.calls], ...Object.fromEntries(units) };
}

interface Answer {
  readonly errors?: readonly { readonly extensions: Record<string, any> }[] | undefined;
  readonly extensions?: Record<string, any>;
}

/**
 * Checks that a request cost no more than its estimate. Requests with failed calls are not checked,
 * because failed calls are retried, whole or in halves.
 * @throws Error for a request that cost more than its estimate
 */
export function expectCostWithinEstimate(
  document: string,
  variables: object | undefined,
  answer: Answer,
  calls: readonly RecordedCall[],
  usesSubsets?: boolean,
): void {
  const cost = answer.extensions?.['cost'] as CostReport | undefined;
  if (
    cost === undefined ||
    // A request without calls costs nothing; tests of input send thousands of them.
    cost.requests === 0 ||
    answer.errors?.some(({ extensions }) => String(extensions['code']).startsWith('UPSTREAM'))
  )
    return;
  if (calls.some(({ status, broken }) => status === 0 || status >= 400 || broken)) return;
  const exceeded = Object.entries(
    costAndEstimate(cost, estimateOfDocument(document, variables, schema, usesSubsets)),
  ).filter(([, [spent, estimate]]) => spent > estimate);
  if (exceeded.length > 0)
    throw new Error(
      `costs more than its estimate: ${JSON.stringify(exceeded)}, ${JSON.stringify(cost.operations)}`,
    );
}
