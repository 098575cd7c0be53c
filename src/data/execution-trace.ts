/** The events of an execution that a trace records: its REST calls, their attempts and ends. */
import type { Attempt } from '../upstream/attempt-observer.ts';
import type { AnyOperation } from '../upstream/operation.ts';

/** One call, with its retries. */
export interface CallTrace {
  /** An HTTP request of the call has ended. */
  readonly onAttempt: (attempt: Attempt) => void;
  /** The caller has the answer, or the error. */
  readonly end: (error?: unknown) => void;
}

/** The calls of one execution. */
export interface ExecutionTrace {
  /** A call begins. It may get the answer of an equal call, and send nothing. */
  startCall(operation: AnyOperation, args: Readonly<Record<string, unknown>>): CallTrace;
}
