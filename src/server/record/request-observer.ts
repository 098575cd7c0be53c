/** What the server tells about the requests that it has answered. */
import type { WaitObserver } from '../../engine/rest/share/wait-observer.ts';
import type { RejectionReason, RequestRecord } from './request-record.ts';
import type { RoutePath } from './route.ts';

/** An operation that has ended, in a request of its own or over a WebSocket. */
export interface EndedOperation {
  readonly record: RequestRecord;
  /** Time in ms of `performance.now()`. */
  readonly start: number;
  /** Whether the client has left before the end. */
  readonly isAborted: boolean;
}

/** An HTTP request that has ended. */
export interface EndedRequest extends EndedOperation {
  readonly route: RoutePath;
  /** HTTP status. */
  readonly status: number;
}

/** An answered request for a WebSocket. */
export interface EndedUpgrade {
  /** HTTP status: 101 if the WebSocket was opened. */
  readonly status: number;
  /** Numbers of errors by their codes. */
  readonly errors?: ReadonlyMap<string, number> | undefined;
  /** Set if a limit rejected it. */
  readonly rejection?: RejectionReason | undefined;
}

/** Learns of everything that has ended. It must not throw. */
export interface RequestObserver extends WaitObserver {
  onRequest(request: EndedRequest): void;
  onUpgrade(upgrade: EndedUpgrade): void;
  /** A WebSocket was closed because there was no place for all, or too little memory. */
  onWebSocketDropped(reason: RejectionReason): void;
  /** An operation of a WebSocket, which has no request of its own. */
  onOperation(operation: EndedOperation): void;
}
