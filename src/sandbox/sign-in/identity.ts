/** Who a user is, as Google tells clients (OpenID Connect). */
import { hash } from 'node:crypto';
import { toReachable } from '../picture/picture-url.ts';
import { photoOf } from '../storage/permission/person.ts';
import type { User } from '../user.ts';
import { type Grants, type Issued, tokenLifetime } from './grants.ts';
import type { SignInModel } from './model.ts';
import { publicJwk, signingKey, signToken } from './signing-key.ts';

export const issuer = 'https://accounts.google.com';

const identityKey = signingKey();

/** The id of an account: 21 digits, the same in every run. */
export const subjectOf = ({ email }: User): string =>
  `1${hash('sha256', `account ${email}`, 'buffer').readBigUInt64BE(0).toString().padStart(20, '0')}`;

/** The Workspace domain of a user; undefined for a personal account. */
export const domainOf = ({ email }: User, { personal }: SignInModel): string | undefined =>
  personal?.includes(email) ? undefined : email.slice(email.indexOf('@') + 1);

/** The claims about the person, by the scopes of the token. @param url of the sandbox */
function personOf({ email, displayName, scopes }: User, model: SignInModel, url: string): object {
  const [first, ...rest] = displayName.split(' ');
  return {
    ...(scopes.has('userinfo.email') && { email, email_verified: isVerified(email, model) }),
    ...(scopes.has('userinfo.profile') && {
      name: displayName,
      picture: toReachable(photoOf(email), url),
      given_name: first,
      family_name: rest.join(' '),
    }),
  };
}

/** Whether Google has verified an address. */
export const isVerified = (email: string, { unverified }: SignInModel): boolean =>
  !unverified?.includes(email);

/**
 * The identity token of an access token
 * (developers.google.com/identity/openid-connect/reference, read on 30 November 2026).
 * @param url of the sandbox
 * @returns undefined without a scope for the identity
 */
export function identityToken(
  { now, model }: Grants,
  { user, client, nonce }: Issued,
  url: string,
): string | undefined {
  if (!user.scopes.has('openid') || client === undefined) return undefined;
  const iat = Math.floor(now / 1000) + (model.skewSeconds ?? 0);
  const domain = domainOf(user, model);
  return signToken(identityKey(), {
    iss: issuer,
    azp: client.id,
    aud: client.id,
    sub: subjectOf(user),
    ...(domain !== undefined && { hd: domain }),
    ...personOf(user, model, url),
    at_hash: hash('sha256', user.token, 'buffer').subarray(0, 16).toString('base64url'),
    ...(nonce !== undefined && { nonce }),
    iat,
    exp: iat + tokenLifetime,
  });
}

/** The public keys of identity tokens. */
export const keySet = (): object => ({ keys: [publicJwk(identityKey())] });
