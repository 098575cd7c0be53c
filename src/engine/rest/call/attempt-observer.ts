/** Reports of the client about the HTTP requests that it sends. */
import type { CallOutcome } from './call-outcome.ts';
import type { AnyOperation } from '../../api/operation.ts';

/** The end of an HTTP request of a call. */
export interface AttemptEnd {
  readonly outcome: CallOutcome | undefined;
  /** HTTP status; 0 where no head of a response has arrived. */
  readonly status: number;
}

/** An HTTP request of a call that has ended. */
export interface Attempt extends AttemptEnd {
  /** Its start, in ms of `performance.now()`; it may have waited for a connection since. */
  readonly measuredFrom: number;
  /** Bytes of the response body that have arrived. */
  readonly size: number;
}

/** An HTTP request that has ended, for a trace. */
export interface TracedAttempt extends AttemptEnd {
  /** In ms of `performance.now()`; the request may have waited for a connection since. */
  readonly startedAt: number;
  readonly method: string;
  /** A URL on the server that the request went to. */
  readonly baseUrl: URL | string;
  /** Whether it was sent, and counts as a call of the operation: a part of an upload does not. */
  readonly isCounted: boolean;
  /** Bytes of the response body; of an upload or a download, if the response states them. */
  readonly size: number | undefined;
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
