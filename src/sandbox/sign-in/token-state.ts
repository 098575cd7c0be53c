/** Revocation of tokens, and what Google tells about them. */
import { accessTokenOf } from '../http/auth.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { type User, userOf } from '../user.ts';
import { failure, json } from './answer.ts';
import { webClient } from './client.ts';
import { type IssuedToken, tokenLifetime } from './grants.ts';
import { isVerified, subjectOf } from './identity.ts';
import { robotId } from './service-account.ts';
import { scopeText } from './scope.ts';
import type { SignInRequest } from './sign-in-request.ts';

/**
 * `https://oauth2.googleapis.com/revoke`. It answers 200, and 400 for an error
 * (developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke, read on 30 November
 * 2026); the words are assumed.
 */
export function revokeToken({ grants, search, body }: SignInRequest): HttpResponse {
  const token = new URLSearchParams(search).get('token') ?? new URLSearchParams(body).get('token');
  if (!token) return failure(400, 'invalid_request', 'Missing required parameter: token');
  return grants.revoke(token)
    ? json(200, {})
    : failure(400, 'invalid_token', 'Token expired or revoked');
}

/**
 * `https://oauth2.googleapis.com/tokeninfo`: all values are texts. Who the user is is told by the
 * scopes for that (github.com/parse-community/parse-server/issues/2921, 24 October 2016;
 * github.com/googleapis/google-auth-library-nodejs/issues/801, 4 October 2019); that `sub` needs
 * one of them is assumed.
 */
export function tokenInfo({ grants, search, headers, body }: SignInRequest): HttpResponse {
  const token =
    accessTokenOf(headers, new URLSearchParams(search)) ??
    new URLSearchParams(body).get('access_token') ??
    '';
  const issued = grants.find(token) ?? fixedToken(grants.now, userOf(token));
  // That words are `Invalid Value` is assumed.
  if (issued === undefined) return failure(400, 'invalid_token', 'Invalid Value');
  const { user, client, isOffline, expiresAt } = issued;
  const { email, scopes } = user;
  const clientId = client?.id ?? robotId;
  return json(200, {
    azp: clientId,
    aud: clientId,
    ...(scopes.has('openid') && { sub: subjectOf(user) }),
    scope: scopeText(scopes),
    exp: String(Math.floor(expiresAt / 1000)),
    expires_in: String(Math.floor((expiresAt - grants.now) / 1000)),
    ...(scopes.has('userinfo.email') && {
      email,
      email_verified: String(isVerified(email, grants.model)),
    }),
    access_type: isOffline ? 'offline' : 'online',
  });
}

/** The token of a user of the sandbox, as if the web client had got it now. */
const fixedToken = (now: number, user: User | undefined): IssuedToken | undefined =>
  user === undefined || user.expired
    ? undefined
    : { user, client: webClient, isOffline: false, expiresAt: now + tokenLifetime * 1000 };
