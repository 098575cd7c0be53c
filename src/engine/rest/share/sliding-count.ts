/** Counts over a sliding window. */

/** Parts of the window: counts are dropped one part at a time. */
const slotCount = 10;

/** The number of events in a window that ends now. */
export class SlidingCount {
  readonly #slotMs: number;
  readonly #counts = Array.from({ length: slotCount }, () => 0);
  /** The number of the slot, counted from time 0, to which each count belongs. */
  readonly #slots = Array.from({ length: slotCount }, () => -slotCount);

  /** @param windowMs the length of the window */
  constructor(windowMs: number) {
    this.#slotMs = windowMs / slotCount;
  }

  clear(): void {
    this.#slots.fill(-slotCount);
  }

  /**
   * Counts an event.
   * @param at when it was, in ms of `performance.now()`
   * @param weight less than 1 for a part of an event, negative to take one back
   */
  add(at: number, weight = 1): void {
    const slot = Math.floor(at / this.#slotMs);
    const index = slot % slotCount;
    // It was before the window.
    if (this.#slots[index]! > slot) return;
    if (this.#slots[index] !== slot) {
      this.#slots[index] = slot;
      this.#counts[index] = 0;
    }
    this.#counts[index]! += weight;
  }

  /** @returns the events of the window that ends now */
  total(now: number): number {
    const newestDropped = Math.floor(now / this.#slotMs) - slotCount;
    let sum = 0;
    for (let index = 0; index < slotCount; index += 1)
      if (this.#slots[index]! > newestDropped) sum += this.#counts[index]!;
    return sum;
  }
}
