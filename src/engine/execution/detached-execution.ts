/** Executions of a caller whose request can have ended. */
import { Execution } from './execution.ts';

/** Lets work make calls, which have so much time in ms, and end when the signal fires. */
export type DetachedExecutions = <T>(
  ms: number,
  signal: AbortSignal,
  work: (execution: Execution) => Promise<T>,
) => Promise<T>;

/** Executions of the same caller, for calls that no request waits for. */
export function detachedFrom({ settings, clock }: Execution): DetachedExecutions {
  // Nothing else of the execution is kept: its cache can be large.
  return (ms, signal, work) => {
    const deadline = clock.now() + ms;
    const observers = { recorder: undefined, waits: undefined, defects: undefined };
    const execution = new Execution({ ...settings, ...observers, signal, deadline });
    return work(execution).finally(() => execution.quota.settle());
  };
}
