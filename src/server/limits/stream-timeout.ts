/**
 * Closes responses whose clients do not read: they would be in memory as long as the connection.
 */
import type { ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { HttpServerContext } from '../connection/server-request.ts';

/** @param idleMs maximum time without a transferred byte while bytes wait */
export function limitStreamTime(res: ServerResponse, idleMs: number): void {
  // Called after each time in which nothing was transferred.
  res.setTimeout(idleMs, () => {
    if (res.socket && res.socket.writableLength > 0) res.destroy();
  });
}

/** Plugin: limits the time of the responses that Yoga sends. */
export const useStreamTimeout = (
  idleMs: number,
): Plugin<Record<never, never>, HttpServerContext> => ({
  onResponse({ serverContext: { serverRequest } }) {
    // Later, because Yoga turns the timeout off when it begins to send the response.
    setImmediate(() => limitStreamTime(serverRequest.res, idleMs));
  },
});
