/**
 * Plugin: executes an operation only if a browser would have sent a CORS preflight for a request of
 * another site. This prevents cross-site request forgery and cross-site search.
 */
import type { Plugin } from 'graphql-yoga';
import { graphError } from '../../engine/schema/error/error.ts';
import { serviceTokenHeaders } from '../identity.ts';
import { queryStringOf } from '../document/params.ts';
import { isMultipart } from '../transfer/multipart.ts';

/** Headers that a browser sends to another site only after a preflight. */
export const preflightHeaders: readonly string[] = [
  'authorization',
  'x-preflight',
  'apollo-require-preflight',
  'x-requested-with',
  'x-request-id',
  'x-content-owner',
  ...serviceTokenHeaders,
];

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
    const isSimple = isForm || (method === 'GET' && queryStringOf(url).has('query'));
    if (!isSimple || hasPreflightHeader(headers)) return;
    const needed = `needs one of the headers ${preflightHeaders.join(', ')}`;
    throw graphError(
      'INVALID_INPUT',
      isForm ? `A form ${needed}.` : `A GET ${needed}; or send a POST with application/json.`,
      { http: { status: 403 } },
    );
  },
});
