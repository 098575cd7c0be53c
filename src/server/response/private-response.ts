/**
 * Keeps the answers of `/graphql` out of shared caches: each belongs to the caller whose tokens it
 * was made with, and caches know only `authorization` as a credential (RFC 9111, 3.5). Those that
 * are nobody's are an exception (`answer-caching.ts`).
 */
import { accountHeaders, serviceTokenHeaders } from '../connection/identity.ts';

/**
 * All request headers that an answer depends on, in one line, because some caches read only one.
 * They protect it where an operator lets a cache ignore `cache-control`. nginx stores nothing with
 * more than 128 characters in this header (`NGX_HTTP_CACHE_VARY_LEN`, nginx 1.22). `x-preflight` is
 * not among them: what is everybody's needs no protection from requests of other sites.
 * @param tokenHeaders those of the services that were asked
 */
export const varyOf = (tokenHeaders: Iterable<string>): string =>
  ['authorization', ...tokenHeaders, ...otherHeaders].join(', ');

const otherHeaders = [...accountHeaders, 'cookie', 'origin', 'accept', 'accept-encoding'];

/** Headers of all answers of `/graphql` but the page of the explorer. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  vary: varyOf(serviceTokenHeaders),
} as const;

/** The same as names and values in turn. */
export const privateHeaderList: readonly string[] = Object.entries(privateHeaders).flat();
