/** Sign-in with Google: OAuth 2.0, authorization code with PKCE. No secret is in the page. */
import * as oauth from 'oauth4webapi';
import { fullScope } from '../../services/shared/scope.ts';
import type { Session } from './session.ts';
import { settings, urlOf } from '../settings.ts';

/** What a service may be used for. */
export type Access = 'none' | 'read' | 'write';

/** The scopes of each service, without the address before them. */
export const scopesByService = {
  YouTube: { read: 'youtube.readonly', write: 'youtube.force-ssl' },
  'Google Drive': { read: 'drive.readonly', write: 'drive' },
  'Google Calendar': { read: 'calendar.readonly', write: 'calendar' },
} as const;

/** What the page remembers while the user is at Google; a reload of the page ends it. */
interface Attempt {
  readonly state: string;
  readonly verifier: string;
}

const key = 'studiograph:sign-in';

const redirectUri = urlOf('graphql');

/** Goes to the page of Google on which the user consents. */
export async function signIn(scopes: readonly string[]): Promise<void> {
  const { clientId, authorizationUrl } = settings.signIn!;
  const attempt: Attempt = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  sessionStorage.setItem(key, JSON.stringify(attempt));
  const url = new URL(authorizationUrl);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.map(fullScope).join(' '),
    state: attempt.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    include_granted_scopes: 'true',
    prompt: 'consent',
  }).toString();
  location.assign(url);
}

/** How a sign-in has ended. */
type SignInEnd =
  | { readonly session: Session }
  /** Why there is no token, for the user. */
  | { readonly problem: string };

/**
 * Ends a sign-in whose answer is in the URL of the page, and takes the answer out of the URL.
 * @returns undefined if the URL has none
 */
export async function endSignIn(): Promise<SignInEnd | undefined> {
  const url = new URL(location.href);
  if (!url.searchParams.has('state')) return undefined;
  const attempt = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  history.replaceState(null, '', redirectUri);
  if (attempt === null || settings.signIn === undefined)
    return { problem: 'This page did not ask for the sign-in that has ended. Sign in again.' };
  try {
    return { session: await exchange(url.searchParams, JSON.parse(attempt) as Attempt) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

async function exchange(answer: URLSearchParams, { state, verifier }: Attempt): Promise<Session> {
  const { clientId, authorizationUrl } = settings.signIn!;
  const server: oauth.AuthorizationServer = {
    issuer: new URL(authorizationUrl).origin,
    token_endpoint: urlOf('oauth/token'),
  };
  const client: oauth.Client = { client_id: clientId };
  // Google's answer has further parameters, and an issuer that not each of its answers names.
  for (const name of ['iss', 'scope', 'authuser', 'prompt', 'hd']) answer.delete(name);
  const code = oauth.validateAuthResponse(server, client, answer, state);
  const options = { [oauth.allowInsecureRequests]: true };
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    code,
    redirectUri,
    verifier,
    options,
  );
  const token = await oauth.processAuthorizationCodeResponse(server, client, response);
  const scopes = token.scope?.split(' ') ?? [];
  const { expires_in: seconds } = token;
  return {
    token: token.access_token,
    name: 'Signed in with Google',
    scopes,
    ...(seconds !== undefined && { expiresAt: Date.now() + seconds * 1_000 }),
  };
}

/** @returns what went wrong, and what to do, in words for a user */
function problemOf(error: unknown): string {
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? 'You did not allow the access, so there is no token. Sign in again to get one.'
      : `Google refused the sign-in: ${error.error_description ?? error.error}.`;
  if (error instanceof oauth.ResponseBodyError)
    return error.error === 'invalid_grant'
      ? 'The sign-in took too long, or was used already. Sign in again.'
      : `The token was refused: ${error.error_description ?? error.error}.`;
  if (error instanceof oauth.OperationProcessingError)
    return 'The answer does not belong to this sign-in, and was ignored. Sign in again.';
  return `The gateway could not get a token: ${String(error)}`;
}
