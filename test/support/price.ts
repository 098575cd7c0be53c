/** Prices of documents, and the law that holds them: what was sent cost no more than was foretold. */
import { parse, validateExecutionArgs } from 'graphql';
import type { CostReport } from '../../src/data/cost/usage.ts';
import { type CostEstimate, estimateCost } from '../../src/data/cost/estimate.ts';
import { schema } from '../../src/graph/schema.ts';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';

export function priceOfDocument(
  document: string,
  variables: object = {},
  of = schema,
): CostEstimate {
  const prepared = validateExecutionArgs({
    schema: of,
    document: parse(document),
    variableValues: { ...variables },
  });
  if (!('schema' in prepared)) throw new Error(prepared[0]!.message);
  return estimateCost(prepared);
}

type Pair = readonly [cost: number, price: number];

/** Each figure of a cost beside what was foretold of it. */
export function besides(
  cost: Pick<CostReport, 'requests' | 'units'>,
  price: CostEstimate,
): Record<string, Pair> {
  const units = Object.entries(cost.units).map(
    ([bucket, spent]) => [bucket, [spent, price.units[bucket as 'video'] ?? 0] as const] as const,
  );
  return { requests: [cost.requests, price.requests], ...Object.fromEntries(units) };
}

interface Answered {
  readonly errors?: readonly { readonly extensions: Record<string, any> }[] | undefined;
  readonly extensions?: Record<string, any>;
}

/** Of a request all of whose calls succeeded: what was refused may be asked again, in halves or as it was. */
export function noDearerThanPriced(
  document: string,
  variables: object | undefined,
  answer: Answered,
  calls: readonly RecordedCall[],
): void {
  const cost = answer.extensions?.['cost'] as CostReport | undefined;
  if (
    cost === undefined ||
    answer.errors?.some(({ extensions }) => String(extensions['code']).startsWith('UPSTREAM'))
  )
    return;
  if (calls.some(({ status, broken }) => status === 0 || status >= 400 || broken)) return;
  const wrong = Object.entries(besides(cost, priceOfDocument(document, variables))).filter(
    ([, [spent, foretold]]) => spent > foretold,
  );
  if (wrong.length > 0)
    throw new Error(
      `dearer than priced, so a field or mutation needs a \`price\`: ${JSON.stringify(wrong)}, ${JSON.stringify(cost.operations)}`,
    );
}
