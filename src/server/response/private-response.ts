/**
 * Keeps the answers of `/graphql` out of shared caches: each belongs to the caller whose tokens it
 * was made with, and caches know only `authorization` as a credential (RFC 9111, 3.5).
 */
import type { Plugin } from 'graphql-yoga';
import { identityHeaders } from '../connection/identity.ts';

/**
 * All request headers that an answer depends on, in one line, because some caches read only one.
 * They protect it where an operator lets a cache ignore `cache-control`.
 */
const vary = [...identityHeaders, 'origin', 'accept', 'accept-encoding'].join(', ');

/** Headers of all answers of `/graphql` but the page of the explorer. */
export const privateHeaders = { 'cache-control': 'private, no-store', vary } as const;

/** The same as names and values in turn. */
export const privateHeaderList: readonly string[] = Object.entries(privateHeaders).flat();

/** Plugin: takes away what Yoga and other plugins say about caching. */
export const usePrivateResponses = (): Plugin => ({
  onResponse({ response: { headers } }) {
    headers.delete('cache-control');
    headers.delete('vary');
  },
});
