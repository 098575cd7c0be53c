/**
 * The Google accounts that have signed in at the gateway. The store has their tokens, encrypted;
 * one replica renews a token for all. An account ends when it signs out, when Google says so, and
 * after a time without use.
 */
import { randomUUID } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { type Api, byService } from '../engine/api/api.ts';
import type { AnyOperation } from '../engine/api/operation.ts';
import type { Clock } from '../engine/caller/clock.ts';
import type { Encryption } from '../engine/caller/encryption.ts';
import { grantedIdentity, GrantError } from '../engine/caller/grant.ts';
import { Identities } from '../engine/caller/identities.ts';
import type { Identity } from '../engine/caller/identity.ts';
import { lruCache } from '../engine/caller/lru-cache.ts';
import { takeLease } from '../engine/store/lease.ts';
import type { Store } from '../engine/store/store.ts';
import { StoreUnavailable } from '../engine/store/store-unavailable.ts';
import type { Logger } from '../server/record/log.ts';
import { tokenHeaders } from '../services/shared/token-header.ts';
import { type Google, type Person, type SignedIn, SignInFailure } from './google.ts';
import { AccountGrant, ended, LiveAccount, type StoredAccount } from './live-account.ts';
import type { FetchedToken, SharedToken } from './renewed-token.ts';

/** Services as users see them: YouTube is one. */
export type AccountService = keyof typeof tokenHeaders;

export const signInServices = Object.keys(tokenHeaders) as readonly AccountService[];

/**
 * The account for each service, as `add` has named it; absent: there is none. What was signed in by
 * an account ends with it: after the next sign-in, the account has another name.
 */
export type SignedInAccounts = { readonly [Name in AccountService]?: string | undefined };

/** What others may know of an account. */
export interface AccountInfo extends Omit<Person, 'sub'> {
  readonly id: string;
  readonly scopes: readonly string[];
}

interface AccountsParts {
  readonly api: Api;
  readonly google: Google;
  readonly store: Store;
  readonly encryption: Encryption;
  readonly clock: Clock;
  readonly log: Logger;
  /** Addresses, and domains that begin with `@`; none: everybody may sign in. */
  readonly allowed: readonly string[];
  /** Milliseconds without use after which an account ends. */
  readonly idleMs: number;
  /** Called in each replica when an account has ended: what is kept for the caller goes. */
  readonly onEnd: (caller: string) => void;
  /** Whether a service has accepted a token of the caller. */
  readonly isAccepted: (caller: string) => boolean;
}

/** What a caller who has signed in may do, and for whom. */
interface GrantOptions extends Pick<Identity, 'onBehalfOf' | 'subaccount'> {
  /** Default: all that was granted to the gateway. @throws UpstreamError */
  readonly check?: ((operation: AnyOperation) => void) | undefined;
}

/** Maximum number of accounts that this process need not decrypt again. */
const maxLive = 10_000;

/** Milliseconds for which a replica waits for another one that renews a token. */
const maxWaitMs = 10_000;

const lookMs = 50;

/** Where an end is announced to other replicas. */
const channel = 'signedOut';

