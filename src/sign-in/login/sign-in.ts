/** Signs a person in on their own computer (OAuth 2.0, authorization code with PKCE). */
import * as oauth from 'oauth4webapi';
import type { OAuthClient } from '../../config.ts';
import { type Clock, timeLimit } from '../../engine/caller/clock.ts';
import { ExpectedError } from '../../engine/api/stackless.ts';
import { NoAnswer, type TokenFetch } from '../../engine/rest/token-fetch.ts';
import { googleIssuer } from '../google.ts';
import type { StoredLogin } from './login-file.ts';
import { listenOnLoopback } from './loopback.ts';

/** A login that has failed. The message says why, and has nothing secret. */
export class LoginError extends ExpectedError {
  override readonly name = 'LoginError';
}

interface SignInParts {
  readonly send: TokenFetch;
  readonly clock: Clock;
  /** Full names. */
  readonly scopes: readonly string[];
  /**
   * Shows the user where to sign in.
   * @param address of the sign-in
   * @param startUrl leads there once: for a browser that is started
   */
  readonly show: (address: string, startUrl: string) => void;
}

/** Google's endpoints, and the client that is registered there as a desktop app. */
export type GoogleClient = Omit<OAuthClient, 'tokenInfoUrl'>;

/** Time in ms in which the user has to sign in. */
const signInMs = 600_000;

/** Signs in at Google. @throws LoginError */
export async function signInAtGoogle(
  client: GoogleClient,
  parts: SignInParts,
): Promise<StoredLogin> {
  const server = {
    issuer: googleIssuer,
    authorization_endpoint: client.authorizationUrl,
    token_endpoint: client.tokenUrl,
    revocation_endpoint: client.revocationUrl,
  };
  await using loopback = await listenOnLoopback();
  return await authorize({
    ...parts,
    server,
    loopback,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    // A refresh token also for somebody who has allowed the same before.
    params: { access_type: 'offline', prompt: 'consent' },
  });
}

/**
 * Signs in at a gateway.
 * @param url its base URL; with `/mcp` at its end, for tokens that are valid there
 * @throws LoginError
 */
export async function signInAtGateway(url: string, parts: SignInParts): Promise<StoredLogin> {
  const base = url.replace(/\/(mcp|graphql)$/, '');
  await using loopback = await listenOnLoopback();
  const { server, clientId } = await registered(base, loopback.redirectUri, parts);
  const resource = url.endsWith('/mcp') ? url : `${base}/graphql`;
  return await authorize({ ...parts, server, loopback, clientId, resource, params: { resource } });
}

/** Registers at the authorization server of a gateway. @throws LoginError */
async function registered(base: string, redirectUri: string, { send }: SignInParts) {
  const options = optionsOf(base, send);
  return understood('The gateway', async () => {
    const metadata = await metadataOf(base, options, send);
    const registration = await oauth.dynamicClientRegistrationRequest(
      metadata,
      {
        client_name: 'studiograph login',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      options,
    );
    const client = await oauth.processDynamicClientRegistrationResponse(registration);
    return { server: metadata, clientId: client.client_id };
  });
}

const metadataPath = '/.well-known/oauth-authorization-server';

/** A gateway below a path has its metadata at the root (RFC 8414, 3.1), or below that path. */
async function metadataOf(base: string, options: Options, send: TokenFetch) {
  const issuer = new URL(base);
  let found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
  if (found.status === 404) found = await send(base + metadataPath);
  if (found.status === 404)
    throw new LoginError('The gateway has no sign-in: its operator has to set GOOGLE_CLIENT_ID.');
  const metadata = await oauth.processDiscoveryResponse(issuer, found);
  const { authorization_endpoint: page, token_endpoint: token, revocation_endpoint } = metadata;
  if (![page, token, revocation_endpoint ?? base].every(isProtected))
    throw new LoginError('The gateway names endpoints without TLS: its operator has to mend them.');
  return metadata;
}

/** Whether secrets may be sent to a URL: a server on this computer may be reached without TLS. */
const isProtected = (url = ''): boolean =>
  /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(url);

interface Authorization extends SignInParts {
  readonly server: oauth.AuthorizationServer;
  readonly loopback: Awaited<ReturnType<typeof listenOnLoopback>>;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly resource?: string;
  /** Further parameters of the authorization. */
  readonly params: Readonly<Record<string, string>>;
}

/** @throws LoginError */
async function authorize({ server, loopback, clientId, clientSecret, ...parts }: Authorization) {
  const { redirectUri } = loopback;
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const address = new URL(server.authorization_endpoint!);
  address.search = new URLSearchParams({
    ...parts.params,
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: parts.scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const isAnswer = ({ searchParams }: URL): boolean => searchParams.get('state') === state;
  const answer = loopback.begin(address.href, isAnswer);
  parts.show(address.href, loopback.startUrl);
  const url = await inTime(parts.clock, answer);
  const client: oauth.Client = { client_id: clientId };
  const options = optionsOf(server.token_endpoint!, parts.send);
  const authentication =
    clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret);
  const sentAt = parts.clock.wallTime();
  const result = await understood('The sign-in', async () => {
    const params = oauth.validateAuthResponse(server, client, url, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      params,
      redirectUri,
      verifier,
      {
        ...options,
        ...(parts.resource !== undefined && {
          additionalParameters: { resource: parts.resource },
        }),
      },
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  });
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds = 300 } = result;
  if (refreshToken === undefined) throw new LoginError('The sign-in gave no refresh token.');
  return {
    clientId,
    clientSecret,
    tokenUrl: server.token_endpoint!,
    revocationUrl: server.revocation_endpoint,
    resource: parts.resource,
    refreshToken,
    token,
    expiresAt: sentAt + 1_000 * seconds,
    scopes: result.scope?.split(' ') ?? [...parts.scopes],
  };
}

/** @throws LoginError if the user takes too long */
async function inTime(clock: Clock, answer: Promise<URL>): Promise<URL> {
  const limit = timeLimit(clock, signInMs);
  try {
    return await new Promise((resolve, reject) => {
      answer.then(resolve, reject);
      limit.signal.addEventListener('abort', () =>
        reject(new LoginError('Nobody has signed in for ten minutes. Try again.')),
      );
    });
  } finally {
    limit.cancel();
  }
}

type Options = ReturnType<typeof optionsOf>;

const optionsOf = (url: string, send: TokenFetch) => ({
  [oauth.customFetch]: send,
  [oauth.allowInsecureRequests]: isProtected(url),
});

/** @param subject of the message @throws LoginError in place of the errors of the protocol */
async function understood<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LoginError) throw error;
    throw new LoginError(`${subject} failed: ${reasonOf(error)}.`, { cause: error });
  }
}

/** @returns a word of the protocol, or of the library: their messages can have what was answered */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.reason;
  if (error instanceof oauth.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'access was not allowed';
    return wordOf(error.error);
  }
  if (error instanceof oauth.ResponseBodyError) return wordOf(error.error);
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'the answer cannot be understood';
}

const wordOf = (text: string): string => (/^\w{1,64}$/.test(text) ? text : 'unknown error');
