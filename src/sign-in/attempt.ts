/**
 * Sign-ins that have begun: until its end, each is a cookie of its browser, and nothing here. So a
 * sign-in can be ended by the browser alone that has begun it, and any number can be begun.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../engine/caller/clock.ts';
import type { Encryption } from '../engine/caller/encryption.ts';
import { clearCookie, cookieOf, setCookie } from './cookie.ts';
import type { Proof } from './google.ts';
import type { AccountService } from './accounts.ts';

/** What is remembered until the user comes back. */
export interface BegunSignIn extends Proof {
  readonly services: readonly AccountService[];
  readonly redirectUri: string;
  /** Where the user goes then. */
  readonly returnTo: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Seconds in which a user has to be back. */
const lifetimeSeconds = 600;

const random = (): string => randomBytes(32).toString('base64url');

/** Several can run in one browser. */
const cookieNameOf = (state: string): string => `sign-in-${state.slice(0, 8)}`;

export class Attempts {
  readonly #encryption: Encryption;
  readonly #clock: Clock;

  constructor(encryption: Encryption, clock: Clock) {
    this.#encryption = encryption;
    this.#clock = clock;
  }

  begin(given: Pick<BegunSignIn, 'services' | 'redirectUri' | 'returnTo'>): {
    readonly attempt: BegunSignIn;
    readonly cookie: string;
  } {
    const attempt: BegunSignIn = {
      ...given,
      state: random(),
      nonce: random(),
      verifier: random(),
      expiresAt: this.#clock.wallTime() + lifetimeSeconds * 1_000,
    };
    const value = this.#encryption.encrypt('sign-in', JSON.stringify(attempt));
    return { attempt, cookie: setCookie(cookieNameOf(attempt.state), value, lifetimeSeconds) };
  }

  /**
   * @param header `cookie` of the request
   * @returns undefined if this browser has begun none with the state, or too long ago
   */
  find(header: string | undefined, state: string): BegunSignIn | undefined {
    const value = /^[\w-]{43}$/.test(state) ? cookieOf(header, cookieNameOf(state)) : undefined;
    const text = value && this.#encryption.decrypt('sign-in', value);
    if (!text) return undefined;
    const attempt = JSON.parse(text) as BegunSignIn;
    const isOwn = attempt.state === state && attempt.expiresAt > this.#clock.wallTime();
    return isOwn ? attempt : undefined;
  }

  /** @returns the header `set-cookie` with which the browser forgets it */
  ending = ({ state }: Pick<BegunSignIn, 'state'>): string => clearCookie(cookieNameOf(state));
}
