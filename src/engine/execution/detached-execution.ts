/** Executions of a caller whose request can have ended. */
import { Execution } from './execution.ts';

/** Makes an execution for calls that have so much time in ms, and end when the signal fires. */
export type DetachedExecutions = (ms: number, signal: AbortSignal) => Execution;

/** Executions of the same caller, for calls that no request waits for. */
export function detachedFrom({ settings, clock }: Execution): DetachedExecutions {
  // Nothing else of the execution is kept: its cache can be large.
  return (ms, signal) => {
    const deadline = clock.now() + ms;
    const observers = { recorder: undefined, waits: undefined, defects: undefined };
    return new Execution({ ...settings, ...observers, signal, deadline });
  };
}
