/** The request of an operation as plugins see it: without its body, whose parameters they have. */
import type { GraphqlHttpRequest, GraphqlRequest } from '../connection/server-request.ts';

/**
 * @returns the HTTP request; for an operation of a WebSocket a POST without headers, because
 * plugins look at the method: operations of a GET may only read
 */
export function requestOf(request: GraphqlRequest | GraphqlHttpRequest): Request {
  if (!('req' in request)) return new Request('http://gateway/graphql', { method: 'POST' });
  const { method = 'POST', url = '', headersDistinct } = request.req;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Request(new URL(url, 'http://gateway'), { method, headers });
}
