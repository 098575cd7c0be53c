/** A request for a turn to write: who waits, and how long. */
import type { AnyOperation } from '../api/operation.ts';
import type { CallOptions } from '../rest/upstream.ts';

export interface TurnRequest extends Pick<CallOptions, 'signal' | 'deadline' | 'waits'> {
  readonly callerKey: string;
  /** The operation that errors name. */
  readonly operation: AnyOperation;
}
