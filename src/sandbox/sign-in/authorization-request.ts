/** What a client asks a user for, by the query string of the page. */
import { people, type User } from '../user.ts';
import { clientOf, isRegistered, type RegisteredClient } from './client.ts';
import { readScopes, unknownScopes } from './scope.ts';

/** What a client asks a user for. */
export interface AuthorizationRequest {
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  /** Short forms, each once. */
  readonly scopes: ReadonlySet<string>;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly codeChallenge: string | undefined;
  /** Whether the client wants to act without the user. */
  readonly isOffline: boolean;
  /** Whether the client wants all scopes that the user has allowed so far. */
  readonly includesGranted: boolean;
  /** Whether the client wants an answer without the page. */
  readonly isSilent: boolean;
  /** Whether the client wants the user to consent again. */
  readonly asksAgain: boolean;
  /** The user that the client expects. */
  readonly expected: User | undefined;
}

/** A request that the user is not sent back from, since the client may be another one. */
export interface InvalidRequest {
  readonly status: 400 | 401;
  readonly error: string;
  readonly description: string;
}

/** Reads and checks the request. */
export function requestOf(params: URLSearchParams): AuthorizationRequest | InvalidRequest {
  const param = (name: string): string | undefined => params.get(name) || undefined;
  const invalid = (description: string, error = 'invalid_request'): InvalidRequest => ({
    status: error === 'invalid_client' ? 401 : 400,
    error,
    description,
  });
  const missing = ['client_id', 'redirect_uri', 'response_type', 'scope'].find(
    (name) => param(name) === undefined,
  );
  if (missing !== undefined) return invalid(`Missing required parameter: ${missing}`);
  const client = clientOf(param('client_id')!);
  if (client === undefined) return invalid('The OAuth client was not found.', 'invalid_client');
  const redirectUri = param('redirect_uri')!;
  if (!isRegistered(client, redirectUri)) return invalid(redirectUri, 'redirect_uri_mismatch');
  if (param('response_type') !== 'code')
    return invalid('response_type: expected code', 'unsupported_response_type');
  const codeChallenge = param('code_challenge');
  if (codeChallenge !== undefined && param('code_challenge_method') !== 'S256')
    return invalid('code_challenge_method: the sandbox knows S256 only');
  const scopes = readScopes(param('scope')!);
  const unknown = unknownScopes(scopes);
  if (unknown.length > 0)
    return invalid(`Some requested scopes were invalid: ${unknown.join(' ')}`, 'invalid_scope');
  const prompts = (param('prompt') ?? '').split(' ');
  return {
    client,
    redirectUri,
    scopes,
    state: param('state'),
    nonce: param('nonce'),
    codeChallenge,
    isOffline: param('access_type') === 'offline',
    includesGranted: param('include_granted_scopes') === 'true',
    isSilent: prompts.includes('none'),
    asksAgain: prompts.includes('consent'),
    expected: people.find(({ email }) => email === param('login_hint')),
  };
}
