/**
 * The retry budget of one service: retries are a share of its calls, counted over a sliding window.
 */
import type { RetrySettings } from './settings.ts';

/** Parts of the window: counts are dropped one part at a time. */
const slotCount = 10;

/** Counts calls and retries of a service. */
export class RetryBudget {
  readonly #ratio: number;
  readonly #floor: number;
  readonly #calls: SlidingCount;
  readonly #retries: SlidingCount;

  constructor({ budgetRatio, budgetFloor, budgetWindowMs }: RetrySettings) {
    this.#ratio = budgetRatio;
    this.#floor = budgetFloor;
    this.#calls = new SlidingCount(budgetWindowMs / slotCount);
    this.#retries = new SlidingCount(budgetWindowMs / slotCount);
  }

  /** Counts a call, whose retries are not counted again. @param now in ms of `performance.now()` */
  countCall(now = performance.now()): void {
    this.#calls.add(now);
  }

  /** Takes one retry from the budget. @returns whether there was one */
  spend(now = performance.now()): boolean {
    const share = Math.floor(this.#ratio * this.#calls.total(now));
    if (this.#retries.total(now) >= Math.max(this.#floor, share)) return false;
    this.#retries.add(now);
    return true;
  }
}

/** Events of the last ten slots. */
class SlidingCount {
  readonly #slotMs: number;
  readonly #counts = Array.from({ length: slotCount }, () => 0);
  /** The number of the slot, counted from time 0, to which each count belongs. */
  readonly #slots = Array.from({ length: slotCount }, () => -slotCount);

  constructor(slotMs: number) {
    this.#slotMs = slotMs;
  }

  add(now: number): void {
    const slot = Math.floor(now / this.#slotMs);
    const index = slot % slotCount;
    if (this.#slots[index] !== slot) {
      this.#slots[index] = slot;
      this.#counts[index] = 0;
    }
    this.#counts[index]! += 1;
  }

  total(now: number): number {
    const newestDropped = Math.floor(now / this.#slotMs) - slotCount;
    let sum = 0;
    for (let index = 0; index < slotCount; index += 1)
      if (this.#slots[index]! > newestDropped) sum += this.#counts[index]!;
    return sum;
  }
}
