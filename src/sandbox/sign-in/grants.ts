/** What users have allowed, and the codes and tokens that the sandbox has issued for it. */
import { hash, randomBytes } from 'node:crypto';
import type { SimulatedClock } from '../simulated-clock.ts';
import { day, minute } from '../time.ts';
import type { User } from '../user.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { type RegisteredClient, projects } from './client.ts';
import type { SignInModel } from './model.ts';
import { type IssuedRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import { isIdentityScope } from './scope.ts';

/** Seconds of simulated time for which an access token is valid. */
export const tokenLifetime = 3600;

const codeLifetimeMs = 10 * minute;

/** A consent, with what the exchange of its code needs. */
interface CodeGrant {
  readonly request: AuthorizationRequest;
  readonly user: User;
  /** Short forms. */
  readonly scopes: ReadonlySet<string>;
  /** Whether the exchange gives a refresh token. */
  readonly isLasting: boolean;
  readonly expiresAt: number;
}

/** An access token, and who has it. */
export interface IssuedToken {
  /** With the token, and its scopes. */
  readonly user: User;
  /** Undefined for service accounts. */
  readonly client: RegisteredClient | undefined;
  readonly isOffline: boolean;
  readonly expiresAt: number;
}

/** What a client gets. */
export interface Issued extends IssuedToken {
  readonly nonce?: string | undefined;
  readonly refreshToken?: IssuedRefreshToken | undefined;
}

/** The proof of the client that exchanges a code. */
interface Exchange {
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly codeVerifier: string | undefined;
}

/** Why there is no token, in the words of Google. */
export interface GrantRefusal {
  readonly error: 'invalid_grant' | 'redirect_uri_mismatch';
  readonly description: string;
}

/** One for each simulation. */
export class Grants {
  /** What later sign-ins and tokens are like. */
  model: SignInModel = {};
  readonly #clock: SimulatedClock;
  readonly #codes = new Map<string, CodeGrant>();
  readonly #tokens = new Map<string, IssuedToken>();
  readonly #refreshTokens: RefreshTokens;
  /** What users have allowed so far, by email address and project. */
  readonly #allowed = new Map<string, ReadonlySet<string>>();
  readonly #deleted = new Set<string>();

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
    this.#refreshTokens = new RefreshTokens(clock);
  }

  /** The simulated time in milliseconds. */
  get now(): number {
    return this.#clock.now().getTime();
  }

  /**
   * With `include_granted_scopes`, the tokens have all that the user has allowed the project so
   * far. A refresh token is issued for offline access when the user has consented: the first time,
   * for further scopes, and with `prompt=consent`; to Desktop clients always
   * (developers.google.com/identity/protocols/oauth2/web-server and /native-app, 30 November 2026).
   * @param scopes those of the request that the user allows
   * @returns a code that can be exchanged once, within ten minutes, and its scopes
   */
  allow(
    request: AuthorizationRequest,
    user: User,
    scopes: ReadonlySet<string>,
  ): { readonly code: string; readonly scopes: ReadonlySet<string> } {
    const { client, isOffline, asksAgain, includesGranted } = request;
    const isDesktop = client.type === 'desktop';
    const hasConsented = asksAgain || !this.hasAllowed(user, client, scopes);
    const key = consentKey(user.email, client.project);
    const all = new Set([...(this.#allowed.get(key) ?? []), ...scopes]);
    this.#allowed.set(key, all);
    const granted = includesGranted ? all : scopes;
    const code = `4/0${randomBytes(36).toString('base64url')}`;
    this.#codes.set(code, {
      request,
      user,
      scopes: granted,
      isLasting: isDesktop || (isOffline && hasConsented),
      expiresAt: this.now + codeLifetimeMs,
    });
    return { code, scopes: granted };
  }

  /** Whether a user has allowed a client's project all these scopes before. */
  hasAllowed(user: User, client: RegisteredClient, scopes: ReadonlySet<string>): boolean {
    const allowed = this.#allowed.get(consentKey(user.email, client.project));
    return [...scopes].every((scope) => allowed?.has(scope));
  }

  /** Whether there is still the account of a user. */
  hasAccount({ email }: User): boolean {
    return !this.#deleted.has(email);
  }

  /** @returns what the client gets, or why it gets nothing; the code is used up */
  exchange(code: string, { client, redirectUri, codeVerifier }: Exchange): Issued | GrantRefusal {
    const grant = this.#codes.get(code);
    // That a code of another client is refused in these words is assumed.
    if (grant === undefined || grant.expiresAt <= this.now || grant.request.client !== client)
      return refusal('Bad Request');
    this.#codes.delete(code);
    const { request, user, scopes, isLasting } = grant;
    if (redirectUri !== request.redirectUri)
      return { error: 'redirect_uri_mismatch', description: 'Bad Request' };
    if (codeVerifier === undefined && request.codeChallenge !== undefined)
      return refusal('Missing code verifier.');
    if (challengeOf(codeVerifier) !== request.codeChallenge)
      return refusal('Invalid code verifier.');
    if (!this.hasAccount(user)) return refusal(deletedAccount);
    const refreshToken = isLasting
      ? this.#refreshTokens.issue({ user, client, scopes }, this.#refreshLifetime(scopes))
      : undefined;
    const issued = this.issue({ user, client, scopes, isOffline: request.isOffline });
    return { ...issued, nonce: request.nonce, refreshToken };
  }

  /**
   * A new access token. The refresh token stays, since Google's answer has none
   * (developers.google.com/identity/protocols/oauth2/web-server#offline, 30 November 2026), unless
   * the model rotates it. That a token of another client is as good as unknown is assumed.
   */
  refresh(token: string, client: RegisteredClient): Issued | GrantRefusal {
    const grant = this.#refreshTokens.use(token, client);
    if (grant === undefined)
      return refusal(
        this.#refreshTokens.has(token, client)
          ? // nango.dev/blog/google-oauth-invalid-grant-token-has-been-expired-or-revoked, read on
            // 30 November 2026, and many issues.
            'Token has been expired or revoked.'
          : 'Bad Request',
      );
    if (!this.hasAccount(grant.user)) return refusal(deletedAccount);
    const issued = this.issue({ ...grant, isOffline: true });
    const refreshToken = this.model.rotates ? this.#refreshTokens.rotate(token) : undefined;
    return { ...issued, refreshToken };
  }

  /** An access token. */
  issue({
    user,
    client,
    scopes,
    isOffline,
  }: Omit<IssuedToken, 'expiresAt'> & { readonly scopes: ReadonlySet<string> }): IssuedToken {
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    const expiresAt = this.now + tokenLifetime * 1000;
    const issued = { user: { ...user, token, scopes }, client, isOffline, expiresAt };
    this.#tokens.set(token, issued);
    return issued;
  }

  /** An issued access token; undefined if it is unknown or has expired. */
  find(token: string): IssuedToken | undefined {
    const issued = this.#tokens.get(token);
    return issued !== undefined && issued.expiresAt > this.now ? issued : undefined;
  }

  /** The user of an issued access token; undefined if it is unknown or has expired. */
  userOf(token: string): User | undefined {
    return this.find(token)?.user;
  }

  /**
   * Ends all tokens that the user has given the clients of a project, and the consent
   * (developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke, 30 November 2026).
   * @param token access or refresh token
   * @returns whether it was valid
   */
  revoke(token: string): boolean {
    const grant = this.find(token) ?? this.#refreshTokens.find(token);
    if (grant === undefined) return false;
    // The token of a service account ends alone: assumed.
    if (grant.client === undefined) return this.#tokens.delete(token);
    this.#end(grant.user.email, grant.client.project);
    return true;
  }

  /** Ends what a person has allowed, as their account page does for all clients. */
  revokeAll(email: string): void {
    for (const project of projects) this.#end(email, project);
  }

  /** Deletes an account until the next reset. */
  deleteAccount(email: string): void {
    this.#deleted.add(email);
    for (const [token, { user }] of this.#tokens)
      if (user.email === email) this.#tokens.delete(token);
  }

  /** Makes all codes and access tokens so far invalid. */
  expire(): void {
    this.#codes.clear();
    this.#tokens.clear();
  }

  #end(email: string, project: string): void {
    this.#allowed.delete(consentKey(email, project));
    for (const [token, { user, client }] of this.#tokens)
      if (user.email === email && client?.project === project) this.#tokens.delete(token);
    for (const [code, { user, request }] of this.#codes)
      if (user.email === email && request.client.project === project) this.#codes.delete(code);
    this.#refreshTokens.end(email, project);
  }

  /**
   * A project in testing gets refresh tokens of seven days, except for the identity alone
   * (developers.google.com/identity/protocols/oauth2#expiration, 30 November 2026). That the answer
   * tells it (604799) is in answers of 2026; the page tells it of access for a time only.
   * @returns seconds; undefined without an end
   */
  #refreshLifetime(scopes: ReadonlySet<string>): number | undefined {
    const { isTesting, accessSeconds } = this.model;
    if (accessSeconds) return accessSeconds;
    const isIdentity = [...scopes].every(isIdentityScope);
    return isTesting && !isIdentity ? (7 * day) / 1000 : undefined;
  }
}

// github.com/FlowCrypt/flowcrypt-browser/issues/1244, 30 August 2018.
const deletedAccount = 'Account has been deleted';

const consentKey = (email: string, project: string): string => `${email} ${project}`;

const refusal = (description: string): GrantRefusal => ({ error: 'invalid_grant', description });

const challengeOf = (verifier: string | undefined): string | undefined =>
  verifier === undefined ? undefined : hash('sha256', verifier, 'base64url');
