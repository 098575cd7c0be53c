/** The authorization codes and access tokens that the sandbox has issued. */
import { hash, randomBytes } from 'node:crypto';
import type { SimulatedClock } from '../simulated-clock.ts';
import { minute } from '../time.ts';
import type { User } from '../user.ts';

/** Seconds of simulated time for which an access token is valid. */
export const tokenLifetime = 3600;

const codeLifetimeMs = 10 * minute;

/** What a user has allowed. */
interface Grant {
  readonly user: User;
  /** Short forms. */
  readonly scopes: ReadonlySet<string>;
  readonly redirectUri: string;
  /** The SHA-256 of the code verifier in base64url; undefined without PKCE. */
  readonly codeChallenge: string | undefined;
}

interface IssuedToken {
  readonly user: User;
  readonly expiresAt: number;
}

/** The proof of the client that exchanges a code. */
interface Exchange {
  readonly redirectUri: string;
  readonly codeVerifier: string | undefined;
}

/** Why a code is not exchanged, in the words of Google. */
interface Refusal {
  readonly error: 'invalid_grant' | 'redirect_uri_mismatch';
  readonly description: string;
}

/** One for each simulation. */
export class Grants {
  readonly #clock: SimulatedClock;
  readonly #codes = new Map<string, Grant & { readonly expiresAt: number }>();
  readonly #tokens = new Map<string, IssuedToken>();
  /** What users have allowed so far, by email address. */
  readonly #allowed = new Map<string, Set<string>>();

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
  }

  /** @returns a code that can be exchanged once, within ten minutes */
  allow(grant: Grant): string {
    const { email } = grant.user;
    this.#allowed.set(email, new Set([...(this.#allowed.get(email) ?? []), ...grant.scopes]));
    const code = `4/0${randomBytes(36).toString('base64url')}`;
    this.#codes.set(code, { ...grant, expiresAt: this.#now + codeLifetimeMs });
    return code;
  }

  /** Whether a user has allowed all these scopes before. */
  hasAllowed({ email }: User, scopes: ReadonlySet<string>): boolean {
    const allowed = this.#allowed.get(email);
    return [...scopes].every((scope) => allowed?.has(scope));
  }

  /** @returns the user of a new access token, or why there is none; the code is used up */
  exchange(code: string, { redirectUri, codeVerifier }: Exchange): User | Refusal {
    const grant = this.#codes.get(code);
    if (grant === undefined || grant.expiresAt <= this.#now) return refusal('Bad Request');
    this.#codes.delete(code);
    const { user, scopes, codeChallenge } = grant;
    if (redirectUri !== grant.redirectUri)
      return { error: 'redirect_uri_mismatch', description: 'Bad Request' };
    if (codeVerifier === undefined && codeChallenge !== undefined)
      return refusal('Missing code verifier.');
    if (challengeOf(codeVerifier) !== codeChallenge) return refusal('Invalid code verifier.');
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    const issued: User = { ...user, token, scopes };
    this.#tokens.set(token, { user: issued, expiresAt: this.#now + tokenLifetime * 1000 });
    return issued;
  }

  /** The user of an issued token; undefined if it is unknown or has expired. */
  userOf(token: string): User | undefined {
    const issued = this.#tokens.get(token);
    return issued !== undefined && issued.expiresAt > this.#now ? issued.user : undefined;
  }

  /** Makes all codes and tokens so far invalid. */
  expire(): void {
    this.#codes.clear();
    this.#tokens.clear();
  }

  get #now(): number {
    return this.#clock.now().getTime();
  }
}

const refusal = (description: string): Refusal => ({ error: 'invalid_grant', description });

const challengeOf = (verifier: string | undefined): string | undefined =>
  verifier === undefined ? undefined : hash('sha256', verifier, 'base64url');
