/** Cross-origin access: pages of listed origins may send requests and read the responses. */
import type { Config } from '../../config.ts';
import { preflightHeaders } from './cross-site.ts';
import { traceHeader } from '../record/request-trace.ts';
import { type ServerRequest, setHeaders } from './server-request.ts';

type CorsSettings = Pick<Config, 'CORS_ORIGINS' | 'CORS_HEADERS' | 'production'>;

/** Request headers that the gateway reads, on any of its paths. */
const ownHeaders: readonly string[] = [
  ...preflightHeaders,
  'accept',
  'content-range',
  'content-type',
  'if-match',
  'if-none-match',
  'if-range',
  'range',
  'x-content-owner-channel',
  traceHeader,
];

/** Response headers that pages may read, beside those that are always readable. */
const exposedHeaders = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'range',
  'retry-after',
  'www-authenticate',
  'x-request-id',
].join(', ');

/** Origins of pages that a developer serves on the same machine. */
const localOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The permissions of pages of other origins. Only the methods differ between paths. */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #allowsLocalOrigins: boolean;
  readonly #requestHeaders: string;

  constructor({ CORS_ORIGINS, CORS_HEADERS, production }: CorsSettings) {
    this.#origins = new Set(CORS_ORIGINS);
    this.#allowsLocalOrigins = !production;
    this.#requestHeaders = [...new Set([...ownHeaders, ...CORS_HEADERS])].join(', ');
  }

  /**
   * Adds the CORS headers if the origin of the request is allowed, and answers preflight requests.
   * @param methods allowed methods, as the value of a header
   * @returns whether the request was a preflight: then it is answered
   */
  apply(request: ServerRequest, methods: string): boolean {
    const { req, res } = request;
    const { origin } = req.headers;
    const isPreflight = req.method === 'OPTIONS';
    const headers: string[] = [];
    if (this.#origins.size > 0 || this.#allowsLocalOrigins) headers.push('vary', 'origin');
    if (origin !== undefined && this.allows(origin)) {
      headers.push('access-control-allow-origin', origin);
      headers.push('access-control-expose-headers', exposedHeaders);
      if (isPreflight) {
        headers.push('access-control-allow-methods', methods);
        headers.push('access-control-allow-headers', this.#requestHeaders);
        headers.push('access-control-max-age', '600');
      }
    }
    if (headers.length > 0) request.headers = [...request.headers, ...headers];
    if (!isPreflight) return false;
    setHeaders(request);
    res.writeHead(204).end();
    return true;
  }

  /** Whether pages of an origin may call the gateway. */
  allows(origin: string): boolean {
    return this.#origins.has(origin) || (this.#allowsLocalOrigins && localOrigin.test(origin));
  }
}
