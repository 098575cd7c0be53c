/**
 * Closes a stream of events whose client does not read. The events of a subscription wait in a
 * bounded buffer, but the response would stay open as long as the connection.
 */
import type { ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { HttpServerContext } from '../server-request.ts';

/** @param idleMs maximum time without a transferred byte while bytes wait */
export function limitStreamTime(res: ServerResponse, idleMs: number): void {
  // Called after each time in which nothing was transferred.
  res.setTimeout(idleMs, () => {
    if (res.writableNeedDrain) res.destroy();
  });
}

/** Plugin: limits the time of the streams that Yoga sends. */
export const useStreamTimeout = (
  idleMs: number,
): Plugin<Record<never, never>, HttpServerContext> => ({
  onResponse({ response, serverContext: { serverRequest } }) {
    if (response.headers.get('content-type') !== 'text/event-stream') return;
    // Later, because Yoga turns the timeout off when it begins to send the response.
    setImmediate(() => limitStreamTime(serverRequest.res, idleMs));
  },
});
