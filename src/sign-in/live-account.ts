/** An account as one process knows it, and what its callers get of it. */
import { hash } from 'node:crypto';
import type { AnyOperation } from '../engine/api/operation.ts';
import type { Clock } from '../engine/caller/clock.ts';
import { GrantError } from '../engine/caller/grant.ts';
import type { Grant } from '../engine/caller/identity.ts';
import type { Person } from './google.ts';
import { type FetchedToken, RenewedToken, type SharedToken } from './renewed-token.ts';

/** What the store has of an account. */
export interface StoredAccount extends Person {
  /** Full names of what was granted. */
  readonly scopes: readonly string[];
  readonly refreshToken: string;
  readonly token: string;
  readonly expiresAt: number;
  /** Of the sign-ins until the account ends: the next ones have another. */
  readonly generation: string;
}

export const ended = (): GrantError =>
  new GrantError('UNAUTHENTICATED', 'The sign-in has ended: sign in again.');

interface LiveParts {
  readonly clock: Clock;
  readonly fetch: () => Promise<FetchedToken>;
  readonly shared: SharedToken;
}

/** An account as this process knows it. */
export class LiveAccount {
  readonly id: string;
  readonly renewal: RenewedToken;
  hasEnded = false;
  /** The value in the store. */
  encrypted: string;
  stored: StoredAccount;
  scopesKey: string;

  constructor(id: string, encrypted: string, stored: StoredAccount, parts: LiveParts) {
    this.id = id;
    this.encrypted = encrypted;
    this.stored = stored;
    this.scopesKey = scopesKeyOf(id, stored);
    const { clock, fetch, shared } = parts;
    this.renewal = new RenewedToken(fetch, { clock, first: stored, shared });
  }

  adopt(encrypted: string, stored: StoredAccount): void {
    this.encrypted = encrypted;
    this.stored = stored;
    this.scopesKey = scopesKeyOf(this.id, stored);
    this.renewal.adopt(stored);
  }
}

const scopesKeyOf = (id: string, { scopes }: StoredAccount): string =>
  `${id} ${hash('sha256', scopes.toSorted().join(' '), 'base64url')}`;

/** An account as the caller of one request. */
export class AccountGrant implements Grant {
  readonly caller: string;
  readonly check?: ((operation: AnyOperation) => void) | undefined;
  readonly #live: LiveAccount;

  constructor(live: LiveAccount, check: Grant['check']) {
    this.#live = live;
    this.caller = live.id;
    this.check = check;
  }

  get scopesKey(): string {
    return this.#live.scopesKey;
  }

  get token(): string {
    return this.#live.renewal.current!.token;
  }

  ready(): Promise<void> | undefined {
    return this.#live.hasEnded ? Promise.reject(ended()) : this.#live.renewal.ready();
  }

  renew(refused: string): Promise<boolean> {
    return this.#live.hasEnded ? Promise.reject(ended()) : this.#live.renewal.renew(refused);
  }
}
