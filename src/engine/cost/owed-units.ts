/**
 * What an operation can still cost whose estimate is more than what is left. Reads that need no
 * call lower it. No call is made from a bucket until all of it is left, and reserved.
 */
import type { AnyOperation } from '../api/operation.ts';
import type { Bucket } from '../api/register.ts';
import type { Shortage } from './buckets.ts';
import type { CostEstimate } from './estimate.ts';

/** Reserves units of a bucket. @returns why not */
type Reserve = (bucket: Bucket, units: number) => Promise<Shortage | undefined>;

interface Owed {
  units: number;
  /** What was left when it was asked for last. */
  shortage?: Shortage | undefined;
  /** Set while units are being reserved, and once they are. */
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
   * @returns why not; no promise if it is known without asking
   * @throws the error of the store
   */
  admit({ bucket }: AnyOperation): Promise<Shortage | undefined> | Shortage | undefined {
    const owed = this.#owed.get(bucket);
    if (owed === undefined) return undefined;
    const { units, shortage } = owed;
    if (shortage && !(units <= shortage.remaining)) return shortage;
    return (owed.reserved ??= this.#reserve(bucket, units).then((found) => {
      if (found) Object.assign(owed, { shortage: found, reserved: undefined });
      return found;
    }));
  }
}
