/**
 * The clock of the sandbox. It is stopped, or runs with the time of the computer, faster or slower.
 * Each write advances it by one second. Tests can advance it.
 */

interface Timer {
  /** Milliseconds after the start instant. */
  readonly time: number;
  readonly run: () => void;
}

/** A simulated clock with timers, which run in the order of their times. */
export class SimulatedClock {
  readonly #start: Date;
  /** Milliseconds after the start instant. */
  #elapsed = 0;
  #speed = 0;
  /** When `sync` was called last, as `performance.now()`. */
  #syncedAt = 0;
  /** Ordered by time. */
  readonly #timers: Timer[] = [];

  constructor(start: Date) {
    this.#start = start;
  }

  /** The simulated time; constant until the next `sync` or `advance`. */
  now(): Date {
    return new Date(this.#start.getTime() + this.#elapsed);
  }

  /** Simulated seconds per second; 0 if the clock is stopped. */
  get speed(): number {
    return this.#speed;
  }

  /**
   * Lets the clock run, or stops it with 0.
   * @throws RangeError if the speed is negative or not finite
   */
  run(speed: number): void {
    checkNumber('speed', speed);
    this.sync();
    this.#speed = speed;
  }

  /** Advances a running clock by the time that has passed since the last `sync`. */
  sync(): void {
    const present = performance.now();
    const passed = this.#speed === 0 ? 0 : (present - this.#syncedAt) * this.#speed;
    this.#syncedAt = present;
    this.advance(passed);
  }

  /**
   * Advances the clock and runs all timers until then, each at its own time.
   * @throws RangeError if `ms` is negative or not finite
   */
  advance(ms: number): void {
    checkNumber('ms', ms);
    const end = this.#elapsed + ms;
    while (this.#timers[0] && this.#timers[0].time <= end) {
      const { time, run } = this.#timers.shift()!;
      this.#elapsed = Math.max(this.#elapsed, time);
      run();
    }
    this.#elapsed = Math.max(this.#elapsed, end);
  }

  /**
   * Runs a function when the clock has advanced by `ms`; with 0 at the next `sync` or `advance`.
   * Timers of the same time run in the order in which they were added.
   * @throws RangeError if `ms` is negative or not finite
   */
  after(ms: number, run: () => void): void {
    checkNumber('ms', ms);
    const time = this.#elapsed + ms;
    const later = this.#timers.findIndex((timer) => timer.time > time);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, { time, run });
  }
}

function checkNumber(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0))
    throw new RangeError(`${name}: ${value} is not a number of at least 0`);
}
