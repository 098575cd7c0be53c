/** What the server knows of one HTTP request, from its headers to the line in the log. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '../upstream/upstream.ts';

/** All that a GraphQL context is made from. */
export interface RequestFacts {
  readonly identity: Identity;
  /** Fires when the client leaves before its answer is sent. */
  readonly signal: AbortSignal;
  /** Instant in ms of `performance.now()` after which nobody waits for the answer any more. */
  readonly deadline: number;
  readonly requestId: string;
}

/** One request under way; Yoga's plugins find it in the server context. */
export interface ServerRequest {
  facts: RequestFacts;
  /** For the log. */
  operationName?: string | undefined;
}

export interface ServerContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly exchange: ServerRequest;
}

/** The path without its query string, as it was sent. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};
