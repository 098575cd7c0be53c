/**
 * The clock of the sandbox. It is stopped, except for one second per write, or runs with the time
 * of the computer, faster or slower. Tests can advance it in both cases.
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
  /** The time of the computer at the last `sync`, in milliseconds. */
  #syncedAt = 0;
  /** Ordered by time. */
  readonly #timers: Timer[] = [];

  constructor(start: Date) {
    this.#start = start;
  }

  /** The simulated time, which is constant while a call is handled. */
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
    this.#syncedAt = performance.now();
  }

  /** Advances a running clock to the present. The sandbox does this before each call. */
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
   * Runs a function when the clock has advanced by `ms`; with 0 at the next advance or call.
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
