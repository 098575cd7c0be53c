/**
 * Scopes that access tokens are known to lack. The scopes of a token never change, so an operation
 * that accepts only such scopes is rejected without a call.
 */
import { LRUCache } from 'lru-cache';
import { UpstreamError, upstreamError } from '../upstream/error.ts';
import type { AnyOperation } from '../upstream/operation.ts';
import { fullScope, partialScopes } from '../upstream/scope.ts';
import type { Identity } from '../upstream/upstream.ts';
import { callerKey } from './caller.ts';

/** The known lack of one token. */
interface Lack {
  /** Scopes as descriptors name them. */
  readonly scopes: Set<string>;
  /** The reason of the last response that proved a lack. */
  reason: string | undefined;
}

/** One for the process. */
export class MissingScopes {
  /**
   * By caller. Only a response that proves a lack adds an entry, and a service proves it only for a
   * token that it accepts: invented tokens displace no entries. An access token is valid for an
   * hour.
   */
  readonly #lacks = new LRUCache<string, Lack>({ max: 10_000, ttl: 3_600_000 });

  /** @throws UpstreamError MISSING_SCOPE if the token has none of the operation's scopes */
  check(operation: AnyOperation, identity: Identity): void {
    if (this.#lacks.size === 0 || !isUsable(operation, identity)) return;
    const lack = this.#lacks.get(callerKey(identity));
    if (!lack || !operation.scopes.every((scope) => lack.scopes.has(scope))) return;
    const anyOf = operation.scopes.map(fullScope);
    throw upstreamError(operation, 'MISSING_SCOPE', { anyOf, reason: lack.reason });
  }

  /** Stores what the error of a call proves about its token. @returns the error, unchanged */
  learn(operation: AnyOperation, identity: Identity, error: unknown): unknown {
    if (!(error instanceof UpstreamError) || !error.failure.provesMissingScope) return error;
    // Some parts have scopes of their own: the response does not say which scope is missing.
    if (operation.ownerOnlyParts || !isUsable(operation, identity)) return error;
    const key = callerKey(identity);
    const lack: Lack = this.#lacks.get(key) ?? { scopes: new Set(), reason: undefined };
    for (const scope of operation.scopes) if (!partialScopes.has(scope)) lack.scopes.add(scope);
    lack.reason = error.failure.reason;
    if (lack.scopes.size > 0) this.#lacks.set(key, lack);
    return error;
  }
}

/**
 * Whether only the operation's scopes decide. A call for a content owner can need the partner
 * scope although the operation accepts others too.
 */
const isUsable = ({ scopes }: AnyOperation, { token, contentOwner }: Identity): boolean =>
  token !== undefined && contentOwner === undefined && scopes.length > 0;
