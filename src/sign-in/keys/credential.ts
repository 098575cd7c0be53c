/** Gets access tokens for whom an access key acts as. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { ExpectedError } from '../../engine/api/stackless.ts';
import type { Clock } from '../../engine/caller/clock.ts';
import type { TokenFetch } from '../../engine/rest/token-fetch.ts';
import type { FetchedToken } from '../renewed-token.ts';
import { codeOf } from '../private-file.ts';
import { requestToken } from '../token-request.ts';
import type { KeyCredential } from './key-file.ts';

/** What all credentials of a process are used with. */
export interface CredentialParts {
  readonly send: TokenFetch;
  readonly clock: Clock;
  /** Where refresh tokens are sent. The key of a service account names its own endpoint. */
  readonly tokenUrl: string;
  /** The OAuth client that refresh tokens were issued to. Absent: none can be used. */
  readonly client?: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Reads a variable of the environment. */
  readonly variable: (name: string) => string | undefined;
}

/** The key of a service account, as it is downloaded from Google. */
interface ServiceAccount {
  readonly email: string;
  readonly keyId: string;
  readonly key: KeyObject;
  readonly tokenUrl: string;
}

const serviceAccountType = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key_id: z.string(),
  private_key: z.string(),
  token_uri: z.string().check(z.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/)),
});

/** A credential that the gateway does not have. The message says why, and nothing secret. */
export class CredentialError extends ExpectedError {
  /** @param place a file, or a variable */
  constructor(place: string, problem: string) {
    super(`${place} ${problem}`);
    this.name = 'CredentialError';
  }
}

/** @throws CredentialError for a file that is no key of a service account */
export async function readServiceAccount(path: string): Promise<ServiceAccount> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CredentialError(path, `cannot be read (${codeOf(error)})`);
  });
  try {
    const account = serviceAccountType.parse(JSON.parse(content));
    return {
      email: account.client_email,
      keyId: account.private_key_id,
      key: createPrivateKey(account.private_key),
      tokenUrl: account.token_uri,
    };
  } catch {
    // The error could quote the key.
    throw new CredentialError(path, 'is no JSON key of a service account');
  }
}

/**
 * @param scopes full names; a refresh token has those that its user has allowed
 * @throws GrantError, or CredentialError for what is not there
 */
export function fetchTokenOf(
  credential: KeyCredential,
  scopes: readonly string[],
  parts: CredentialParts,
): Promise<FetchedToken> {
  return 'serviceAccount' in credential
    ? byServiceAccount(credential, scopes, parts)
    : byRefreshToken(credential.refreshTokenVariable, parts);
}

async function byServiceAccount(
  credential: Extract<KeyCredential, { serviceAccount: string }>,
  scopes: readonly string[],
  parts: CredentialParts,
): Promise<FetchedToken> {
  const account = await readServiceAccount(credential.serviceAccount);
  const issuedAt = Math.floor(parts.clock.wallTime() / 1_000);
  const assertion = signed(account, {
    iss: account.email,
    aud: account.tokenUrl,
    scope: scopes.join(' '),
    // The user for whom the account acts.
    ...(credential.subject !== undefined && { sub: credential.subject }),
    iat: issuedAt,
    exp: issuedAt + assertionLifetime,
  });
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  return requestToken(account.tokenUrl, form, parts);
}

/** Seconds: the most that Google accepts (OAuth 2.0 for service accounts, 2026-11). */
const assertionLifetime = 3_600;

/** @returns a JWT, signed with RS256 (RFC 7523) */
function signed({ keyId, key }: ServiceAccount, claims: object): string {
  const text = [{ alg: 'RS256', typ: 'JWT', kid: keyId }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function byRefreshToken(
  name: string,
  { client, variable, tokenUrl, ...parts }: CredentialParts,
): Promise<FetchedToken> {
  const refreshToken = variable(name);
  if (refreshToken === undefined)
    return Promise.reject(new CredentialError(name, 'is not in the environment'));
  if (client === undefined)
    return Promise.reject(
      new CredentialError(name, 'needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'),
    );
  const form = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  };
  return requestToken(tokenUrl, form, parts);
}
