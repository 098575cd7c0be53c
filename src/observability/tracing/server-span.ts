/** Name and attributes of the span of a request, by the conventions for HTTP servers. */
import type { Attributes } from '@opentelemetry/api';
import type { Config } from '../../config.ts';
import type { StartedRequest } from '../../server/record/request-trace.ts';
import { serverAddress } from './server-address.ts';

/** The methods that the conventions know; clients can invent others. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'QUERY',
]);

/** The span of a request at its start. */
interface ServerSpan {
  readonly name: string;
  readonly attributes: Attributes;
}

/** @returns the attributes of all requests: how clients reach the gateway */
export function gatewayAttributes({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Attributes {
  if (PUBLIC_URL === undefined) return { 'url.scheme': 'http' };
  return { 'url.scheme': new URL(PUBLIC_URL).protocol.slice(0, -1), ...serverAddress(PUBLIC_URL) };
}

/** The path has no more than the route: the rest of that of an upload or download is a secret. */
export function serverSpan({ req: { method = '' }, route, requestId }: StartedRequest): ServerSpan {
  const attributes: Attributes = {
    'http.route': route,
    'url.path': route,
    'studiograph.request_id': requestId,
  };
  // An operation of a WebSocket is no HTTP request.
  if (method === 'WEBSOCKET') {
    attributes['network.protocol.name'] = 'websocket';
    return { name: `${method} ${route}`, attributes };
  }
  const isKnown = knownMethods.has(method);
  attributes['http.request.method'] = isKnown ? method : '_OTHER';
  return { name: `${isKnown ? method : 'HTTP'} ${route}`, attributes };
}
