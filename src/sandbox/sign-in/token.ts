/** Issues access tokens, like `https://oauth2.googleapis.com/token`. */
import type { HttpResponse } from '../http/http-response.ts';
import { failure, json } from './answer.ts';
import { clientOf, type RegisteredClient } from './client.ts';
import { type Issued, type GrantRefusal, tokenLifetime } from './grants.ts';
import { identityToken } from './identity.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { readAssertion } from './service-account.ts';
import { scopeText } from './scope.ts';

/** Where clients get tokens. */
export const tokenPath = '/token';

type Field = (name: string) => string | undefined;

/** By the type of the grant. */
const grantTypes: Readonly<Record<string, (request: SignInRequest, field: Field) => HttpResponse>> =
  {
    authorization_code: exchangeCode,
    refresh_token: refresh,
    'urn:ietf:params:oauth:grant-type:jwt-bearer': exchangeAssertion,
  };

/** The type of the grant that a form asks for; undefined without one. */
export const grantTypeOf = (body: string): string | undefined =>
  new URLSearchParams(body).get('grant_type') || undefined;

/** The body is a form. */
export function issueToken(request: SignInRequest): HttpResponse {
  const form = new URLSearchParams(request.body);
  const field = (name: string): string | undefined => form.get(name) || undefined;
  const grantType = grantTypeOf(request.body);
  if (grantType === undefined) return missing('grant_type');
  if (!Object.hasOwn(grantTypes, grantType))
    return failure(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType}`);
  return grantTypes[grantType]!(request, field);
}

const missing = (name: string): HttpResponse =>
  failure(400, 'invalid_request', `Missing required parameter: ${name}`);

function exchangeCode(request: SignInRequest, field: Field): HttpResponse {
  const client = authenticate(field);
  if ('status' in client) return client;
  const [code, redirectUri] = [field('code'), field('redirect_uri')];
  if (code === undefined) return missing('code');
  if (redirectUri === undefined) return missing('redirect_uri');
  const codeVerifier = field('code_verifier');
  return answer(request, request.grants.exchange(code, { client, redirectUri, codeVerifier }));
}

function refresh(request: SignInRequest, field: Field): HttpResponse {
  const client = authenticate(field);
  if ('status' in client) return client;
  const token = field('refresh_token');
  return token === undefined
    ? missing('refresh_token')
    : answer(request, request.grants.refresh(token, client));
}

function exchangeAssertion(request: SignInRequest, field: Field): HttpResponse {
  const assertion = field('assertion');
  if (assertion === undefined) return missing('assertion');
  const asserted = readAssertion(request.grants, assertion, request.url + tokenPath);
  if ('status' in asserted) return asserted;
  const issued = request.grants.issue({ ...asserted, client: undefined, isOffline: false });
  return answer(request, issued);
}

function authenticate(field: Field): RegisteredClient | HttpResponse {
  const id = field('client_id');
  if (id === undefined) return failure(400, 'invalid_request', 'Could not determine client ID.');
  const client = clientOf(id);
  if (client === undefined)
    return failure(401, 'invalid_client', 'The OAuth client was not found.');
  const secret = field('client_secret');
  if (secret === undefined) return failure(400, 'invalid_request', 'client_secret is missing.');
  return secret === client.secret ? client : failure(401, 'invalid_client', 'Unauthorized');
}

/**
 * An identity token comes with a refreshed access token too, without the nonce: assumed, as OpenID
 * Connect allows both (section 12.2).
 */
function answer({ grants, url }: SignInRequest, result: Issued | GrantRefusal): HttpResponse {
  if ('error' in result) return failure(400, result.error, result.description);
  const { user, refreshToken } = result;
  const idToken = identityToken(grants, result, url);
  return json(200, {
    access_token: user.token,
    expires_in: tokenLifetime,
    ...(refreshToken && { refresh_token: refreshToken.token }),
    ...(refreshToken?.seconds !== undefined && {
      refresh_token_expires_in: Math.floor(refreshToken.seconds),
    }),
    scope: scopeText(user.scopes),
    token_type: 'Bearer',
    ...(idToken !== undefined && { id_token: idToken }),
  });
}
