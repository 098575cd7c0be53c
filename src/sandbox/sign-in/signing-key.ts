/** RSA keys of the process, and JSON Web Tokens that they sign. */
import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** A key pair. */
interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/** @returns makes the key at the first call, since that takes a tenth of a second */
export function signingKey(): () => SigningKey {
  let key: SigningKey | undefined;
  return () =>
    (key ??= {
      id: randomBytes(20).toString('hex'),
      privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    });
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JSON Web Token (RS256). */
export function signToken({ id, privateKey }: SigningKey, claims: object): string {
  const text = `${encode({ alg: 'RS256', kid: id, typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** The public part, as key sets have it. */
export const publicJwk = ({ id, privateKey }: SigningKey): object => ({
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
  kid: id,
  use: 'sig',
  alg: 'RS256',
});
