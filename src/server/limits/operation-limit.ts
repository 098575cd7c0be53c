/**
 * Limits how many operations run at the same time: by a fixed number of slots, and by the delay of
 * the event loop. If more operations run than the CPU can execute, each turn of the event loop
 * takes long. Then everything waits, also requests that are only rejected, and the garbage
 * collection has to copy what all of them have in memory. Therefore fewer operations start while
 * turns are long. The others wait, and when too many wait, further requests are rejected.
 */
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** Milliseconds between two measurements of the delay. */
const intervalMs = 10;

/** Delay of the event loop in milliseconds from which fewer operations run. */
const maxDelayMs = 15;

/** Number of operations that may run whatever the delay is: it can have other causes. */
const minRunning = 8;

/** Number of waiting operations for each one that may run: they start within a few seconds. */
const waitingPerRunning = 40;

/**
 * Milliseconds for which more operations can wait. Many that come in one turn delay the event loop
 * only once: they start in the next turns.
 */
const burstMs = 250;

/**
 * Milliseconds that it takes to reject a request (`npm run bench -- overload`). Rejected requests
 * cause no delay that fewer running operations could shorten.
 */
const rejectionMs = 0.03;

/** An operation that waits for its start. */
interface WaitingOperation {
  /** Resolves to true when it runs, to false when it has left. */
  readonly started: Promise<boolean>;
  /** Ends the wait: nobody needs the operation any more. */
  leave(): void;
}

/** The operations of a gateway. */
export class OperationLimit {
  readonly #max: number;
  readonly #slots: ConcurrencyLimit;
  /**
   * Functions that end the waits, in the order of the operations; with the instants in ms of
   * `performance.now()` at which the waits began.
   */
  readonly #waiting = new Map<(runs: boolean) => void, number>();
  #running = 0;
  /** Maximum number of running operations: up to `max`, depending on the delay. */
  #maxRunning: number;
  /** Set while operations run. */
  #timer: NodeJS.Timeout | undefined;
  /** Instant in ms of `performance.now()`. */
  #measuredAt = 0;
  /** Number of operations that have been rejected since then. */
  #rejected = 0;

  /** @param max number of slots */
  constructor(max: number) {
    this.#max = max;
    this.#slots = new ConcurrencyLimit(max);
    this.#maxRunning = max;
  }

  /** The number of slots that are taken. */
  get active(): number {
    return this.#slots.active;
  }

  /** The number of operations that wait for their start. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether the next operation must be rejected. It then counts as rejected. */
  rejects(): boolean {
    const isFull = this.#slots.active >= this.#max || this.#tooManyWait();
    if (isFull) this.#rejected += 1;
    return isFull;
  }

  /** Takes a slot. @returns frees the slot, once; undefined if the operation must be rejected */
  take(): (() => void) | undefined {
    return this.rejects() ? undefined : this.#slots.take();
  }

  /**
   * Starts an operation that has a slot; `end` has to be called afterwards.
   * @returns undefined if it runs now
   */
  start(): WaitingOperation | undefined {
    if (this.#waiting.size > 0 || this.#running >= this.#maxRunning) return this.#wait();
    this.#running += 1;
    if (this.#timer === undefined) this.#startTimer();
    return undefined;
  }

  /** Ends an operation that has been running. */
  end(): void {
    this.#running -= 1;
    if (this.#waiting.size > 0) this.#startWaiting();
  }

  #tooManyWait(): boolean {
    if (this.#waiting.size <= this.#maxRunning * waitingPerRunning) return false;
    const [first] = this.#waiting.values();
    return performance.now() - first! > burstMs;
  }

  #wait(): WaitingOperation {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.set(resolve, performance.now());
    return {
      started: promise,
      leave: () => {
        if (this.#waiting.delete(resolve)) resolve(false);
      },
    };
  }

  #startWaiting(): void {
    for (const resolve of this.#waiting.keys()) {
      if (this.#running >= this.#maxRunning) return;
      this.#waiting.delete(resolve);
      this.#running += 1;
      resolve(true);
    }
  }

  #startTimer(): void {
    this.#measuredAt = performance.now();
    this.#rejected = 0;
    this.#timer = setInterval(() => this.#measure(), intervalMs).unref();
  }

  /** Fewer operations run after a long turn, more after a short one. */
  #measure(): void {
    if (this.#running === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    const delay = now - this.#measuredAt - intervalMs - this.#rejected * rejectionMs;
    this.#measuredAt = now;
    this.#rejected = 0;
    this.#maxRunning =
      delay > maxDelayMs
        ? Math.max(minRunning, Math.min(this.#maxRunning, this.#running) * 0.75)
        : Math.min(this.#max, this.#maxRunning * 1.1 + 1);
    this.#startWaiting();
  }
}
