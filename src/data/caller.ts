/** The keys of callers and identities, without their access tokens. */
import { hash } from 'node:crypto';
import type { Identity } from '../upstream/upstream.ts';

/** The key of all callers without a token, which all use the gateway's own API key. */
const ANONYMOUS = 'anonymous';

const keys = new WeakMap<Identity, string>();

/** @returns the SHA-256 of the access token (base64url), so that no store ever has a token */
export function callerKey(identity: Identity): string {
  if (identity.token === undefined) return ANONYMOUS;
  let key = keys.get(identity);
  if (key === undefined) keys.set(identity, (key = hash('sha256', identity.token, 'base64url')));
  return key;
}

/** The key of an identity: callers with the same token can act for different content owners. */
export const ownerKey = (identity: Identity): string =>
  JSON.stringify([callerKey(identity), identity.contentOwner, identity.contentOwnerChannel]);
