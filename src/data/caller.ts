/** By which name what is kept for a caller is kept: never by the token. */
import { createHash } from 'node:crypto';
import type { Identity } from '../upstream/upstream.ts';

/** Callers without a token are served by the gateway's own key, and so are one. */
const ANONYMOUS = 'anonymous';

const known = new WeakMap<Identity, string>();

export function callerKey(identity: Identity): string {
  if (identity.token === undefined) return ANONYMOUS;
  let caller = known.get(identity);
  if (caller === undefined)
    known.set(identity, (caller = createHash('sha256').update(identity.token).digest('base64url')));
  return caller;
}
