/** The limits that decide whether an operation is executed, and how much of each it can use. */
import { OperationTypeNode } from 'graphql';
import type { Bucket } from '../../upstream/operation.ts';
import type { QueryLimits } from './allowance.ts';
import { bucketsOf, type CostEstimate } from './estimate.ts';

/** A limit, and how much of it an operation can use. */
export interface CostLimit {
  /** REST calls, quota units of one operation, or quota units that are left today. */
  readonly kind: 'requests' | 'units' | 'budget';
  /** The bucket of the quota units; absent for calls. */
  readonly bucket?: Bucket;
  readonly limit: number;
  readonly value: number;
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
  ...bucketsOf({ units }).flatMap((bucket): CostLimit[] =>
    units[bucket]! > 0
      ? [{ kind: 'units', bucket, limit: limits.units, value: units[bucket]! }]
      : [],
  ),
];
