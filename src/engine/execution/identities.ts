/**
 * The identities of one request. Usually all services get the same access token; a user whose
 * accounts differ sends one for each of them (`ServiceSpec.tokenHeader`). What is kept for a caller
 * (quota, shared reads, turns of writes) is kept for the identity of the service that is called.
 */
import { api, serviceNames } from '../api/api.ts';
import type { Bucket, Service } from '../api/register.ts';
import { type AnyOperation, serviceOf } from '../rest/operation/operation.ts';
import type { Identity } from '../rest/upstream.ts';
import { callerKey, identityKey } from './caller.ts';

/** The identity of each service. Services with the same header of tokens have the same one. */
export type ServiceIdentities = Readonly<Record<Service, Identity>>;

/** The caller as each of the services sees it. */
export class Identities {
  /**
   * Stands for the request as a whole: in the shares of callers, for the persisted documents that
   * a caller has sent, and in the log. If any service has a token, this identity has one.
   */
  readonly main: Identity;
  /** Absent: all services have the main identity. */
  readonly #own: ServiceIdentities | undefined;

  /** @param own left out: one identity for all services */
  constructor(main: Identity, own?: ServiceIdentities) {
    this.main = main;
    this.#own = own;
  }

  /**
   * The main identity is the first one whose token a service has accepted, else the first one with
   * a token, else that of the first service: a caller with one accepted token is known, although
   * other tokens are not used yet. Services with the same token must have the same object.
   * @param isAccepted whether a service has accepted the token of a caller
   */
  static from(own: ServiceIdentities, isAccepted: (caller: string) => boolean): Identities {
    const all = serviceNames().map((service) => own[service]);
    const first = all[0]!;
    if (all.every((identity) => identity === first)) return new Identities(first);
    const withToken = all.filter(({ token }) => token !== undefined);
    const main = withToken.find((identity) => isAccepted(callerKey(identity))) ?? withToken[0];
    return new Identities(main ?? first, own);
  }

  /** The identity with which an operation is called. */
  of(operation: Pick<AnyOperation, 'key'>): Identity {
    return this.#own === undefined ? this.main : this.#own[serviceOf(operation)];
  }

  /** The identity of the calls to a service. */
  ofService(service: Service): Identity {
    return this.#own === undefined ? this.main : this.#own[service];
  }

  /** The identity of the calls that take units from a bucket. */
  ofBucket(bucket: Bucket): Identity {
    return this.#own === undefined ? this.main : this.#own[api().buckets[bucket].service];
  }

  /** Whether there is an access token for some service. */
  get hasToken(): boolean {
    return this.main.token !== undefined;
  }

  /** Whether calls that take units from the bucket have an access token. */
  hasTokenFor(bucket: Bucket): boolean {
    return this.ofBucket(bucket).token !== undefined;
  }

  /** Whether there is an access token for each service. */
  get hasAllTokens(): boolean {
    if (this.#own === undefined) return this.hasToken;
    return Object.values(this.#own).every(({ token }) => token !== undefined);
  }

  /** A key that differs with the identity of any service, without the access tokens. */
  get key(): string {
    if (this.#own === undefined) return identityKey(this.main);
    const own = this.#own;
    const { services } = api();
    const byHeader = new Map(
      serviceNames().map((name) => [services[name].tokenHeader, own[name]] as const),
    );
    return JSON.stringify([...byHeader.values()].map(identityKey));
  }
}
