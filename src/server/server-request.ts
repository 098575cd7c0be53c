/** One HTTP request to the gateway, as the modules of the server see it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '../upstream/upstream.ts';

/** The input for a GraphQL context. */
export interface RequestDetails {
  readonly identity: Identity;
  /** Aborts when the client disconnects before the response is sent. */
  readonly signal: AbortSignal;
  /** Time in milliseconds of `performance.now()` by which the response has to be ready. */
  readonly deadline: number;
  readonly requestId: string;
}

/** One HTTP request and its response. */
export interface ServerRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Name of the GraphQL operation, for the log. */
  operationName?: string | undefined;
}

/** A request to `/graphql`. */
export interface GraphqlRequest extends ServerRequest {
  /** Replaced when a form has been received: its deadline starts then. */
  details: RequestDetails;
}

/** Yoga's server context: plugins find the request in it. */
export interface ServerContext {
  readonly serverRequest: GraphqlRequest;
}

/** @returns the path as the client sent it, without the query string */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
