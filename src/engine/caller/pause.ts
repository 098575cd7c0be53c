/** A wait inside an execution. */
import type { Clock } from './clock.ts';

/** When the execution ends. */
interface PauseLimits {
  readonly signal?: AbortSignal | undefined;
  /** Instant of the clock. */
  readonly deadline: number;
  readonly clock: Clock;
}

const neverAborted = new AbortController().signal;

/**
 * Waits.
 * @param stop ends the wait as well
 * @returns false if a signal fires, or, immediately, if the deadline would pass
 */
export async function pause(
  ms: number,
  { signal = neverAborted, deadline, clock }: PauseLimits,
  stop = neverAborted,
): Promise<boolean> {
  const end = AbortSignal.any([signal, stop]);
  if (end.aborted || clock.now() + ms >= deadline) return false;
  await clock.sleep(ms, end);
  return !end.aborted;
}
