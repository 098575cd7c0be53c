/** Google's side of a sign-in: OAuth 2.0 with an id token, as the library speaks it. */
import * as oauth from 'oauth4webapi';
import type { OAuthClient } from '../config.ts';
import { systemClock } from '../engine/caller/clock.ts';
import { NoAnswer, type TokenFetch } from '../engine/rest/token-fetch.ts';
import type { FetchedToken } from './renewed-token.ts';

/** Who has signed in, by the id token. */
export interface Person {
  /** Google's id of the account, which no other account ever has. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly picture?: string | undefined;
  /** The domain of a managed account. */
  readonly domain?: string | undefined;
}

/** What Google has issued. */
interface IssuedTokens extends FetchedToken {
  readonly scopes: readonly string[];
  /** Absent: one that was issued before still holds. */
  readonly refreshToken?: string | undefined;
}

type RenewedTokens = Omit<IssuedTokens, 'scopes'> & Pick<FetchedToken, 'scopes'>;

/** The tokens and the person of a sign-in. */
export interface SignedIn {
  readonly tokens: IssuedTokens;
  readonly person: Person;
}

/** What a begun sign-in has to be ended with. */
export interface Proof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the page of Google is asked for. */
interface AuthorizationRequest extends Proof {
  readonly redirectUri: string;
  /** Full names. */
  readonly scopes: readonly string[];
  /** The address of the account that is expected. */
  readonly hint?: string | undefined;
}

/** Why there is no token. */
export class SignInFailure extends Error {
  readonly reason: /** The user has said no. */
    | 'denied'
    /** The answer belongs to no sign-in of this browser, or is too old. */
    | 'invalid'
    /** What was granted has ended: the user, or Google, has revoked it. */
    | 'ended'
    /** Google does not answer, or not as it should. */
    | 'unavailable'
    /** Google does not know the client of the gateway, or its redirect URI. */
    | 'misconfigured';

  constructor(reason: SignInFailure['reason'], cause: unknown) {
    super(`The sign-in has failed (${reason}).`, { cause });
    this.name = 'SignInFailure';
    this.reason = reason;
  }
}

/** https://developers.google.com/identity/openid-connect/openid-connect, 2026-11-30 */
export const googleIssuer = 'https://accounts.google.com';

/** Scopes that say who signs in. */
const identityScopes = ['openid', 'email', 'profile'];

/** Seconds by which the clocks of Google and the gateway may differ. */
const clockToleranceSeconds = 60;

