/** What carries the requests of calls, and what it tells them. */
import type { Dispatcher } from 'undici';
import type { OutgoingRequest } from './outgoing-request.ts';

/** Sends the requests of calls. */
export interface CallPool {
  dispatch(request: OutgoingRequest, handler: CallHandler): unknown;
}

/** The connection that carries a call. */
export interface ConnectionUse {
  /** Responses received since the connection was opened. */
  responses: number;
  /** Called when the request has ended, with or without a response. */
  readonly release?: (() => void) | undefined;
}

/** A handler that learns which connection carries its request. */
export interface ConnectionUser {
  connection: ConnectionUse | undefined;
}

/** Receives the response to the request of a call, or of several calls. */
export interface CallHandler extends Dispatcher.DispatchHandler, ConnectionUser {
  onResponseError(controller: Dispatcher.DispatchController | null, error: Error): void;
}

/** Called when the request of the handler has ended: its connection can carry another one. */
export function leaveConnection(user: ConnectionUser): void {
  const { connection } = user;
  user.connection = undefined;
  connection?.release?.();
}

/**
 * What is decided once for all calls of a request that has failed, so that they are repeated
 * together or not at all.
 */
export interface SharedRetry {
  /** The random number of the delay. */
  random?: number;
  /** Whether the retry budget allows it. */
  isWithinBudget?: boolean;
  /** Whether the breaker of the service has counted the failure. */
  isCounted?: boolean;
}
