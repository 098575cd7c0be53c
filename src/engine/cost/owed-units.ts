/**
 * Lets an operation run whose estimate exceeds the units that are left: what is stored may answer
 * it. Each read without a call lowers what the operation can still cost. In a bucket of the
 * estimate, no call is made until all that it can still cost there is reserved.
 */
import type { AnyOperation } from '../api/operation.ts';
import type { Bucket } from '../api/register.ts';
import type { Shortage } from './buckets.ts';
import type { CostEstimate } from './estimate.ts';

/** Reserves units of a bucket. @returns the shortage if too few are left */
type Reserve = (bucket: Bucket, units: number) => Promise<Shortage | undefined>;

interface Owed {
  units: number;
  /** The last shortage that the bucket had. */
  shortage?: Shortage | undefined;
  /** Set while units are being reserved, once they are, and if the store has failed. */
  reserved?: Promise<Shortage | undefined> | undefined;
}

/** The units of one execution. */
export class OwedUnits {
  readonly #owed = new Map<string, Owed>();
  readonly #reserve: Reserve;

  /** @param shortage of the first bucket that has too few units left */
  constructor({ units }: CostEstimate, shortage: Shortage, reserve: Reserve) {
    for (const [bucket, count] of Object.entries(units)) this.#owed.set(bucket, { units: count });
    this.#owed.get(shortage.bucket)!.shortage = shortage;
    this.#reserve = reserve;
  }

  /** A read of the estimate was answered without a call. */
  avoid({ bucket, units }: AnyOperation): void {
    const owed = this.#owed.get(bucket);
    if (owed) owed.units -= units ?? 0;
  }

  /**
   * Reserves before a call all that the operation can still cost in its bucket.
   * @returns the shortage if too few are left; no promise if the last one still holds
   * @throws the error of the store
   */
  admit({ bucket }: AnyOperation): Promise<Shortage | undefined> | Shortage | undefined {
    const owed = this.#owed.get(bucket);
    if (owed === undefined) return undefined;
    const { units, shortage } = owed;
    // An estimate can be NaN, which no comparison admits.
    if (shortage && !(units <= shortage.remaining)) return shortage;
    return (owed.reserved ??= this.#reserve(bucket, units).then((found) => {
      if (found) Object.assign(owed, { shortage: found, reserved: undefined });
      return found;
    }));
  }
}
