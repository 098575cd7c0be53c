/** The endpoints by which users sign in with Google (OAuth 2.0, authorization code). */
import type { HttpResponse } from '../http/http-response.ts';
import { answerConsent, showConsent } from './authorization.ts';
import type { Grants } from './grants.ts';
import { exchangeCode } from './token.ts';

/** The page of the users. */
export const authorizationPath = '/o/oauth2/v2/auth';

/** Where clients exchange codes. */
export const tokenPath = '/token';

/** @param search the query string without the question mark */
type SignInEndpoint = (grants: Grants, search: string, body: string) => HttpResponse;

const endpoints: ReadonlyMap<string, SignInEndpoint> = new Map([
  [`GET ${authorizationPath}`, showConsent],
  [`POST ${authorizationPath}`, answerConsent],
  [`POST ${tokenPath}`, (grants, _, body) => exchangeCode(grants, body)],
]);

/** @returns undefined for requests to the services */
export const findSignInEndpoint = (method: string, path: string): SignInEndpoint | undefined =>
  endpoints.get(`${method} ${path}`);
