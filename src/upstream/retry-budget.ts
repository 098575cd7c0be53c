/** How much repeating a service is spared: repeats may be a share of its calls, counted over a sliding window. */
import type { RetrySettings } from './settings.ts';

const slots = 10;

export class RetryBudget {
  private readonly ratio: number;
  private readonly floor: number;
  private readonly calls: Window;
  private readonly repeats: Window;

  constructor({ budgetRatio, budgetFloor, budgetWindowMs }: RetrySettings) {
    this.ratio = budgetRatio;
    this.floor = budgetFloor;
    this.calls = new Window(budgetWindowMs / slots);
    this.repeats = new Window(budgetWindowMs / slots);
  }

  /** A call begins. */
  count(now = performance.now()): void {
    this.calls.add(now);
  }

  /** Take one repeat, if there is one left. */
  spend(now = performance.now()): boolean {
    if (
      this.repeats.total(now) >=
      Math.max(this.floor, Math.floor(this.ratio * this.calls.total(now)))
    )
      return false;
    this.repeats.add(now);
    return true;
  }
}

/** A count of what happened within the last ten slots. */
class Window {
  private readonly slotMs: number;
  private readonly counts = Array.from({ length: slots }, () => 0);
  /** Which slot since the beginning of time each count belongs to. */
  private readonly turns = Array.from({ length: slots }, () => -slots);

  constructor(slotMs: number) {
    this.slotMs = slotMs;
  }

  add(now: number): void {
    const turn = Math.floor(now / this.slotMs);
    const at = turn % slots;
    if (this.turns[at] !== turn) {
      this.turns[at] = turn;
      this.counts[at] = 0;
    }
    this.counts[at]!++;
  }

  total(now: number): number {
    const oldest = Math.floor(now / this.slotMs) - slots;
    let sum = 0;
    for (let at = 0; at < slots; at++) if (this.turns[at]! > oldest) sum += this.counts[at]!;
    return sum;
  }
}
