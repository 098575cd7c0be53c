/** Exchanges codes for access tokens, like `https://oauth2.googleapis.com/token`. */
import { fullScope } from '../../services/shared/scope.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { clientId, clientSecret } from './client.ts';
import { type Grants, tokenLifetime } from './grants.ts';

/** @param body a form */
export function exchangeCode(grants: Grants, body: string): HttpResponse {
  const form = new URLSearchParams(body);
  const field = (name: string): string | undefined => form.get(name) || undefined;
  const missing = (name: string): HttpResponse =>
    failure(400, 'invalid_request', `Missing required parameter: ${name}`);
  const grantType = field('grant_type');
  if (grantType === undefined) return missing('grant_type');
  if (grantType !== 'authorization_code')
    return failure(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`);
  const id = field('client_id');
  if (id === undefined) return failure(400, 'invalid_request', 'Could not determine client ID.');
  if (id !== clientId) return failure(401, 'invalid_client', 'The OAuth client was not found.');
  const secret = field('client_secret');
  if (secret === undefined) return failure(400, 'invalid_request', 'client_secret is missing.');
  if (secret !== clientSecret) return failure(401, 'invalid_client', 'Unauthorized');
  const [code, redirectUri] = [field('code'), field('redirect_uri')];
  if (code === undefined) return missing('code');
  if (redirectUri === undefined) return missing('redirect_uri');
  const result = grants.exchange(code, { redirectUri, codeVerifier: field('code_verifier') });
  if ('error' in result) return failure(400, result.error, result.description);
  return json(200, {
    access_token: result.token,
    expires_in: tokenLifetime,
    scope: [...result.scopes].map(fullScope).join(' '),
    token_type: 'Bearer',
  });
}

const failure = (status: number, error: string, description: string): HttpResponse =>
  json(status, { error, error_description: description });

const json = (status: number, body: object): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});
