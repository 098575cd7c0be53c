/** The time for which something unused is kept. */
import type { Clock } from '../execution/clock.ts';

/** A delay that can be cancelled. */
export class Retention {
  readonly #clock: Clock;
  #wait = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `onEnd` after `ms`, unless `cancel` or `start` is called before. */
  async start(ms: number, onEnd: () => void): Promise<void> {
    this.#wait.abort();
    const { signal } = (this.#wait = new AbortController());
    await this.#clock.sleep(ms, signal);
    if (!signal.aborted) onEnd();
  }

  cancel(): void {
    this.#wait.abort();
  }
}
