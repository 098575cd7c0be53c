/** Limits the number of concurrent responses of one kind. */
import type { ServerResponse } from 'node:http';

/** A number of slots. Each response takes one until it is closed. */
export class ConcurrencyLimit {
  readonly #max: number;
  #active = 0;

  /** @param max number of slots */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Takes a slot until the response is closed.
   * @returns frees the slot earlier; undefined if no slot is free
   */
  acquire(res: ServerResponse): (() => void) | undefined {
    if (this.#active >= this.#max) return undefined;
    this.#active += 1;
    let isActive = true;
    const release = (): void => {
      if (isActive) this.#active -= 1;
      isActive = false;
    };
    res.once('close', release);
    return release;
  }
}
