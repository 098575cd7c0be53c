/** The endpoints by which users sign in with Google (OAuth 2.0, OpenID Connect). */
import type { HttpResponse } from '../http/http-response.ts';
import { json } from './answer.ts';
import { answerConsent, showConsent } from './authorization.ts';
import { issuer, keySet } from './identity.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { issueToken, tokenPath } from './token.ts';
import { revokeToken, tokenInfo } from './token-state.ts';

/** The page of the users. */
export const authorizationPath = '/o/oauth2/v2/auth';

const revocationPath = '/revoke';
const keysPath = '/oauth2/v3/certs';

/** Answers a request. */
export type SignInEndpoint = (request: SignInRequest) => HttpResponse;

const endpoints: ReadonlyMap<string, SignInEndpoint> = new Map([
  [`GET ${authorizationPath}`, showConsent],
  [`POST ${authorizationPath}`, answerConsent],
  [`POST ${tokenPath}`, issueToken],
  [`POST ${revocationPath}`, revokeToken],
  ['GET /tokeninfo', tokenInfo],
  ['POST /tokeninfo', tokenInfo],
  [`GET ${keysPath}`, () => json(200, keySet())],
  ['GET /.well-known/openid-configuration', ({ url }) => json(200, configuration(url))],
]);

/** @returns undefined for requests to the services */
export const findSignInEndpoint = (method: string, path: string): SignInEndpoint | undefined =>
  endpoints.get(`${method} ${path}`);

/**
 * What Google's document has of the endpoints above
 * (developers.google.com/identity/openid-connect/reference#discovery-document, 30 November 2026).
 */
const configuration = (url: string): object => ({
  issuer,
  authorization_endpoint: url + authorizationPath,
  token_endpoint: url + tokenPath,
  revocation_endpoint: url + revocationPath,
  jwks_uri: url + keysPath,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  authorization_response_iss_parameter_supported: true,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ],
});
