/**
 * The service account of the sandbox, which gets tokens by assertions that its key has signed
 * (developers.google.com/identity/protocols/oauth2/service-account, read on 30 November 2026).
 */
import { createPublicKey, verify } from 'node:crypto';
import type { HttpResponse } from '../http/http-response.ts';
import { isObject } from '../json.ts';
import { ids } from '../seed/ids.ts';
import { hour, minute } from '../time.ts';
import { people, type User } from '../user.ts';
import { failure } from './answer.ts';
import type { Grants } from './grants.ts';
import { subjectOf } from './identity.ts';
import { readScopes, unknownScopes } from './scope.ts';
import { signingKey } from './signing-key.ts';

/** Has neither a channel nor files and calendars of its own. */
const robot: User = {
  token: '',
  name: 'service-account',
  description: '',
  email: ids.serviceAccount,
  displayName: 'gateway',
  scopes: new Set(),
};

/** The id of the account as a client. */
export const robotId = subjectOf(robot);

const robotKey = signingKey();

/** That of Google, which its clients name whatever they call. */
const googleTokenUrl = 'https://oauth2.googleapis.com/token';

/** How much clocks may differ; assumed. */
const toleranceMs = 5 * minute;

/** The content of a key file of Google's. @param tokenUrl where tokens are issued */
export const serviceAccountKey = (tokenUrl: string): object => ({
  type: 'service_account',
  project_id: 'sandbox',
  private_key_id: robotKey().id,
  private_key: robotKey().privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: robot.email,
  client_id: robotId,
  token_uri: tokenUrl,
  universe_domain: 'googleapis.com',
});

/** Who gets a token, and for what. */
interface Asserted {
  readonly user: User;
  /** Short forms. */
  readonly scopes: ReadonlySet<string>;
}

/**
 * Checks an assertion. The errors are those of googleapis/google-api-php-client#1429 (31 May 2018)
 * and #1207 (26 April 2017), googleapis/google-cloud-php#3622 (25 May 2023),
 * googleapis/google-auth-library-nodejs#916 (2 April 2020) and GAM-team/GAM#1171 (28 April 2020).
 * Their order, and the words for a wrong audience and for what is no token, are assumed.
 * @param tokenUrl where tokens are issued
 */
export function readAssertion(
  grants: Grants,
  assertion: string,
  tokenUrl: string,
): Asserted | HttpResponse {
  const claims = claimsOf(assertion);
  if (claims === undefined) return invalid('Bad Request');
  const { iss, aud, iat, exp, scope, sub } = claims;
  if (iss !== robot.email) return invalid('Invalid grant: account not found');
  if (!isSigned(assertion)) return invalid('Invalid JWT Signature.');
  if (aud !== tokenUrl && aud !== googleTokenUrl) return invalid('Failed audience check');
  if (!isTimely(grants.now, Number(iat) * 1000, Number(exp) * 1000))
    return invalid(
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. ' +
        'Check your iat and exp values in the JWT claim.',
    );
  const scopes = readScopes(typeof scope === 'string' ? scope : '');
  if (scopes.size === 0 || unknownScopes(scopes).length > 0)
    return failure(400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  return sub === undefined || sub === robot.email
    ? { user: robot, scopes }
    : delegate(grants, sub, scopes);
}

/** An administrator of a domain lets an account act for its users, by scope. */
function delegate(
  grants: Grants,
  email: unknown,
  scopes: ReadonlySet<string>,
): Asserted | HttpResponse {
  const isAllowed =
    grants.model.delegates && [...scopes].every((scope) => /^(drive|calendar)\b/.test(scope));
  if (!isAllowed)
    return failure(
      401,
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not ' +
        'authorized for any of the scopes requested.',
    );
  const user = people.find((person) => person.email === email);
  if (user === undefined) return invalid('Invalid email or User ID');
  return grants.hasAccount(user) ? { user, scopes } : invalid('The account has been deleted');
}

const invalid = (description: string): HttpResponse => failure(400, 'invalid_grant', description);

function claimsOf(assertion: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString();
    const claims: unknown = JSON.parse(text);
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(assertion: string): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const text = Buffer.from(`${header}.${claims}`);
  const key = createPublicKey(robotKey().privateKey);
  return verify('sha256', text, key, Buffer.from(signature, 'base64url'));
}

/** All in milliseconds. */
const isTimely = (now: number, issuedAt: number, expiresAt: number): boolean =>
  issuedAt <= now + toleranceMs &&
  expiresAt > now - toleranceMs &&
  expiresAt > issuedAt &&
  expiresAt - issuedAt <= hour;
