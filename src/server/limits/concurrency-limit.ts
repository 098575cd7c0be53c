/** Limits the number of concurrent tasks of one kind. */

/** A number of slots. Each task takes one until it ends. */
export class ConcurrencyLimit {
  readonly #max: number;
  #active = 0;

  /** @param max number of slots */
  constructor(max: number) {
    this.#max = max;
  }

  /** The number of slots that are taken. */
  get active(): number {
    return this.#active;
  }

  /** Takes a slot. @returns frees the slot, once; undefined if no slot is free */
  take(): (() => void) | undefined {
    if (this.#active >= this.#max) return undefined;
    this.#active += 1;
    let isActive = true;
    return () => {
      if (isActive) this.#active -= 1;
      isActive = false;
    };
  }
}
