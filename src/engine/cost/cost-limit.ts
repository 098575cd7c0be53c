/** The limits of one operation, by which its estimate decides whether it is executed. */
import { OperationTypeNode } from 'graphql';
import { type Api, isScarce } from '../api/api.ts';
import type { Bucket } from '../api/register.ts';
import type { QueryLimits } from '../read/usage.ts';
import { unitsByBucket } from './buckets.ts';
import type { CostEstimate } from './estimate.ts';

/** A limit, and how much of it an operation can use. */
export interface CostLimit {
  /** REST calls, quota units of one operation, or quota units that are left in the window. */
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
  api: Api,
  { calls, units }: CostEstimate,
  type: OperationTypeNode,
  limits: QueryLimits,
): CostLimit[] => [
  {
    kind: 'requests',
    limit: type === OperationTypeNode.MUTATION ? limits.calls : limits.estimatedCalls,
    value: calls,
  },
  ...unitsByBucket({ units })
    .filter(({ bucket }) => isScarce(api, bucket))
    .map(
      ({ bucket, units: value }): CostLimit => ({
        kind: 'units',
        bucket,
        limit: limits.units,
        value,
      }),
    ),
];
