/** The units of one budget in one execution, which are reserved where `SpentUnits` counts them. */
import type { SpentEntry, SpentUnits } from './spent-units.ts';

/** How much is left of a budget that has too little. */
interface TooFew {
  readonly limit: number;
  readonly remaining: number;
}

export class Reservation {
  /** The caller's units of the window. */
  readonly entry: SpentEntry;
  readonly #spentUnits: SpentUnits;
  /** Units that the execution has added to the store. */
  #reserved = 0;
  /** Units of the calls that have been taken. */
  #taken = 0;
  /** Units of the requests that were sent, retries included. */
  #spent = 0;

  constructor(spentUnits: SpentUnits, entry: SpentEntry) {
    this.#spentUnits = spentUnits;
    this.entry = entry;
  }

  /** Adds to the units, in one step, unless they then exceed the limit. @returns why not */
  async reserve(units: number, limit: number): Promise<TooFew | undefined> {
    const { entry } = this;
    // The product of nested lists can be Infinity, or NaN: no store can add that.
    if (!(units <= limit)) return tooFew(limit, await this.#spentUnits.get(entry));
    const sum = await this.#spentUnits.add(entry, units);
    if (sum <= limit) {
      this.#reserved += units;
      return undefined;
    }
    await this.#spentUnits.add(entry, -units);
    return tooFew(limit, sum - units);
  }

  /**
   * Takes the units of a call from those that are reserved.
   * @param more reserves what is missing; rejects if the call must not be sent
   * @returns a promise only if units are missing
   */
  take(units: number, more: () => Promise<void>): Promise<void> | undefined {
    this.#taken += units;
    if (this.#taken <= this.#reserved) return undefined;
    return more().catch((error: unknown) => {
      this.#taken -= units;
      throw error;
    });
  }

  /** Counts a request that is sent. */
  spend(units: number): void {
    this.#spent += units;
  }

  /**
   * Gives back what was not spent, and adds what was spent beyond.
   * @returns undefined if there is nothing to do; never rejects
   */
  settle(): Promise<unknown> | undefined {
    const difference = this.#spent - this.#reserved;
    this.#reserved = this.#spent;
    if (difference === 0 && !this.entry.local) return undefined;
    // If the store fails, the caller has fewer units than the budget until the window ends.
    return this.#spentUnits.add(this.entry, difference).catch(() => {});
  }
}

const tooFew = (limit: number, spent: number): TooFew => ({
  limit,
  remaining: Math.max(0, limit - spent),
});
