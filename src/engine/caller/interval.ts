/** Calls that are repeated at the same interval. */
import type { Clock, Timer } from './clock.ts';

/** Calls `run` every `ms` milliseconds, the first time after as many. */
export function every(clock: Clock, ms: number, run: () => void): Timer {
  let timer = clock.after(ms, repeat);
  function repeat(): void {
    timer = clock.after(ms, repeat);
    run();
  }
  return { cancel: () => timer.cancel() };
}
