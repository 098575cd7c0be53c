/**
 * The retry budget of one service: retries are a share of its calls, counted over a sliding window.
 */
import type { RetrySettings } from '../settings.ts';
import { SlidingCount } from '../share/sliding-count.ts';

/** Counts calls and retries of a service. */
export class RetryBudget {
  readonly #ratio: number;
  readonly #floor: number;
  readonly #calls: SlidingCount;
  readonly #retries: SlidingCount;

  constructor({ budgetRatio, budgetFloor, budgetWindowMs }: RetrySettings) {
    this.#ratio = budgetRatio;
    this.#floor = budgetFloor;
    this.#calls = new SlidingCount(budgetWindowMs);
    this.#retries = new SlidingCount(budgetWindowMs);
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
