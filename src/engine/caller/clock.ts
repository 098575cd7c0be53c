/**
 * The clock by which the gateway decides: when to wait, to repeat, to give up or to close. It is
 * passed to what needs it, and tests move it. What only measures, for traces, metrics and the
 * log, reads `measuredNow()`.
 *
 * Every instant that decides within this process, such as a deadline, is one of `Clock.now`, in
 * milliseconds since 1970. It must not be compared with one of `performance.now()`, which counts
 * from the start of the process: where an instant is one of those, its comment says so.
 */

/** A call that will be made later. */
export interface Timer {
  /** Has no effect when the call has been made. */
  cancel(): void;
}

/** The current time and ways to wait. Where a clock is optional, its default is `systemClock`. */
export interface Clock {
  /** Milliseconds since 1970. Never runs backwards. */
  readonly now: () => number;
  /**
   * Whole milliseconds since 1970 by the system's time, which can be set and goes on while the
   * computer sleeps: for instants that others see, such as the expiry of a URL.
   */
  readonly wallTime: () => number;
  /**
   * Resolves after `ms` milliseconds (24 days at most), or as soon as the signal fires. Never
   * rejects.
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `run` once after `ms` milliseconds (24 days at most). */
  readonly after: (ms: number, run: () => void) => Timer;
}

/** @returns the present for what only measures, as `performance.now()` */
export const measuredNow = (): number => performance.now();

/** Maximum delay of a Node timer: a longer one would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

const { timeOrigin } = performance;

/** The computer's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  // The monotonic clock: a correction of the system time must not shorten a poll interval.
  now: () => timeOrigin + performance.now(),
  wallTime: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = systemClock.after(ms, wake);
      signal?.addEventListener('abort', wake);
      function wake(): void {
        timer.cancel();
        signal?.removeEventListener('abort', wake);
        resolve();
      }
    }),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(Math.ceil(ms), 0), maxTimerMs)).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Calls `run` every `ms` milliseconds, the first time after as many. */
export function every(clock: Clock, ms: number, run: () => void): Timer {
  let timer = clock.after(ms, repeat);
  function repeat(): void {
    timer = clock.after(ms, repeat);
    run();
  }
  return { cancel: () => timer.cancel() };
}

/** A signal that fires after some time. */
interface TimeLimit extends Timer {
  readonly signal: AbortSignal;
}

/** @returns a signal as `AbortSignal.timeout` has, by a clock; cancel it when it is not needed */
export function timeLimit(clock: Clock, ms: number): TimeLimit {
  const controller = new AbortController();
  const expire = (): void =>
    controller.abort(new DOMException('The time limit has passed.', 'TimeoutError'));
  const timer = clock.after(ms, expire);
  return { signal: controller.signal, cancel: () => timer.cancel() };
}
