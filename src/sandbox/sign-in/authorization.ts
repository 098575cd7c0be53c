/**
 * The page on which a user allows or denies what a client asks for, like that of Google at
 * `https://accounts.google.com/o/oauth2/v2/auth`.
 */
import type { HttpResponse } from '../http/http-response.ts';
import { people, type User } from '../user.ts';
import { type AuthorizationRequest, requestOf } from './authorization-request.ts';
import { consentPage, errorPage } from './consent-page.ts';
import type { Grants } from './grants.ts';
import { domainOf, issuer } from './identity.ts';
import { optionalScopes, scopeText } from './scope.ts';
import type { SignInRequest } from './sign-in-request.ts';

/** Shows the page; or sends the user back if the client wants no page. */
export function showConsent({ grants, search }: SignInRequest): HttpResponse {
  const request = requestOf(new URLSearchParams(search));
  if ('error' in request) return errorPage(request);
  const accounts = people.filter((user) => grants.hasAccount(user));
  if (!request.isSilent) return consentPage(request, accounts, grants.model.unchecked);
  const { expected, client, scopes } = request;
  return expected !== undefined && grants.hasAllowed(expected, client, scopes)
    ? sendBackWithCode(grants, request, expected, scopes)
    : sendBack(grants, request, { error: 'interaction_required' });
}

/**
 * Sends the user back with what they have decided on the page. That a user who allows no scope but
 * those of the identity has signed in is assumed.
 *
 * The body is the form: `decision` is `allow` or `deny`, `user` an email address, and each `scope`
 * one that is allowed.
 */
export function answerConsent({ grants, search, body }: SignInRequest): HttpResponse {
  const request = requestOf(new URLSearchParams(search));
  if ('error' in request) return errorPage(request);
  const form = new URLSearchParams(body);
  const user = people.find(({ email }) => email === form.get('user'));
  const checked = new Set(form.getAll('scope'));
  const optional = optionalScopes(request.scopes);
  const scopes = new Set(
    [...request.scopes].filter((scope) => !optional.has(scope) || checked.has(scope)),
  );
  const isAllowed =
    form.get('decision') === 'allow' &&
    user !== undefined &&
    grants.hasAccount(user) &&
    scopes.size > 0;
  return isAllowed
    ? sendBackWithCode(grants, request, user, scopes)
    : sendBack(grants, request, { error: 'access_denied' });
}

/** As in the addresses to which Google has sent users in 2026. */
function sendBackWithCode(
  grants: Grants,
  request: AuthorizationRequest,
  user: User,
  allowed: ReadonlySet<string>,
): HttpResponse {
  const { code, scopes } = grants.allow(request, user, allowed);
  const domain = domainOf(user, grants.model);
  return sendBack(grants, request, {
    code,
    scope: scopeText(scopes),
    authuser: '0',
    ...(domain !== undefined && { hd: domain }),
    prompt: request.isSilent ? 'none' : 'consent',
  });
}

/**
 * The issuer is sent as RFC 9207 says
 * (developers.google.com/identity/openid-connect/reference, 30 November 2026).
 */
function sendBack(
  { model }: Grants,
  { redirectUri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): HttpResponse {
  const location = new URL(redirectUri);
  location.search = new URLSearchParams({
    ...(state !== undefined && { state: model.wrongState ? `${state}-other` : state }),
    iss: issuer,
    ...answer,
  }).toString();
  const headers = { location: location.href, 'cache-control': 'no-store' };
  return { status: 303, headers: { ...headers, 'referrer-policy': 'no-referrer' } };
}
