/**
 * The page on which a user allows or denies what a client asks for, like that of Google at
 * `https://accounts.google.com/o/oauth2/v2/auth`.
 */
import { fullScope } from '../../services/shared/scope.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { people, type User } from '../user.ts';
import { type AuthorizationRequest, requestOf } from './authorization-request.ts';
import { consentPage, errorPage } from './consent-page.ts';
import type { Grants } from './grants.ts';

/** Shows the page; or sends the user back if the client wants no page. */
export function showConsent(grants: Grants, search: string): HttpResponse {
  const request = requestOf(new URLSearchParams(search));
  if ('error' in request) return errorPage(request);
  if (!request.isSilent) return consentPage(request, people);
  const { expected, scopes } = request;
  return expected !== undefined && grants.hasAllowed(expected, scopes)
    ? sendBackWithCode(grants, request, expected, scopes)
    : sendBack(request, { error: 'interaction_required' });
}

/**
 * Sends the user back with what they have decided on the page.
 * @param body the form: `decision` is `allow` or `deny`, `user` an email address, and each `scope`
 *   one that is allowed
 */
export function answerConsent(grants: Grants, search: string, body: string): HttpResponse {
  const request = requestOf(new URLSearchParams(search));
  if ('error' in request) return errorPage(request);
  const form = new URLSearchParams(body);
  const user = people.find(({ email }) => email === form.get('user'));
  const scopes = new Set(form.getAll('scope').filter((scope) => request.scopes.has(scope)));
  const isAllowed = form.get('decision') === 'allow' && user !== undefined && scopes.size > 0;
  return isAllowed
    ? sendBackWithCode(grants, request, user, scopes)
    : sendBack(request, { error: 'access_denied' });
}

function sendBackWithCode(
  grants: Grants,
  request: AuthorizationRequest,
  user: User,
  scopes: ReadonlySet<string>,
): HttpResponse {
  const code = grants.allow({ ...request, user, scopes });
  return sendBack(request, { code, scope: [...scopes].map(fullScope).join(' ') });
}

function sendBack(
  { redirectUri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): HttpResponse {
  const location = new URL(redirectUri);
  location.search = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...answer,
  }).toString();
  const headers = { location: location.href, 'cache-control': 'no-store' };
  return { status: 303, headers: { ...headers, 'referrer-policy': 'no-referrer' } };
}
