/** The waits of a workflow between its polls. */
import type { Execution } from '../execution/execution.ts';

/** Maximum number of polls of a wait. */
export const pollCount = (maxMs: number, intervalMs: number): number =>
  Math.ceil(maxMs / intervalMs);

/** The waits between polls, up to a maximum total time and number. */
export class PollingWait {
  readonly #execution: Execution;
  readonly #intervalMs: number;
  readonly #end: number;
  #pollsLeft: number;

  /** All times in ms. */
  constructor(execution: Execution, maxMs: number, intervalMs: number) {
    this.#execution = execution;
    this.#intervalMs = intervalMs;
    this.#end = execution.clock.now() + maxMs;
    this.#pollsLeft = pollCount(maxMs, intervalMs);
  }

  /**
   * Waits for the next poll.
   * @returns false if the time is over, the deadline would pass or the process stops
   */
  async next(): Promise<boolean> {
    const left = this.#end - this.#execution.clock.now();
    if (this.#pollsLeft <= 0 || left <= 0) return false;
    this.#pollsLeft -= 1;
    const ms = Math.min(left, this.#intervalMs);
    return this.#execution.pause(ms, this.#execution.workflows?.stopping);
  }
}
