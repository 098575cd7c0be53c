/**
 * Who may store an answer of `/graphql`, and for how long (RFC 9111). What has been read without
 * the credentials of anybody is the same for all who have none. It is public if a GET names its
 * document, so that the URL is the whole question.
 *
 * As a subgraph, the gateway says the same of a POST: routers compute the cache policy of their own
 * answer from this header, and store nothing without it
 * (apollographql.com/docs/federation/v1/performance/caching, read on 30 November 2026). HTTP caches
 * answer no later request with it, because it has no `content-location` (RFC 9110, 9.3.3).
 */
import type { Freshness } from '../../engine/read/freshness.ts';
import type { Caching } from '../connection/server-request.ts';

/** What decides about an answer. */
interface AnswerFacts {
  /** Whether the URL names the document, or a router asks. */
  readonly isNamed: boolean;
  /** Whether the request has no token, no content owner and no cookie. */
  readonly isAnonymous: boolean;
  readonly hasErrors: boolean;
  /** Whether the body tells how this request was served. */
  readonly isTraced: boolean;
  readonly freshness: Freshness;
}

/**
 * The shortest time of all parts is `maxAge`, also for caches that do not read `age`, such as
 * nginx. Parts that are current for longer may be older than `age`: what is left is right.
 */
export function cachingOf(facts: AnswerFacts): Caching {
  const { ttlMs, leftMs, ageMs } = facts.freshness;
  const isCurrent = leftMs > 0 && ttlMs < Infinity;
  const isPublic =
    facts.isNamed && facts.isAnonymous && !facts.hasErrors && !facts.isTraced && isCurrent;
  if (!isPublic) return { age: inSeconds(ageMs) };
  return { maxAge: ttlMs / 1_000, age: ageMs === undefined ? ageMs : inSeconds(ttlMs - leftMs) };
}

const inSeconds = (ms: number | undefined): number | undefined => ms && Math.floor(ms / 1_000);
