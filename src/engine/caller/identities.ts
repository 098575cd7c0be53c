/**
 * Who sends a request: the identities of its services, the keys of callers without their access
 * tokens, the callers whose token a service has accepted, and what is known of the scopes of
 * tokens.
 *
 * Usually all services get the same access token; a user whose accounts differ sends one for each
 * of them (`ServiceSpec.tokenHeader`). What is kept for a caller (quota, shared reads, turns of
 * writes) is kept for the identity of the service that is called.
 */
import { type Api, serviceNames } from '../api/api.ts';
import type { Service } from '../api/register.ts';
import { type AnyOperation, isRead, serviceOf } from '../api/operation.ts';
import { type Identity, anonymousCaller } from './identity.ts';
import { hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { lruCache } from './lru-cache.ts';
import { failedWith, UpstreamError, upstreamError } from '../api/error.ts';
import { acceptedScopes } from '../api/accepted-scopes.ts';
import { fullScope, shortScope } from '../api/scope.ts';

/** The identity of each service. Services with the same header of tokens have the same one. */
export type ServiceIdentities = Readonly<Record<Service, Identity>>;

/** Identities that differ between the services of an API. */
interface OwnIdentities {
  readonly api: Api;
  readonly own: ServiceIdentities;
}

/** The caller as each of the services sees it. */
export class Identities {
  /**
   * Stands for one request or operation as a whole: in the shares of callers, for the persisted
   * documents that a caller has sent, and in the log. If any service has a token, this identity has
   * one. A later request with the same tokens can have another main identity, because it depends on
   * which of them are accepted: what outlasts a request has `tokensKey`.
   */
  readonly main: Identity;
  /** Absent: all services have the main identity. */
  readonly #own: OwnIdentities | undefined;

  /** @param own left out: one identity for all services */
  constructor(main: Identity, own?: OwnIdentities) {
    this.main = main;
    this.#own = own;
  }

  /**
   * The main identity is the first one whose token a service has accepted, else the first one with
   * a token, else that of the first service: a caller with one accepted token is known, although
   * other tokens are not used yet. Services with the same token must have the same object.
   * @param isAccepted whether a service has accepted the token of a caller
   */
  static from(of: OwnIdentities, isAccepted: (caller: string) => boolean): Identities {
    const all = serviceNames(of.api).map((service) => of.own[service]);
    const first = all[0]!;
    if (all.every((identity) => identity === first)) return new Identities(first);
    const withToken = all.filter(({ token }) => token !== undefined);
    const main = withToken.find((identity) => isAccepted(callerKey(identity))) ?? withToken[0];
    return new Identities(main ?? first, of);
  }

  /** The same identities, with the main one of this moment. @param isAccepted as for `from` */
  renewed(isAccepted: (caller: string) => boolean): Identities {
    return this.#own === undefined ? this : Identities.from(this.#own, isAccepted);
  }

  of(operation: Pick<AnyOperation, 'key'>): Identity {
    return this.#own === undefined ? this.main : this.#own.own[serviceOf(operation)];
  }

  ofService(service: Service): Identity {
    return this.#own === undefined ? this.main : this.#own.own[service];
  }

  /** Whether there is an access token for some service. */
  get hasToken(): boolean {
    return this.main.token !== undefined;
  }

  /** Whether it is nobody's: without any access token, and without an account to act for. */
  get isAnonymous(): boolean {
    const { token, onBehalfOf, subaccount } = this.main;
    return (token ?? onBehalfOf ?? subaccount) === undefined;
  }

  /** Whether calls of the operation have an access token. */
  hasTokenFor(operation: Pick<AnyOperation, 'key'>): boolean {
    return this.of(operation).token !== undefined;
  }

  /** Whether there is an access token for each service. */
  get hasAllTokens(): boolean {
    if (this.#own === undefined) return this.hasToken;
    return Object.values(this.#own.own).every(({ token }) => token !== undefined);
  }

  /** A key that differs with the identity of any service, without the access tokens. */
  get key(): string {
    return this.#keyBy(identityKey);
  }

  /**
   * A key that differs with the access token of any service and with nothing else, without the
   * tokens: it stays when one of them is accepted, or no longer.
   */
  get tokensKey(): string {
    return this.#keyBy(callerKey);
  }

  #keyBy(keyOf: (identity: Identity) => string): string {
    if (this.#own === undefined) return keyOf(this.main);
    const { api, own } = this.#own;
    const byHeader = new Map(
      serviceNames(api).map((name) => [api.services[name].tokenHeader, own[name]] as const),
    );
    return JSON.stringify([...byHeader.values()].map(keyOf));
  }
}

/** The keys of the tokens that were used last: each token is hashed once. */
const keys = lruCache<string>(1_000);

const KEY = Symbol('key');

/** By what is kept that is known of the scopes of a token. */
const scopesKey = (identity: Identity): string => identity.grant?.scopesKey ?? callerKey(identity);

/** An identity whose key was asked for: that happens several times in each request. */
interface KeyedIdentity extends Identity {
  [KEY]?: { readonly token: string; readonly key: string };
}

/**
 * @returns the key of the caller whose grant renews the token; else the SHA-256 of the token
 * (base64url), so that no store ever has a token
 */
export function callerKey(identity: Identity): string {
  const { token, caller } = identity;
  if (caller !== undefined) return caller;
  if (token === undefined) return anonymousCaller;
  const known = (identity as KeyedIdentity)[KEY];
  // A copy of an identity can have another token.
  if (known?.token === token) return known.key;
  const key = keyOfToken(token);
  (identity as KeyedIdentity)[KEY] = { token, key };
  return key;
}

function keyOfToken(token: string): string {
  let key = keys.get(token);
  if (key === undefined) keys.set(token, (key = hash('sha256', token, 'base64url')));
  return key;
}

/** The key of an identity: callers with the same token can act for different accounts. */
export const identityKey = (identity: Identity): string =>
  JSON.stringify([callerKey(identity), identity.onBehalfOf, identity.subaccount]);

/**
 * Of what is kept by caller, for as long as an access token is valid. A caller that others have
 * displaced, or whose hour is over, is known again by the next answer.
 */
const callerCache = <V extends object | true>(): LRUCache<string, V> =>
  // The clock is read once in a second: reading it for each entry costs more than all else here.
  lruCache(10_000, { ttl: 3_600_000, ttlResolution: 1_000 });

/**
 * Callers whose access token a service has accepted, one for the process. Anybody can invent
 * tokens, so a caller who is not accepted yet must not create, displace or delay anything that
 * belongs to others.
 */
export class AcceptedCallers {
  readonly #keys = callerCache<true>();

  /** Whether a service has accepted the caller's token in the last hour; false without a token. */
  isAccepted(identity: Identity): boolean {
    return identity.token !== undefined && this.hasAccepted(callerKey(identity));
  }

  /** The same for the key of a caller; never for all callers without a token. */
  hasAccepted(caller: string): boolean {
    return this.#keys.get(caller) === true;
  }

  /** Whether state may be kept for the caller: all callers without a token are one. */
  mayHaveState(identity: Identity): boolean {
    return identity.token === undefined || this.isAccepted(identity);
  }

  /** Called after a successful answer to a call with the caller's token. */
  accept(identity: Identity): void {
    if (identity.token !== undefined) this.#keys.set(callerKey(identity), true);
  }

  /** Forgets a caller if the error of a call says that the token is not valid, or no longer. */
  forgetIfRejected(identity: Identity, error: unknown): void {
    if (identity.token !== undefined && failedWith(error, 'UNAUTHENTICATED'))
      this.#keys.delete(callerKey(identity));
  }
}

/** A call that was refused because its token has none of the scopes, as descriptors name them. */
interface Refusal {
  readonly scopes: ReadonlySet<string>;
  readonly ofRead: boolean;
}

/** The known lack of one token. */
interface Lack {
  /** By what was refused. */
  readonly refusals: Map<string, Refusal>;
  /** The reason of the last response that proved a lack. */
  reason: string | undefined;
}

/**
 * Whether a refusal of one call proves that of the other one. Services let tokens for reading make
 * more and more reads, ahead of their documentation: a refused write proves nothing about a read.
 */
const provesRefusalOf = (refusal: Refusal, operation: AnyOperation): boolean =>
  (refusal.ofRead || !isRead(operation)) && includesAll(refusal, operation.scopes);

const includesAll = ({ scopes }: Refusal, others: readonly string[]): boolean =>
  others.every((scope) => scopes.has(scope));

/** The scopes of operations that have succeeded, as their descriptors list them. */
export type ProvenScopes = Set<readonly string[]>;

/** The scopes of one token for one service, with their full names. */
interface TokenScopes {
  /** The token has none of them. */
  readonly missing: readonly string[];
  /** The token has at least one of each list. No list contains another one. */
  readonly granted: readonly (readonly string[])[];
}

/**
 * What answers have proven about the scopes of access tokens, one for the process. The scopes of a
 * token never change, so an operation that accepts only scopes of one that was refused is rejected
 * without a call.
 */
export class KnownScopes {
  readonly #api: Api;
  /**
   * By caller. Only a response that proves a lack adds an entry, and a service proves it only for a
   * token that it accepts: invented tokens displace no entries.
   */
  readonly #lacks = callerCache<Lack>();
  /** By caller; only of tokens that a service has accepted. */
  readonly #proven = callerCache<ProvenScopes>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** @throws UpstreamError MISSING_SCOPE if a refusal proves that the operation would be refused */
  check(operation: AnyOperation, identity: Identity): void {
    if (this.#lacks.size === 0 || !isUsable(operation, identity)) return;
    const key = scopesKey(identity);
    if (!this.#refusalsOf(key).some((each) => provesRefusalOf(each, operation))) return;
    const anyOf = acceptedScopes(this.#api, operation);
    const reason = this.#lacks.get(key)?.reason;
    throw upstreamError(operation, 'MISSING_SCOPE', { anyOf, reason });
  }

  /**
   * The refusals of a token that its successes do not contradict: an operation that was refused
   * although the token has one of its scopes accepts fewer scopes than its documentation says.
   */
  #refusalsOf(key: string): readonly Refusal[] {
    const proven = [...(this.#proven.get(key) ?? [])];
    return [...(this.#lacks.get(key)?.refusals.values() ?? [])].filter(
      (refusal) => !proven.some((granted) => includesAll(refusal, granted)),
    );
  }

  /** Stores what the error of a call proves about its token. @returns the error, unchanged */
  learn(operation: AnyOperation, identity: Identity, error: unknown): unknown {
    if (!(error instanceof UpstreamError) || !error.failure.provesMissingScope) return error;
    // Some parts have scopes of their own: the response does not say which scope is missing.
    if (operation.ownerOnlyParts || !isUsable(operation, identity)) return error;
    const key = scopesKey(identity);
    const lack: Lack = this.#lacks.get(key) ?? { refusals: new Map(), reason: undefined };
    const lacking = (error.failure.anyOf ?? [])
      .map((scope) => shortScope(this.#api, scope))
      .filter((scope) => !this.#api.scopes.partial.has(scope));
    if (lacking.length === 0) return error;
    const ofRead = isRead(operation);
    lack.refusals.set([ofRead, ...lacking].join(' '), { scopes: new Set(lacking), ofRead });
    lack.reason = error.failure.reason;
    this.#lacks.set(key, lack);
    return error;
  }

  /**
   * The scopes of operations that have succeeded with the token; the scopes of each further one are
   * added to it.
   * @returns undefined without a token
   */
  provenOf(identity: Identity): ProvenScopes | undefined {
    if (identity.token === undefined) return undefined;
    const key = scopesKey(identity);
    let proven = this.#proven.get(key);
    if (proven === undefined) this.#proven.set(key, (proven = new Set()));
    return proven;
  }

  of(identity: Identity, service: Service): TokenScopes {
    const all = scopesOf(this.#api, service);
    const fullNames = (scopes: Iterable<string>): string[] =>
      Array.from(scopes, (scope) => fullScope(this.#api, scope));
    const key = identity.token === undefined ? '' : scopesKey(identity);
    const lacking = new Set(this.#refusalsOf(key).flatMap(({ scopes }) => [...scopes]));
    const missing = all.filter((scope) => lacking.has(scope));
    const possible = [...(this.#proven.get(key) ?? [])]
      .filter((scopes) => scopes.some((scope) => all.includes(scope)))
      .map((scopes) => new Set(scopes.filter((scope) => !lacking.has(scope))))
      .filter(({ size }) => size > 0)
      .toSorted((a, b) => a.size - b.size);
    const smallest: Set<string>[] = [];
    for (const scopes of possible)
      if (!smallest.some((known) => [...known].every((scope) => scopes.has(scope))))
        smallest.push(scopes);
    return { missing: fullNames(missing), granted: smallest.map(fullNames) };
  }
}

const scopesOf = ({ operations }: Api, service: Service): string[] => [
  ...new Set(
    [...operations.values()]
      .filter((operation) => serviceOf(operation) === service)
      .flatMap(({ scopes }) => scopes),
  ),
];

/**
 * Whether only the operation's scopes decide. A call for another account can need a scope of its
 * own although the operation accepts others too.
 */
const isUsable = ({ scopes }: AnyOperation, { token, onBehalfOf }: Identity): boolean =>
  token !== undefined && onBehalfOf === undefined && scopes.length > 0;