/** Google as an authorization server, with the client of the operator. */
export class Google {
  readonly #endpoints: OAuthClient;
  readonly #server: oauth.AuthorizationServer;
  readonly #authentication: oauth.ClientAuth;
  readonly #options: oauth.TokenEndpointRequestOptions;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(endpoints: OAuthClient, fetch: TokenFetch, now: () => number) {
    const { clientSecret, tokenUrl, revocationUrl } = endpoints;
    this.#endpoints = endpoints;
    this.#now = now;
    this.#server = {
      issuer: googleIssuer,
      token_endpoint: tokenUrl,
      revocation_endpoint: revocationUrl,
    };
    this.#authentication = oauth.ClientSecretPost(clientSecret);
    this.#options = {
      [oauth.customFetch]: fetch,
      // A sandbox on the same machine.
      [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
    };
  }

  /** The library compares with the computer's clock; the gateway can have another one. */
  get #client(): oauth.Client {
    return {
      client_id: this.#endpoints.clientId,
      [oauth.clockTolerance]: clockToleranceSeconds,
      [oauth.clockSkew]: Math.round((this.#now() - systemClock.wallTime()) / 1_000),
    };
  }

  /** @returns where a user is sent to sign in */
  async authorizationUrl({
    redirectUri,
    scopes,
    hint,
    state,
    nonce,
    verifier,
  }: AuthorizationRequest): Promise<string> {
    const url = new URL(this.#endpoints.authorizationUrl);
    url.search = new URLSearchParams({
      client_id: this.#endpoints.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [...identityScopes, ...scopes].join(' '),
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      access_type: 'offline',
      include_granted_scopes: 'true',
      // Without it Google issues a refresh token for the first consent only: one that was lost, or
      // that has fewer scopes, would never be replaced.
      prompt: hint === undefined ? 'select_account consent' : 'consent',
      ...(hint !== undefined && { login_hint: hint }),
    }).toString();
    return url.href;
  }

  /**
   * Ends a sign-in.
   * @param answer the query string with which the user has come back
   * @throws SignInFailure
   */
  async signIn(answer: URLSearchParams, redirectUri: string, proof: Proof): Promise<SignedIn> {
    const { state, nonce, verifier } = proof;
    // Google's answer has further parameters, and an issuer that not each of its answers names.
    for (const name of ['iss', 'scope', 'authuser', 'prompt', 'hd']) answer.delete(name);
    try {
      const code = oauth.validateAuthResponse(this.#server, this.#client, answer, state);
      const response = await oauth.authorizationCodeGrantRequest(
        this.#server,
        this.#client,
        this.#authentication,
        code,
        redirectUri,
        verifier,
        this.#options,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(
        this.#server,
        this.#client,
        response,
        { expectedNonce: nonce, requireIdToken: true },
      );
      const claims = oauth.getValidatedIdTokenClaims(tokens)!;
      return { tokens: this.#issued(tokens), person: personOf(claims) };
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Renews a token. Without scopes in the answer, they are the same. @throws SignInFailure */
  async renew(refreshToken: string): Promise<RenewedTokens> {
    try {
      const response = await oauth.refreshTokenGrantRequest(
        this.#server,
        this.#client,
        this.#authentication,
        refreshToken,
        this.#options,
      );
      const tokens = await oauth.processRefreshTokenResponse(this.#server, this.#client, response);
      const issued = this.#issued(tokens);
      return tokens.scope === undefined ? { ...issued, scopes: undefined } : issued;
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Ends all that was granted. What has ended already is no error. @throws SignInFailure */
  async revoke(token: string): Promise<void> {
    try {
      const response = await oauth.revocationRequest(
        this.#server,
        this.#client,
        this.#authentication,
        token,
        this.#options,
      );
      await oauth.processRevocationResponse(response);
    } catch (error) {
      // Google answers 400 for a token that is not valid any more.
      if (!(error instanceof oauth.ResponseBodyError)) throw failureOf(error);
    }
  }

  #issued({
    access_token,
    refresh_token,
    expires_in,
    scope,
  }: oauth.TokenEndpointResponse): IssuedTokens {
    return {
      token: access_token,
      refreshToken: refresh_token,
      // Google's tokens are valid for an hour; one that does not say so is used once.
      expiresAt: this.#now() + 1_000 * (expires_in ?? 0),
      scopes: (scope ?? '').split(' ').filter(Boolean),
    };
  }
}

function personOf(claims: oauth.IDToken): Person {
  const text = (name: string): string | undefined =>
    typeof claims[name] === 'string' ? claims[name] : undefined;
  // An address that Google has not verified can be anybody's.
  const email = claims['email_verified'] === true ? (text('email') ?? '').toLowerCase() : '';
  return {
    sub: claims.sub,
    email,
    name: text('name') ?? email,
    picture: text('picture'),
    domain: text('hd')?.toLowerCase(),
  };
}

/** @param error of the library, of a request, or a failure already */
function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  if (error instanceof oauth.AuthorizationResponseError)
    return new SignInFailure(error.error === 'access_denied' ? 'denied' : 'invalid', error);
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant') return new SignInFailure('ended', error);
    const isOurs = ['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'];
    return new SignInFailure(isOurs.includes(error.error) ? 'misconfigured' : 'unavailable', error);
  }
  if (error instanceof NoAnswer) return new SignInFailure('unavailable', error);
  const isForged =
    error instanceof oauth.OperationProcessingError &&
    (error.code === oauth.INVALID_RESPONSE || error.code === oauth.JWT_CLAIM_COMPARISON);
  return new SignInFailure(isForged ? 'invalid' : 'unavailable', error);
}
