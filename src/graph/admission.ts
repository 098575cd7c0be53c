/** Whether an operation may be executed: by what it can cost at most, and by what its caller may still spend. */
import type { GraphQLError } from 'graphql';
import {
  bucketsOf,
  type PreparedOperation,
  type CostEstimate,
  estimateCost,
} from '../data/cost/estimate.ts';
import type { Shortage } from '../data/cost/quota.ts';
import type { Context } from './builder.ts';
import { graphError } from './error.ts';

/** The most that one operation may cost. */
export interface PriceLimits {
  readonly calls: number;
  /** Of any one bucket. */
  readonly units: number;
}

type Verdict = GraphQLError | undefined;

/** @returns what admits an execution, having taken its price from the caller's budget, or says why not */
export const admissionTo =
  (limits: PriceLimits) =>
  ({ execution }: Context, prepared: PreparedOperation): Promise<Verdict> | Verdict => {
    const price = estimateCost(prepared);
    return (
      tooExpensive(price, limits) ??
      execution.quota.reserve(price)?.then((shortage) => shortage && overBudget(shortage))
    );
  };

function tooExpensive(price: CostEstimate, { calls, units }: PriceLimits): Verdict {
  // What lists of lists multiply to may be no number any more: then it is no small one.
  if (!(price.requests <= calls)) return expensive('calls upstream', calls, price.requests);
  const bucket = bucketsOf(price).find((each) => !(price.units[each]! <= units));
  return (
    bucket && expensive(`units of the bucket ${bucket}`, units, price.units[bucket]!, { bucket })
  );
}

const expensive = (what: string, limit: number, value: number, more: object = {}): GraphQLError =>
  graphError(
    'QUERY_TOO_EXPENSIVE',
    `It can take up to ${value} ${what}, where ${limit} are allowed: ask for shorter lists.`,
    {
      limit,
      value,
      ...more,
    },
  );

const overBudget = ({ bucket, limit, remaining, resetAt }: Shortage): GraphQLError =>
  graphError(
    'QUOTA_EXCEEDED',
    `It can take more units of the bucket ${bucket} than are left of today's.`,
    {
      bucket,
      limit,
      remaining,
      resetAt,
    },
  );
