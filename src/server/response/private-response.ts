/**
 * Keeps the answers of `/graphql` out of shared caches: each belongs to the caller whose tokens it
 * was made with, and caches know only `authorization` as a credential (RFC 9111, 3.5). `caching.ts`
 * makes an exception of those that are nobody's.
 */
import { identityHeaders } from '../connection/identity.ts';
import { traceHeader } from '../record/request-trace.ts';

/**
 * All request headers that an answer depends on, in one line, because some caches read only one.
 * They protect it where an operator lets a cache ignore `cache-control`.
 */
const vary = [
  ...identityHeaders,
  'cookie',
  'origin',
  'accept',
  'accept-encoding',
  traceHeader,
].join(', ');

/** Headers of all answers of `/graphql` but the page of the explorer. */
export const privateHeaders = { 'cache-control': 'private, no-store', vary } as const;

/** The same as names and values in turn. */
export const privateHeaderList: readonly string[] = Object.entries(privateHeaders).flat();
