/** Cross-origin access: pages of listed origins may send requests and read the responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The permissions of pages of other origins; each value is the value of its response header. */
export interface CorsPolicy {
  readonly methods: string;
  /** Request headers. */
  readonly requestHeaders: string;
  /** Response headers. */
  readonly responseHeaders: string;
}

const graphqlPolicy: CorsPolicy = {
  methods: 'GET, POST',
  requestHeaders:
    'authorization, content-type, x-content-owner, x-content-owner-channel, x-request-id, x-preflight',
  responseHeaders: 'x-request-id, retry-after',
};

/**
 * Sets the CORS headers if the request comes from a listed origin, and answers preflight requests.
 * @returns whether the request was a preflight: then it is answered
 */
export function applyCors(
  { method, headers: { origin } }: IncomingMessage,
  res: ServerResponse,
  origins: ReadonlySet<string>,
  policy: CorsPolicy = graphqlPolicy,
): boolean {
  if (origins.size > 0) res.setHeader('vary', 'origin');
  const isListed = origin !== undefined && origins.has(origin);
  if (isListed) {
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader('access-control-expose-headers', policy.responseHeaders);
  }
  if (method !== 'OPTIONS') return false;
  if (isListed) {
    res.setHeader('access-control-allow-methods', policy.methods);
    res.setHeader('access-control-allow-headers', policy.requestHeaders);
    res.setHeader('access-control-max-age', '600');
  }
  res.writeHead(204).end();
  return true;
}
