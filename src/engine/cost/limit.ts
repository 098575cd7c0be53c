/** The limits that decide whether an operation is executed, and how much of each it can use. */
import { OperationTypeNode } from 'graphql';
import type { Bucket } from '../api/register.ts';
import type { Balance } from './quota.ts';
import type { QueryLimits } from './allowance.ts';
import { unitsByBucket } from './bucket-units.ts';
import type { CostEstimate } from './estimate.ts';

/** A limit, and how much of it an operation can use. */
export interface CostLimit {
  /** REST calls, quota units of one operation, or quota units that are left today. */
  readonly kind: 'requests' | 'units' | 'budget';
  /** The bucket of the quota units; absent for calls. */
  readonly bucket?: Bucket;
  readonly limit: number;
  readonly value: number;
}

/** The units that are left; null if the gateway sets no limit. */
export function remainingOf({ limit, spent = 0, exhausted }: Balance): number | null {
  if (exhausted) return 0;
  return limit === undefined ? null : Math.max(0, limit - spent);
}

/** The product of nested lists can be Infinity, or NaN. */
export const isExceeded = ({ limit, value }: CostLimit): boolean => !(value <= limit);

/**
 * The limits of one operation. A query can stop when it has made its calls, and keeps what it has
 * read. A mutation must not stop between its writes.
 */
export const limitsOf = (
  { calls, units }: CostEstimate,
  type: OperationTypeNode,
  limits: QueryLimits,
): CostLimit[] => [
  {
    kind: 'requests',
    limit: type === OperationTypeNode.MUTATION ? limits.calls : limits.estimatedCalls,
    value: calls,
  },
  ...unitsByBucket({ units }).map(
    ({ bucket, units: value }): CostLimit => ({
      kind: 'units',
      bucket,
      limit: limits.units,
      value,
    }),
  ),
];
