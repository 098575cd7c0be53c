/** Who calls, and whether the operation is open to them. */
import { type AnyOperation, serviceOf } from '../upstream/operation.ts';
import type { Query } from './query.ts';
import { errorInfo, ApiError } from './api-error.ts';
import { anonymous, apiKey, type User, userOf, users } from './user.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const challenge = (rest = ''): Record<string, string> => ({
  'www-authenticate': `Bearer realm="https://accounts.google.com/"${rest}`,
});

/** The token of a call, from the header or, where that is absent, from the query. */
export function tokenOf(headers: Headers, search: URLSearchParams): string | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  return bearer ?? search.get('access_token') ?? search.get('oauth_token') ?? undefined;
}

/** The caller: a user, or `anonymous` for the API key. Refuses bad and missing credentials. */
export function authenticate(
  operation: AnyOperation,
  headers: Headers,
  search: URLSearchParams,
): User {
  const token = tokenOf(headers, search);
  if (token !== undefined || headers['authorization'] !== undefined)
    return userOfToken(token ?? '');
  const key = headers['x-goog-api-key'] ?? search.get('key');
  if (key !== null && key !== undefined && key !== apiKey)
    throw new ApiError(400, 'badRequest', {
      message: 'API key not valid. Please pass a valid API key.',
      details: [errorInfo('API_KEY_INVALID')],
    });
  if (operation.auth === 'user')
    throw new ApiError(401, 'required', {
      message: 'Request is missing required authentication credential.',
      location: 'Authorization',
      locationType: 'header',
      details: [errorInfo('CREDENTIALS_MISSING')],
      headers: challenge(),
    });
  if (key) return anonymous;
  if (serviceOf(operation) === 'calendar')
    throw new ApiError(401, 'required', {
      message: 'Login Required.',
      location: 'Authorization',
      locationType: 'header',
      headers: challenge(),
    });
  throw new ApiError(403, 'forbidden', {
    message: "Method doesn't allow unregistered callers (callers without established identity).",
  });
}

function userOfToken(token: string): User {
  const user = userOf(token);
  if (user !== undefined && !user.expired) return user;
  throw new ApiError(401, 'authError', {
    message: 'Invalid Credentials',
    location: 'Authorization',
    locationType: 'header',
    headers: challenge(', error="invalid_token"'),
  });
}

/** Refuses missing scopes, own data without a person, and persons without a channel. */
export function authorize(
  operation: AnyOperation,
  user: User,
  query: Query,
  parts: ReadonlySet<string>,
): void {
  const own =
    operation.auth === 'user' ||
    (operation.userParams ?? []).some((name) => query.has(name)) ||
    (operation.ownerOnlyParts ?? []).some((part) => parts.has(part));
  if (user === anonymous) {
    if (own)
      throw new ApiError(401, 'authorizationRequired', {
        domain: 'youtube.common',
        message: 'The request needs a person.',
        headers: challenge(),
      });
    return;
  }
  if (operation.scopes.length > 0 && !operation.scopes.some((scope) => user.scopes.has(scope)))
    refuseScope(operation);
  checkContentOwner(user, query);
  const service = serviceOf(operation);
  if (own && user.channelId === undefined && (service === 'video' || service === 'live'))
    throw new ApiError(401, 'youtubeSignupRequired', {
      domain: 'youtube.header',
      location: 'Authorization',
      locationType: 'header',
    });
}

/** Nobody acts for a content owner but those who are linked to it. */
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

function refuseScope(operation: AnyOperation): never {
  const scopes = operation.scopes
    .map((scope) => `https://www.googleapis.com/auth/${scope}`)
    .join(' ');
  throw new ApiError(403, 'insufficientPermissions', {
    message: 'Request had insufficient authentication scopes.',
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', { method: operation.key })],
    headers: challenge(`, error="insufficient_scope", scope="${scopes}"`),
  });
}
