/** What the client tells about the HTTP requests that it sends. */
import type { CallOutcome } from './call-outcome.ts';
import type { AnyOperation } from './operation.ts';

/** How an HTTP request of a call has ended. */
export interface AttemptEnd {
  readonly outcome: CallOutcome | undefined;
  /** HTTP status; 0 where no head of a response has arrived. */
  readonly status: number;
}

/** An HTTP request of a call that has ended. */
export interface Attempt extends AttemptEnd {
  /** In ms of `performance.now()`; the request may have waited for a connection since. */
  readonly startedAt: number;
  /** Bytes of the response body that have arrived. */
  readonly size: number;
}

/** Learns of all requests of a client. It must not throw, and must not keep an attempt. */
export interface AttemptObserver {
  /** A request is sent that counts as a call of the operation. */
  onSend(operation: AnyOperation): void;
  onAttempt(operation: AnyOperation, attempt: Attempt): void;
  /** A request that transfers a file has been answered, or has failed. */
  onTransfer(operation: AnyOperation, end: AttemptEnd): void;
  /** A failed call will be sent again. */
  onRetry(operation: AnyOperation): void;
}
