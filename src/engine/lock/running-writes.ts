/** Counts the writes that run, so that the process waits for them before it stops. */

/** One for the process. A write can run longer than the connection of its client. */
export class RunningWrites {
  #count = 0;
  #waiting: (() => void)[] = [];

  async run<T>(write: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await write();
    } finally {
      this.#count -= 1;
      // The next write of a mutation starts in this turn.
      setImmediate(() => this.#check());
    }
  }

  /** Resolves when no write runs. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#check();
    });
  }

  #check(): void {
    if (this.#count > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
