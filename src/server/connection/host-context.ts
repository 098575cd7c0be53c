/** Who asks, as the host of a gateway knows it: it is passed on to the resolvers of its fields. */
import type { IncomingHttpHeaders } from 'node:http';

/** In the headers of a request, which alone go to all places where operations begin. */
const key = Symbol('hostContext');

/** @returns the headers with what the host knows of the request */
export const withHostContext = (
  headers: IncomingHttpHeaders,
  hostContext: object,
): IncomingHttpHeaders => Object.assign(headers, { [key]: hostContext });

/** @returns what the host knows of the request; undefined for one that has not come from a host */
export const hostContextOf = (headers: IncomingHttpHeaders): object | undefined =>
  (headers as { readonly [key]?: object })[key];
