/** A request for a turn to write: who waits, and how long. */
import type { AnyOperation } from '../api/operation.ts';
import type { WaitObserver } from '../rest/share/wait-observer.ts';

export interface TurnRequest {
  readonly callerKey: string;
  readonly signal?: AbortSignal | undefined;
  /** Instant of the clock. */
  readonly deadline: number;
  /** Learns how long the request waits. */
  readonly waits?: WaitObserver | undefined;
  /** The operation that errors name. */
  readonly operation: AnyOperation;
}
