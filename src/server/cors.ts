/** Cross-origin access: pages of listed origins may send requests and read the responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { preflightHeaders } from './cross-site.ts';

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
   * Sets the CORS headers if the origin of the request is allowed, and answers preflight requests.
   * @param methods allowed methods, as the value of a header
   * @returns whether the request was a preflight: then it is answered
   */
  apply(
    { method, headers: { origin } }: IncomingMessage,
    res: ServerResponse,
    methods: string,
  ): boolean {
    if (this.#origins.size > 0 || this.#allowsLocalOrigins) res.setHeader('vary', 'origin');
    const isAllowed = origin !== undefined && this.allows(origin);
    if (isAllowed) {
      res.setHeader('access-control-allow-origin', origin);
      res.setHeader('access-control-expose-headers', exposedHeaders);
    }
    if (method !== 'OPTIONS') return false;
    if (isAllowed) {
      res.setHeader('access-control-allow-methods', methods);
      res.setHeader('access-control-allow-headers', this.#requestHeaders);
      res.setHeader('access-control-max-age', '600');
    }
    res.writeHead(204).end();
    return true;
  }

  /** Whether pages of an origin may call the gateway. */
  allows(origin: string): boolean {
    return this.#origins.has(origin) || (this.#allowsLocalOrigins && localOrigin.test(origin));
  }
}
