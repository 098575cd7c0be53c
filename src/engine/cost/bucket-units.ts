/** Quota units by their buckets. */
import type { Bucket } from '../api/register.ts';

/** Numbers of quota units by bucket. */
interface UnitCost {
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
}

/** The buckets that calls are made from. */
export const bucketsOf = ({ units }: UnitCost): Bucket[] => Object.keys(units) as Bucket[];

/** Quota units of one bucket. */
export interface BucketUnits {
  readonly bucket: Bucket;
  readonly units: number;
}

/** The quota units of the buckets that have a cost. */
export const unitsByBucket = (cost: UnitCost): readonly BucketUnits[] =>
  bucketsOf(cost)
    .map((bucket) => ({ bucket, units: cost.units[bucket]! }))
    .filter(({ units }) => units > 0);
