/** The sessions of browsers: a cookie stands for the accounts that have signed in with it. */
import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../engine/caller/clock.ts';
import type { Encryption } from '../engine/caller/encryption.ts';
import type { Store } from '../engine/store/store.ts';
import type { SignedInAccounts } from './accounts.ts';
import { clearCookie, cookieOf, setCookie } from './cookie.ts';

interface SessionsParts {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly clock: Clock;
  /** Milliseconds without use after which a session ends. */
  readonly idleMs: number;
}

/** A session that is open. */
export interface OpenSession {
  /** Where the store has it. */
  readonly key: string;
  readonly accounts: SignedInAccounts;
}

/** What the store has of one. */
interface StoredSession {
  readonly accounts: SignedInAccounts;
  /** When its time was extended last, in milliseconds since 1970. */
  readonly usedAt: number;
}

const name = 'studiograph';

/** Milliseconds of use after which the time of a session is extended. */
const extendMs = 3_600_000;

export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Whether a request has a cookie of a session, open or not. */
  has({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): boolean {
    return cookie?.includes(name) === true && cookieOf(cookie, name) !== undefined;
  }

  /** @returns undefined without an open session. @throws StoreUnavailable */
  async of({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): Promise<OpenSession | undefined> {
    const { store, encryption, clock, idleMs } = this.#parts;
    const id = cookieOf(cookie, name);
    if (id === undefined || !/^[\w-]{43}$/.test(id)) return undefined;
    const key = keyOf(id);
    const encrypted = await store.get('session', key);
    const text = encrypted && encryption.decrypt('session', encrypted);
    if (!text) return undefined;
    const { accounts, usedAt } = JSON.parse(text) as StoredSession;
    if (clock.wallTime() - usedAt > Math.min(extendMs, idleMs / 10)) {
      // Not if it has ended in the meantime.
      const change = { expected: encrypted, value: this.#encrypted(accounts), ttlMs: idleMs };
      await store.replace('session', key, change);
    }
    return { key, accounts };
  }

  /** @returns the header `set-cookie` of a new session. @throws StoreUnavailable */
  async open(accounts: SignedInAccounts): Promise<string> {
    const { store, idleMs } = this.#parts;
    const id = randomBytes(32).toString('base64url');
    await store.set('session', keyOf(id), this.#encrypted(accounts), idleMs);
    return setCookie(name, id);
  }

  /** @throws StoreUnavailable */
  async end({ key }: OpenSession): Promise<void> {
    await this.#parts.store.delete('session', key);
  }

  /** @returns the header `set-cookie` that ends one in the browser */
  get ending(): string {
    return clearCookie(name);
  }

  #encrypted(accounts: SignedInAccounts): string {
    const { encryption, clock } = this.#parts;
    const stored: StoredSession = { accounts, usedAt: clock.wallTime() };
    return encryption.encrypt('session', JSON.stringify(stored));
  }
}

/** Whoever reads the store cannot use it as a cookie. */
const keyOf = (id: string): string => hash('sha256', id, 'base64url');
