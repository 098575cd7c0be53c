/**
 * Limits how many operations run at the same time: by a fixed number of slots, and by the delay of
 * the event loop. If more operations run than the CPU can execute, each turn of the event loop
 * takes long. Then everything waits, also requests that are only rejected, and the garbage
 * collection has to copy what all of them have in memory. Therefore fewer operations start while
 * turns are long. The others wait, and their callers take turns. When too many wait, callers
 * give way to others by the rules of `Shares`.
 */
import { CallerQueue, type QueueEntry } from '../../engine/rest/share/caller-queue.ts';
import {
  type Holding,
  type Refusal,
  type SharePolicy,
  Shares,
} from '../../engine/rest/share/shares.ts';

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

/**
 * Bytes of a result that are made in the time of a small operation, about 2 ms. A larger result
 * counts as several turns of its caller.
 */
const bytesPerTurn = 32 * 1024;

/** An operation that waits for its start. */
export interface WaitingOperation extends QueueEntry<WaitingOperation>, Holding {
  /** Called when it can run; it is not in the queue any more. */
  start(): void;
}

/** The operations of a gateway. */
export class OperationLimit {
  /** What callers have of the slots. */
  readonly slots: Shares;
  /** What callers have of the operations that wait. */
  readonly waiting: Shares;
  readonly #max: number;
  readonly #queue: CallerQueue<WaitingOperation>;
  /** With the instants in ms of `performance.now()` at which the waits began, the oldest first. */
  readonly #waits = new Map<WaitingOperation, number>();
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
  constructor(max: number, policy: SharePolicy) {
    this.#max = max;
    // A running operation keeps its slot, so others need slots that one caller cannot take.
    this.slots = new Shares({ ...policy, total: max, reserve: policy.callerShare });
    this.#queue = new CallerQueue(policy.isAccepted);
    const newestOf = (caller: string): WaitingOperation | undefined => this.#queue.newestOf(caller);
    this.waiting = new Shares({ ...policy, total: max, newestOf });
    this.#maxRunning = max;
  }

  /** Whether an operation can be rejected. If not, nobody has to ask whose it is. */
  get isCrowded(): boolean {
    return this.slots.isCrowded || this.#tooManyWait;
  }

  /** Why the next operation of a caller must be rejected; it then counts as rejected. */
  refusalOf(caller: string): Refusal | undefined {
    const refusal = this.slots.refusalOf(caller) ?? this.#limitedWaiting.refusalOf(caller);
    if (refusal !== undefined) this.#rejected += 1;
    return refusal;
  }

  /** Takes a slot. @returns undefined if it was taken; `release` must follow once */
  take(caller: string): Refusal | undefined {
    return (this.isCrowded ? this.refusalOf(caller) : undefined) ?? this.slots.take(caller);
  }

  /** Frees a slot. */
  release(caller: string): void {
    this.slots.release(caller);
  }

  /**
   * Starts an operation that has a slot; `end` has to be called afterwards.
   * @returns 'runs' if it runs now, 'waits' until its `start` or its `giveWay` is called
   */
  start(operation: WaitingOperation): 'runs' | 'waits' | Refusal {
    if (this.#waits.size > 0 || this.#running >= this.#maxRunning) return this.#wait(operation);
    this.#running += 1;
    if (this.#timer === undefined) this.#startTimer();
    return 'runs';
  }

  /**
   * Ends an operation that has been running.
   * @param resultBytes length of its result
   */
  end(caller: string, resultBytes: number): void {
    this.#running -= 1;
    if (this.#waits.size === 0) return;
    this.#queue.charge(caller, resultBytes / bytesPerTurn);
    this.#startWaiting();
  }

  /** Ends the wait of an operation that nobody needs any more, or that has given way. */
  leave(operation: WaitingOperation): void {
    if (!this.#waits.delete(operation)) return;
    this.#queue.delete(operation);
    this.waiting.release(operation.caller);
  }

  get #tooManyWait(): boolean {
    if (this.#waits.size <= this.#maxRunning * waitingPerRunning) return false;
    const [oldest] = this.#waits.values();
    return performance.now() - oldest! > burstMs;
  }

  /** What callers have of the operations that wait, with the limit of this moment. */
  get #limitedWaiting(): Shares {
    this.waiting.total = this.#tooManyWait ? this.#maxRunning * waitingPerRunning : this.#max;
    return this.waiting;
  }

  #wait(operation: WaitingOperation): 'waits' | Refusal {
    const refusal = this.#limitedWaiting.take(operation.caller);
    if (refusal !== undefined) return refusal;
    this.#waits.set(operation, performance.now());
    this.#queue.add(operation);
    return 'waits';
  }

  #startWaiting(): void {
    while (this.#running < this.#maxRunning) {
      const operation = this.#queue.take();
      if (operation === undefined) return;
      this.#waits.delete(operation);
      this.waiting.release(operation.caller);
      this.#running += 1;
      operation.start();
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