export class Accounts {
  readonly #parts: AccountsParts;
  readonly #live: LRUCache<string, LiveAccount> = lruCache(maxLive);
  readonly #unsubscribe: () => void;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.store.subscribe(channel, (name) => {
      const [id = '', generation] = name.split('.');
      // A new sign-in can be faster than the message.
      if (this.#live.get(id)?.stored.generation === generation) this.#drop(id);
      parts.onEnd(id);
    });
  }

  /** Whether somebody may sign in, and stay signed in. */
  mayEnter({ email, domain }: Pick<Person, 'email' | 'domain'>): boolean {
    const { allowed } = this.#parts;
    if (allowed.length === 0) return true;
    return allowed.includes(email) || (domain !== undefined && allowed.includes(`@${domain}`));
  }

  /**
   * Keeps the account of somebody who has just signed in.
   * @returns how sessions name it
   * @throws SignInFailure if Google has sent no refresh token, and none is known; StoreUnavailable
   */
  async add({ person, tokens }: SignedIn): Promise<string> {
    const { encryption, store, idleMs } = this.#parts;
    const id = encryption.digests('signed in', person.sub)[0]!;
    for (;;) {
      const known = await this.#findById(id);
      const refreshToken = tokens.refreshToken ?? known?.stored.refreshToken;
      if (refreshToken === undefined) throw new SignInFailure('unavailable', undefined);
      const generation = known?.stored.generation ?? randomUUID();
      const account: StoredAccount = { ...person, ...tokens, refreshToken, generation };
      const value = encryption.encrypt('signed in', JSON.stringify(account));
      // A sign-out in the meantime has ended what sessions of before name.
      const change = { expected: known?.encrypted, value, ttlMs: idleMs };
      if (!(await store.replace('signedIn', id, change))) continue;
      this.#adopt(id, value, account);
      return nameOf(id, account);
    }
  }

  /**
   * @returns the identities of a caller; services without an account, or whose account has ended,
   *   have nobody's. undefined if all have ended
   * @throws StoreUnavailable
   */
  async identitiesOf(
    accounts: SignedInAccounts,
    { check, ...actsFor }: GrantOptions = {},
  ): Promise<Identities | undefined> {
    const { api, isAccepted } = this.#parts;
    const names = new Set(Object.values(accounts));
    const identities = new Map<string | undefined, Identity>();
    await Promise.all(
      Array.from(names, async (name) => {
        const live = name && (await this.#find(name));
        if (live) identities.set(name, grantedIdentity(new AccountGrant(live, check), actsFor));
      }),
    );
    if (identities.size === 0) return undefined;
    const [first] = identities.values();
    if (names.size === 1 && signInServices.every((name) => accounts[name] !== undefined))
      return new Identities(first!);
    const nobody: Identity = actsFor;
    const own = byService(api, (service) => {
      const { tokenHeader } = api.services[service];
      const name = signInServices.find((each) => tokenHeaders[each] === tokenHeader)!;
      return identities.get(accounts[name]) ?? nobody;
    });
    return Identities.from({ api, own }, isAccepted);
  }

  /** @returns undefined if the account has ended. @throws StoreUnavailable */
  async restore({ caller = '', ...actsFor }: Identity): Promise<Identity | undefined> {
    const live = await this.#findById(caller);
    if (!live || !this.mayEnter(live.stored)) return undefined;
    return grantedIdentity(new AccountGrant(live, undefined), actsFor);
  }

  /** @returns undefined if it has ended. @throws StoreUnavailable */
  async infoOf(id: string): Promise<AccountInfo | undefined> {
    const live = await this.#find(id);
    if (!live) return undefined;
    const { email, name, picture, scopes } = live.stored;
    return { id, email, name, picture, scopes };
  }

  /**
   * Ends accounts everywhere: at Google, and in all replicas with all that was signed in by them.
   * Nothing remains here, also if Google does not answer.
   * @throws StoreUnavailable
   */
  async end(names: Iterable<string>): Promise<void> {
    const { google, store, log } = this.#parts;
    await Promise.all(
      Array.from(names, async (name) => {
        const live = await this.#findNamed(name);
        if (!live) return;
        await store.delete('signedIn', live.id);
        const told = google.revoke(live.stored.refreshToken).catch((error: unknown) => {
          const reason = error instanceof SignInFailure ? error.reason : 'unknown';
          log.warn({ reason }, 'a sign-out could not be told to Google');
        });
        await Promise.all([told, store.publish(channel, name)]);
      }),
    );
  }

  close(): void {
    this.#unsubscribe();
  }

  /** @returns undefined if the account has ended since then, or its person may not enter now */
  async #find(name: string): Promise<LiveAccount | undefined> {
    const live = await this.#findNamed(name);
    return live && this.mayEnter(live.stored) ? live : undefined;
  }

  async #findNamed(name: string): Promise<LiveAccount | undefined> {
    const [id = '', generation] = name.split('.');
    const live = await this.#findById(id);
    return live?.stored.generation === generation ? live : undefined;
  }

  /** @returns the account as the store has it at this moment */
  async #findById(id: string): Promise<LiveAccount | undefined> {
    const { store, encryption } = this.#parts;
    const encrypted = await store.get('signedIn', id);
    const live = this.#live.get(id);
    if (encrypted !== undefined && encrypted === live?.encrypted) return live;
    const text = encrypted && encryption.decrypt('signed in', encrypted);
    if (text === undefined || text === '') {
      this.#drop(id);
      return undefined;
    }
    return this.#adopt(id, encrypted!, JSON.parse(text) as StoredAccount);
  }

  #adopt(id: string, encrypted: string, stored: StoredAccount): LiveAccount {
    const known = this.#live.get(id);
    if (known) {
      known.adopt(encrypted, stored);
      return known;
    }
    const live: LiveAccount = new LiveAccount(id, encrypted, stored, {
      clock: this.#parts.clock,
      fetch: () => this.#renew(live),
      shared: this.#sharedOf(id),
    });
    this.#live.set(id, live);
    return live;
  }

  #drop(id: string): void {
    const live = this.#live.get(id);
    if (live) live.hasEnded = true;
    this.#live.delete(id);
  }

  /**
   * Asks Google for a token, and stores it unless a new sign-in, or a sign-out, was faster.
   * @returns what is stored then
   * @throws GrantError
   */
  async #renew(live: LiveAccount): Promise<FetchedToken> {
    const { id, encrypted: expected, stored } = live;
    const renewed = await this.#ask(live);
    if (!renewed) return this.#newest(id);
    const { store, encryption, idleMs } = this.#parts;
    const next: StoredAccount = {
      ...stored,
      ...renewed,
      refreshToken: renewed.refreshToken ?? stored.refreshToken,
      scopes: renewed.scopes ?? stored.scopes,
    };
    const value = encryption.encrypt('signed in', JSON.stringify(next));
    const change = { expected, value, ttlMs: idleMs };
    if (!(await store.replace('signedIn', id, change).catch(failGrant))) return this.#newest(id);
    live.adopt(value, next);
    return next;
  }

  /** @throws GrantError if the account has ended */
  async #newest(id: string): Promise<StoredAccount> {
    const live = await this.#findById(id).catch(failGrant);
    if (!live) throw ended();
    return live.stored;
  }

  /**
   * @returns undefined if Google has ended what was granted, and a new sign-in has come
   * @throws GrantError
   */
  async #ask({
    id,
    encrypted,
    stored,
  }: LiveAccount): Promise<Awaited<ReturnType<Google['renew']>> | undefined> {
    const { google, store, log } = this.#parts;
    try {
      return await google.renew(stored.refreshToken);
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      const { reason } = error;
      if (reason === 'ended') {
        if (!(await store.deleteIf('signedIn', id, encrypted).catch(failGrant))) return undefined;
        await store.publish(channel, nameOf(id, stored)).catch(failGrant);
        throw ended();
      }
      log.warn({ reason }, 'an access token could not be renewed at Google');
      throw unavailable('Google does not renew the access token at the moment.');
    }
  }

  #sharedOf(id: string): SharedToken {
    const { store, clock } = this.#parts;
    return {
      load: () => this.#newest(id),
      alone: async (work) => {
        const until = clock.now() + maxWaitMs;
        for (;;) {
          const lease = await takeLease(store, `renew ${id}`, { clock }).catch(failGrant);
          if (lease)
            try {
              return await work();
            } finally {
              void lease.release();
            }
          if (clock.now() > until) throw unavailable('Another replica renews the access token.');
          await clock.sleep(lookMs);
        }
      },
    };
  }
}

/** How sessions name an account. */
const nameOf = (id: string, { generation }: StoredAccount): string => `${id}.${generation}`;

const unavailable = (message: string): GrantError =>
  new GrantError('UPSTREAM_UNAVAILABLE', message);

/** @throws GrantError in place of the error of the store */
function failGrant(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error;
  throw unavailable('The store of sign-ins cannot be reached.');
}
