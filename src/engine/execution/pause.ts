/** A wait inside an execution. */
import { systemClock } from './clock.ts';

/** When the execution ends. */
interface PauseLimits {
  readonly signal?: AbortSignal | undefined;
  /** In ms of `performance.now()`. */
  readonly deadline: number;
}

const neverAborted = new AbortController().signal;

/**
 * Waits.
 * @param stop ends the wait as well
 * @returns false if a signal fires, or, immediately, if the deadline would pass
 */
export async function pause(
  ms: number,
  { signal = neverAborted, deadline }: PauseLimits,
  stop = neverAborted,
): Promise<boolean> {
  const end = AbortSignal.any([signal, stop]);
  if (end.aborted || performance.now() + ms >= deadline) return false;
  await systemClock.sleep(ms, end);
  return !end.aborted;
}
