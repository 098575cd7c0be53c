/** The transport of the requests of calls, and its events. */
import type { Dispatcher } from 'undici';
import type { OutgoingRequest } from '../request/outgoing-request.ts';

export interface CallPool {
  dispatch(request: OutgoingRequest, handler: CallHandler): unknown;
}

export interface ConnectionUse {
  /** Responses received since the connection was opened. */
  responses: number;
  /** Called when the request has ended, with a response or without. */
  readonly release?: ((hasAnswered: boolean) => void) | undefined;
}

/** The place of a request in the queue for a connection. */
export interface WaitingPlace {
  /** Called when the request has ended before it was sent. */
  leave(): void;
}

/** A handler that learns which connection carries its request. */
export interface ConnectionUser {
  connection: ConnectionUse | undefined;
}

/** Receives the response to the request of a call. */
export interface CallHandler extends Dispatcher.DispatchHandler, ConnectionUser {
  /** Key of the caller. */
  readonly caller: string;
  /** Whether it finds out if the service works again: it must not wait for requests that hang. */
  readonly isProbe: boolean;
  /** Set while the request waits for a connection. */
  place: WaitingPlace | undefined;
  /** Called when the request has waited so many ms for a connection, before it is sent. */
  onWaited?(ms: number): void;
  /** Called when the request cannot wait for a connection any longer. */
  giveWay(): void;
  onResponseError(controller: Dispatcher.DispatchController | null, error: Error): void;
}
