/**
 * The clock by which the gateway decides: when to wait, to repeat, to give up or to close. It is
 * passed to whatever needs it, and tests drive it. What only measures, for traces, metrics and the
 * log, reads `performance.now()`.
 */

/** A call that will be made later. */
export interface Timer {
  /** Has no effect when the call has been made. */
  cancel(): void;
}

/** The current time and ways to wait. */
export interface Clock {
  /** Milliseconds since 1970. Never runs backwards. */
  readonly now: () => number;
  /**
   * Resolves after `ms` milliseconds (24 days at most), or as soon as the signal fires. Never
   * rejects.
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `run` once after `ms` milliseconds (24 days at most). */
  readonly after: (ms: number, run: () => void) => Timer;
}

/** Maximum delay of a Node timer: a longer one would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/** The computer's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  // The monotonic clock: a correction of the system time must not shorten a poll interval.
  now: () => performance.timeOrigin + performance.now(),
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
