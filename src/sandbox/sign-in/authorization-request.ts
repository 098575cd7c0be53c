/** What a client asks a user for, by the query string of the page. */
import { catalogue } from '../../services/catalogue.ts';
import { shortScope } from '../../services/shared/scope.ts';
import { people, type User, users } from '../user.ts';
import { clientId, isRegistered } from './client.ts';

/** What a client asks a user for. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  /** Short forms, each once. */
  readonly scopes: ReadonlySet<string>;
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  /** Whether the client wants an answer without the page. */
  readonly isSilent: boolean;
  /** The user that the client expects. */
  readonly expected: User | undefined;
}

/** A request that the user is not sent back from, since the client may be another one. */
export interface InvalidRequest {
  readonly status: 400 | 401;
  readonly error: string;
  readonly description: string;
}

const knownScopes: ReadonlySet<string> = new Set([
  ...users.flatMap(({ scopes }) => [...scopes]),
  ...[...catalogue.values()].flatMap(({ scopes }) => scopes),
]);

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
  if (param('client_id') !== clientId)
    return invalid('The OAuth client was not found.', 'invalid_client');
  const redirectUri = param('redirect_uri')!;
  if (!isRegistered(redirectUri)) return invalid(redirectUri, 'redirect_uri_mismatch');
  if (param('response_type') !== 'code')
    return invalid('response_type: expected code', 'unsupported_response_type');
  const codeChallenge = param('code_challenge');
  if (codeChallenge !== undefined && param('code_challenge_method') !== 'S256')
    return invalid('code_challenge_method: the sandbox knows S256 only');
  const scopes = new Set(param('scope')!.split(' ').filter(Boolean).map(shortScope));
  const unknown = [...scopes].filter((scope) => !knownScopes.has(scope));
  if (unknown.length > 0)
    return invalid(`Some requested scopes were invalid: ${unknown.join(' ')}`, 'invalid_scope');
  return {
    redirectUri,
    scopes,
    state: param('state'),
    codeChallenge,
    isSilent: param('prompt') === 'none',
    expected: people.find(({ email }) => email === param('login_hint')),
  };
}
