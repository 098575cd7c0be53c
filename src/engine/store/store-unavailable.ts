/** The error of a store that could not do what was asked of it in time. */
import { ExpectedError } from '../api/stackless.ts';

/**
 * The shared store failed: it cannot be reached, did not answer in time, or rejected the command.
 * A change may have been made all the same, if its answer was lost. The message has no detail:
 * `reason` is a code.
 */
export class StoreUnavailable extends ExpectedError {
  /** For example `ECONNREFUSED`, `timeout`, or the code of an error reply of Redis. */
  readonly reason: string;
  /** Whether the command was not sent, so that it has changed nothing. */
  readonly isUnsent: boolean;

  constructor(reason: string, isUnsent = false) {
    super('The shared store is unavailable');
    this.name = 'StoreUnavailable';
    this.reason = reason;
    this.isUnsent = isUnsent;
  }
}

/** @returns handles a rejection: the value stands for what an unavailable store would have said */
export const unlessUnavailable =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof StoreUnavailable) return value;
    throw error;
  };
