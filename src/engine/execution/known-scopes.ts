/**
 * What answers have proven about the scopes of access tokens. The scopes of a token never change,
 * so an operation that accepts only scopes which the token lacks is rejected without a call.
 */
import { LRUCache } from 'lru-cache';
import { acceptedScopes } from '../rest/operation/accepted-scopes.ts';
import { api } from '../api/api.ts';
import { UpstreamError, upstreamError } from '../rest/call/error.ts';
import type { Service } from '../api/register.ts';
import { type AnyOperation, serviceOf } from '../rest/operation/operation.ts';
import { fullScope, shortScope } from '../rest/operation/scope.ts';
import type { Identity } from '../rest/upstream.ts';
import { callerKey } from './caller.ts';

/** The known lack of one token. */
interface Lack {
  /** Scopes as descriptors name them. */
  readonly scopes: Set<string>;
  /** The reason of the last response that proved a lack. */
  reason: string | undefined;
}

/** The scopes of operations that have succeeded, as their descriptors list them. */
export type ProvenScopes = Set<readonly string[]>;

/** The scopes of one token for one service, with their full names. */
interface TokenScopes {
  /** The token has none of them. */
  readonly missing: readonly string[];
  /** The token has at least one of each list. No list contains another one. */
  readonly granted: readonly (readonly string[])[];
}

/** An access token is valid for an hour. */
const limits = { max: 10_000, ttl: 3_600_000 };

/** One for the process. */
export class KnownScopes {
  /**
   * By caller. Only a response that proves a lack adds an entry, and a service proves it only for a
   * token that it accepts: invented tokens displace no entries.
   */
  readonly #lacks = new LRUCache<string, Lack>(limits);
  /** By caller; only of tokens that a service has accepted. */
  readonly #proven = new LRUCache<string, ProvenScopes>(limits);

  /** @throws UpstreamError MISSING_SCOPE if the token has none of the operation's scopes */
  check(operation: AnyOperation, identity: Identity): void {
    if (this.#lacks.size === 0 || !isUsable(operation, identity)) return;
    const lack = this.#lacks.get(callerKey(identity));
    if (!lack || !operation.scopes.every((scope) => lack.scopes.has(scope))) return;
    const anyOf = acceptedScopes(operation);
    throw upstreamError(operation, 'MISSING_SCOPE', { anyOf, reason: lack.reason });
  }

  /** Stores what the error of a call proves about its token. @returns the error, unchanged */
  learn(operation: AnyOperation, identity: Identity, error: unknown): unknown {
    if (!(error instanceof UpstreamError) || !error.failure.provesMissingScope) return error;
    // Some parts have scopes of their own: the response does not say which scope is missing.
    if (operation.ownerOnlyParts || !isUsable(operation, identity)) return error;
    const key = callerKey(identity);
    const lack: Lack = this.#lacks.get(key) ?? { scopes: new Set(), reason: undefined };
    const lacking = (error.failure.anyOf ?? []).map(shortScope);
    for (const scope of lacking) if (!api().scopes.partial.has(scope)) lack.scopes.add(scope);
    lack.reason = error.failure.reason;
    if (lack.scopes.size > 0) this.#lacks.set(key, lack);
    return error;
  }

  /**
   * The scopes of operations that have succeeded with the token; the scopes of each further one are
   * added to it.
   * @returns undefined without a token
   */
  provenOf(identity: Identity): ProvenScopes | undefined {
    if (identity.token === undefined) return undefined;
    const key = callerKey(identity);
    let proven = this.#proven.get(key);
    if (proven === undefined) this.#proven.set(key, (proven = new Set()));
    return proven;
  }

  /** What is known about the scopes of a token for one service. */
  of(identity: Identity, service: Service): TokenScopes {
    const all = scopesOf(service);
    const key = identity.token === undefined ? '' : callerKey(identity);
    const lacking = this.#lacks.get(key)?.scopes;
    const missing = all.filter((scope) => lacking?.has(scope));
    const possible = [...(this.#proven.get(key) ?? [])]
      .filter((scopes) => scopes.some((scope) => all.includes(scope)))
      .map((scopes) => new Set(scopes.filter((scope) => !lacking?.has(scope))))
      .filter(({ size }) => size > 0)
      .toSorted((a, b) => a.size - b.size);
    const smallest: Set<string>[] = [];
    for (const scopes of possible)
      if (!smallest.some((known) => [...known].every((scope) => scopes.has(scope))))
        smallest.push(scopes);
    const granted = smallest.map((scopes) => [...scopes].map(fullScope));
    return { missing: missing.map(fullScope), granted };
  }
}

/** All scopes that operations of a service accept. */
const scopesOf = (service: Service): string[] => [
  ...new Set(
    [...api().operations.values()]
      .filter((operation) => serviceOf(operation) === service)
      .flatMap(({ scopes }) => scopes),
  ),
];

/**
 * Whether only the operation's scopes decide. A call for a content owner can need the partner
 * scope although the operation accepts others too.
 */
const isUsable = ({ scopes }: AnyOperation, { token, contentOwner }: Identity): boolean =>
  token !== undefined && contentOwner === undefined && scopes.length > 0;
