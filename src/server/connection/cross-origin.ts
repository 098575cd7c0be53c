/**
 * Requests of pages of other origins. Pages of listed origins may send requests and read the
 * responses (CORS). An operation is executed only if a browser would have sent a preflight for a
 * request of another site: this prevents cross-site request forgery and cross-site search.
 */
import type { Config } from '../../config.ts';
import { traceHeader } from '../record/request-trace.ts';
import { type HttpRequest, setHeaders } from './server-request.ts';
import type { Plugin } from 'graphql-yoga';
import { graphError } from '../../engine/schema/error/error.ts';
import { serviceTokenHeaders } from './identity.ts';
import { isMultipart, queryStringOf } from '../document/params.ts';

type CorsSettings = Pick<Config, 'CORS_ORIGINS' | 'CORS_HEADERS' | 'production' | 'oauthClient'>;

/** Headers that a browser sends to another site only after a preflight. */
const preflightHeaders: readonly string[] = [
  'authorization',
  'x-preflight',
  'apollo-require-preflight',
  'x-requested-with',
  'x-request-id',
  'x-content-owner',
  ...serviceTokenHeaders,
];

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
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  traceHeader,
];

/** Response headers that pages may read, beside those that are always readable. */
const exposedHeaders = [
  'accept-ranges',
  'age',
  'allow',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'mcp-session-id',
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
  /** Whether pages may send the cookies of users who have signed in. */
  readonly #allowsCookies: boolean;

  constructor({ CORS_ORIGINS, CORS_HEADERS, production, oauthClient }: CorsSettings) {
    this.#origins = new Set(CORS_ORIGINS);
    this.#allowsLocalOrigins = !production;
    this.#allowsCookies = oauthClient !== undefined;
    this.#requestHeaders = [...new Set([...ownHeaders, ...CORS_HEADERS])].join(', ');
  }

  /**
   * Adds the CORS headers if the origin of the request is allowed, and answers preflight requests.
   * @param methods allowed methods, as the value of a header
   * @returns whether the request was a preflight: then it is answered
   */
  apply(request: HttpRequest, methods: string): boolean {
    const { req, res } = request;
    const { origin } = req.headers;
    const isPreflight = req.method === 'OPTIONS';
    const { headers } = request;
    const dependsOnOrigin = this.#origins.size > 0 || this.#allowsLocalOrigins;
    if (dependsOnOrigin && !hasHeader(headers, 'vary')) headers.push('vary', 'origin');
    if (origin !== undefined && this.allows(origin)) {
      headers.push('access-control-allow-origin', origin);
      headers.push('access-control-expose-headers', exposedHeaders);
      if (this.#allowsCookies) headers.push('access-control-allow-credentials', 'true');
      if (isPreflight) {
        headers.push('access-control-allow-methods', methods);
        headers.push('access-control-allow-headers', this.#requestHeaders);
        headers.push('access-control-max-age', '600');
      }
    }
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

/** Whether names and values in turn have this name; a client chooses some of the values. */
const hasHeader = (headers: readonly string[], name: string): boolean =>
  headers.some((each, index) => index % 2 === 0 && each === name);

/**
 * Whether a media type is JSON in UTF-8, which a page cannot send to another site without a
 * preflight.
 */
export const isJsonType = (type: string): boolean =>
  type === 'application/json' || jsonType.test(type);

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Whether a browser would have sent a preflight for a request with these headers. */
export const hasPreflight = (headers: Pick<Headers, 'get' | 'has'>): boolean =>
  isJsonType(headers.get('content-type') ?? '') || hasPreflightHeader(headers);

const hasPreflightHeader = (headers: Pick<Headers, 'has'>): boolean =>
  preflightHeaders.some((name) => headers.has(name));

const hasDocument = (parameters: URLSearchParams): boolean =>
  parameters.has('query') || parameters.has('documentId');

/** @throws GraphQLError 415 or 403, before the request is parsed */
export const useCrossSitePrevention = (): Plugin => ({
  onRequestParse({ request: { method, headers, url } }) {
    const type = headers.get('content-type') ?? '';
    if (isJsonType(type)) return;
    const isForm = method === 'POST' && isMultipart(type);
    if (method === 'POST' && !isForm)
      throw graphError(
        'INVALID_INPUT',
        'content-type: a POST has to be application/json in UTF-8, or multipart/form-data',
        { http: { status: 415 } },
      );
    // Any page may send a form or a GET to any site without a preflight. A GET without a document
    // executes nothing: its error says what is missing.
    const isSimple = isForm || (method === 'GET' && hasDocument(queryStringOf(url)));
    if (!isSimple || hasPreflightHeader(headers)) return;
    const needed = `needs one of the headers ${preflightHeaders.join(', ')}`;
    throw graphError(
      'INVALID_INPUT',
      isForm ? `A form ${needed}.` : `A GET ${needed}; or send a POST with application/json.`,
      { http: { status: 403 } },
    );
  },
});
