/** The clock of feeds, workflows and pauses. Tests of feeds replace it. */

/** The current time and a way to wait. */
export interface Clock {
  /** Milliseconds since 1970. Never runs backwards. */
  readonly now: () => number;
  /**
   * Resolves after `ms` milliseconds (24 days at most), or as soon as the signal fires. Never
   * rejects.
   */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
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
      const timer = setTimeout(wake, Math.min(Math.max(Math.ceil(ms), 0), maxTimerMs)).unref();
      signal?.addEventListener('abort', wake);
      function wake(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      }
    }),
};
