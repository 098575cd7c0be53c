/** Puts who may store an answer into its headers, and tells clients that have it that they do. */
import { hash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Api } from '../../engine/api/api.ts';
import type { Config } from '../../config.ts';
import { type Freshness, freshnessKey } from '../../engine/read/freshness.ts';
import type { Caching, GraphqlHttpRequest, HttpPlugin } from '../connection/server-request.ts';
import { namesEtag } from './etag.ts';
import { cachingOf } from './answer-caching.ts';
import { privateHeaders, varyOf } from './private-response.ts';

/**
 * Decides about an answer, and notes it in the request.
 * @returns the answer. The URL of a public one gets it for others, too: it has no cost
 */
export type DecideCaching = (
  result: ExecutionResult,
  request: GraphqlHttpRequest,
) => ExecutionResult;

export const cachingDecider =
  ({ services }: Api, { FEDERATION }: Pick<Config, 'FEDERATION'>): DecideCaching =>
  (result, request) => {
    const freshness = (result.extensions as AnswerExtensions | undefined)?.[freshnessKey];
    if (!freshness) return result;
    const { req, details, namesDocument } = request;
    const isGet = req.method === 'GET';
    const caching = cachingOf({
      isNamed: isGet ? namesDocument : FEDERATION,
      isAnonymous: details.identities.isAnonymous && req.headers.cookie === undefined,
      hasErrors: result.errors !== undefined,
      isTraced: details.isTraced === true,
      freshness,
    });
    request.caching = caching;
    if (caching.maxAge === undefined) return result;
    const names = Array.from(freshness.services, (service) => services[service].tokenHeader);
    request.caching = { ...caching, vary: varyOf(new Set(names)) };
    return isGet ? withoutCost(result) : result;
  };

interface AnswerExtensions {
  readonly [freshnessKey]?: Freshness;
}

function withoutCost({ extensions = {}, ...answer }: ExecutionResult): ExecutionResult {
  const { cost: _, ...others } = extensions;
  return Object.keys(others).length === 0 ? answer : { ...answer, extensions: others };
}

/** Headers that replace those of every answer, or are added to them. */
function* headersOf({ maxAge, age, vary }: Caching): Iterable<[name: string, value: string]> {
  if (maxAge !== undefined) yield ['cache-control', `public, max-age=${maxAge}`];
  if (vary !== undefined) yield ['vary', vary];
  if (age !== undefined) yield ['age', String(age)];
}

/** Puts what was decided into the headers of the response. */
export function addCaching({ headers, caching = {} }: GraphqlHttpRequest): void {
  for (const [name, value] of headersOf(caching)) {
    const place = headers.indexOf(privateHeaders[name as keyof typeof privateHeaders]);
    if (place === -1) headers.push(name, value);
    else headers[place] = value;
  }
}

/**
 * Plugin: takes away what Yoga and other plugins say about caching, and says what was decided. A
 * client that has a public answer is told so.
 */
export const useCaching = (): HttpPlugin => ({
  onResponse(payload) {
    const { response, fetchAPI, serverContext } = payload;
    const { headers } = response;
    headers.delete('cache-control');
    headers.delete('vary');
    const { caching, req } = serverContext.serverRequest;
    // Yoga can send a result as an event, or as a part.
    if (!caching || !isJson.test(headers.get('content-type') ?? '')) return undefined;
    for (const [name, value] of headersOf(caching)) headers.set(name, value);
    if (caching.maxAge === undefined || req.method !== 'GET') return undefined;
    const addEtag = async (): Promise<void> => {
      const text = await response.text();
      const etag = etagOf(text);
      headers.set('etag', etag);
      const isKnown = namesEtag(opaque(req.headers['if-none-match'] ?? ''), opaque(etag));
      if (isKnown) for (const name of ['content-type', 'content-length']) headers.delete(name);
      const status = isKnown ? 304 : response.status;
      payload.setResponse(new fetchAPI.Response(isKnown ? null : text, { status, headers }));
    };
    return addEtag();
  },
});

const isJson = /^application\/(?:graphql-response\+)?json\b/;

/** Weak: the body is the same in each encoding, its bytes are not (RFC 9110, 8.8.1). */
const etagOf = (text: string): string => `W/"${hash('sha256', text, 'base64url')}"`;

/** Weak etags are compared without what says that they are (RFC 9110, 13.1.2). */
const opaque = (etags: string): string => etags.replaceAll('W/"', '"');
