/**
 * Lets an operation run whose estimate exceeds the units that are left: what is stored may answer
 * it. Each read without a call lowers what the operation can still cost. In a bucket of the
 * estimate, no call is made until all that it can still cost there is reserved; the same holds for
 * the budget of agents.
 */
import type { AnyOperation } from '../api/operation.ts';
import { agentPot, type Shortage, type UnitPot } from './buckets.ts';

/** Where the units of an execution are reserved. */
interface OwingQuota {
  /** The budgets that the calls of an operation are counted in. */
  potsOf(operation: AnyOperation): readonly UnitPot[];
  /** @returns the shortage if too few are left */
  reserve(pot: UnitPot, units: number): Promise<Shortage | undefined>;
}

interface Owed {
  units: number;
  /** The last shortage that there was. */
  shortage?: Shortage | undefined;
  /** Set while units are being reserved, once they are, and if the store has failed. */
  reserved?: Promise<Shortage | undefined> | undefined;
}

export class OwedUnits {
  readonly #owed = new Map<UnitPot, Owed>();
  readonly #quota: OwingQuota;

  /**
   * @param needs what the operation can cost
   * @param shortage of the first of them that has too few units left
   */
  constructor(needs: Iterable<readonly [UnitPot, number]>, shortage: Shortage, quota: OwingQuota) {
    for (const [pot, units] of needs) this.#owed.set(pot, { units });
    this.#owed.get(shortage.bucket ?? agentPot)!.shortage = shortage;
    this.#quota = quota;
  }

  /** A read of the estimate was answered without a call. */
  avoid(operation: AnyOperation): void {
    for (const pot of this.#quota.potsOf(operation)) {
      const owed = this.#owed.get(pot);
      if (owed) owed.units -= operation.units ?? 0;
    }
  }

  /**
   * Reserves before a call all that the operation can still cost where the call is counted.
   * @returns the shortage if too few are left; no promise if the last one still holds
   * @throws the error of the store
   */
  admit(operation: AnyOperation): Promise<Shortage | undefined> | Shortage | undefined {
    let found: Promise<Shortage | undefined> | Shortage | undefined;
    for (const pot of this.#quota.potsOf(operation))
      found =
        found instanceof Promise
          ? found.then((shortage) => shortage ?? this.#admit(pot))
          : (found ?? this.#admit(pot));
    return found;
  }

  #admit(pot: UnitPot): Promise<Shortage | undefined> | Shortage | undefined {
    const owed = this.#owed.get(pot);
    if (owed === undefined) return undefined;
    const { units, shortage } = owed;
    // An estimate can be NaN, which no comparison admits.
    if (shortage && !(units <= shortage.remaining)) return shortage;
    return (owed.reserved ??= this.#quota.reserve(pot, units).then((found) => {
      if (found) Object.assign(owed, { shortage: found, reserved: undefined });
      return found;
    }));
  }
}
