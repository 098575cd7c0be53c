/** The keys of callers and identities, without their access tokens. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { anonymousCaller } from '../rest/share/shares.ts';
import type { Identity } from '../rest/upstream.ts';

/** The keys of the tokens that were used last: each token is hashed once. */
const keys = new LRUCache<string, string>({ max: 1_000 });

/** @returns the SHA-256 of the access token (base64url), so that no store ever has a token */
export function callerKey({ token }: Identity): string {
  if (token === undefined) return anonymousCaller;
  let key = keys.get(token);
  if (key === undefined) keys.set(token, (key = hash('sha256', token, 'base64url')));
  return key;
}

/** The key of an identity: callers with the same token can act for different content owners. */
export const identityKey = (identity: Identity): string =>
  JSON.stringify([callerKey(identity), identity.contentOwner, identity.contentOwnerChannel]);
