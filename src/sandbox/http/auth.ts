/** Authentication (who calls) and authorization (whether they may call the operation). */
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { ApiError, errorInfo } from './api-error.ts';
import type { Query } from '../call/query.ts';
import type { Simulation } from '../simulation.ts';
import { anonymous, apiKey, type User, userOf, users } from '../user.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** @param parameters further parameters of the challenge */
const challenge = (parameters = ''): Record<string, string> => ({
  'www-authenticate': `Bearer realm="https://accounts.google.com/"${parameters}`,
});

const authorizationHeader = { location: 'Authorization', locationType: 'header' } as const;

/** The access token of a request: from the header, or else from the query string. */
export function accessTokenOf(headers: Headers, search: URLSearchParams): string | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  return bearer ?? search.get('access_token') ?? search.get('oauth_token') ?? undefined;
}

/** The API key of a request: from the header, or else from the query string. */
export const apiKeyOf = (headers: Headers, search: URLSearchParams): string | undefined =>
  headers['x-goog-api-key'] ?? search.get('key') ?? undefined;

/**
 * The user of the access token, or `anonymous` for requests with only an API key.
 * @throws ApiError 400 for an invalid API key, 401 for an invalid or missing token, 403 without any
 *   credentials
 */
export function authenticate(
  { grants }: Simulation,
  operation: AnyOperation,
  headers: Headers,
  search: URLSearchParams,
): User {
  const token = accessTokenOf(headers, search);
  if (token !== undefined || headers['authorization'] !== undefined)
    return authenticateToken(grants, token ?? '');
  const key = apiKeyOf(headers, search);
  if (key !== undefined && key !== apiKey)
    throw new ApiError(400, 'badRequest', {
      message: 'API key not valid. Please pass a valid API key.',
      details: [errorInfo('API_KEY_INVALID')],
    });
  if (operation.auth === 'user')
    throw new ApiError(401, 'required', {
      ...authorizationHeader,
      message: 'Request is missing required authentication credential.',
      details: [errorInfo('CREDENTIALS_MISSING')],
      headers: challenge(),
    });
  if (key) return anonymous;
  if (serviceOf(operation) === 'calendar')
    throw new ApiError(401, 'required', {
      ...authorizationHeader,
      message: 'Login Required.',
      headers: challenge(),
    });
  throw new ApiError(403, 'forbidden', {
    message: "Method doesn't allow unregistered callers (callers without established identity).",
  });
}

function authenticateToken(grants: Simulation['grants'], token: string): User {
  const user = userOf(token) ?? grants.userOf(token);
  if (user !== undefined && !user.expired) return user;
  throw new ApiError(401, 'authError', {
    ...authorizationHeader,
    message: 'Invalid Credentials',
    headers: challenge(', error="invalid_token"'),
  });
}

/**
 * Checks scopes, content owners, and whether calls for private data have a user.
 * @param parts the parts that the call names
 * @throws ApiError 401 or 403
 */
export function authorize(
  operation: AnyOperation,
  user: User,
  query: Query,
  parts: ReadonlySet<string>,
): void {
  const needsUser = isForUser(operation, query, parts);
  if (user === anonymous && needsUser)
    throw new ApiError(401, 'authorizationRequired', {
      domain: 'youtube.common',
      message: 'The request requires the access token of a user.',
      headers: challenge(),
    });
  if (user === anonymous) return;
  checkScopes(operation, user);
  checkContentOwner(user, query);
}

/**
 * Checks whether a call for private data of YouTube has a user with a channel.
 * @throws ApiError 401
 */
export function checkChannel(
  operation: AnyOperation,
  user: User,
  query: Query,
  parts: ReadonlySet<string>,
): void {
  if (user === anonymous || user.channelId !== undefined) return;
  const service = serviceOf(operation);
  const isYouTube = service === 'video' || service === 'live';
  if (isYouTube && isForUser(operation, query, parts))
    throw new ApiError(401, 'youtubeSignupRequired', {
      ...authorizationHeader,
      domain: 'youtube.header',
    });
}

/** Whether the call needs an access token. */
const isForUser = (
  { auth, userParams = [], ownerOnlyParts = [] }: AnyOperation,
  query: Query,
  parts: ReadonlySet<string>,
): boolean =>
  auth === 'user' ||
  userParams.some((name) => query.has(name)) ||
  ownerOnlyParts.some((part) => parts.has(part));

function checkScopes({ scopes, key }: AnyOperation, user: User): void {
  if (scopes.length === 0 || scopes.some((scope) => user.scopes.has(scope))) return;
  const urls = scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`).join(' ');
  throw new ApiError(403, 'insufficientPermissions', {
    message: 'Request had insufficient authentication scopes.',
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', { method: key })],
    headers: challenge(`, error="insufficient_scope", scope="${urls}"`),
  });
}

/** Only users who are linked to a content owner may act on its behalf. */
function checkContentOwner(user: User, query: Query): void {
  const name = query.has('onBehalfOf') ? 'onBehalfOf' : 'onBehalfOfContentOwner';
  const owner = query.text(name);
  if (owner === undefined || owner === user.contentOwner) return;
  const detail = {
    domain: 'youtube.common',
    message: 'The caller may not act for this content owner.',
    location: name,
  };
  if (users.some(({ contentOwner }) => contentOwner === owner))
    throw new ApiError(403, 'cmsUserAccountNotFound', detail);
  throw new ApiError(404, 'contentOwnerAccountNotFound', detail);
}
