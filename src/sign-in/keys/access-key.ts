/** Access keys as programs send them: `sg_<id>_<secret>`. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Access tokens of Google do not begin so. */
export const keyPrefix = 'sg_';

const pattern = /^sg_([\da-f]{12})_[\w-]{43}$/;

/** A key that nobody has yet. It is shown once; the digest is stored. */
interface NewKey {
  readonly key: string;
  readonly id: string;
  readonly digest: string;
}

export function makeKey(): NewKey {
  const id = randomBytes(6).toString('hex');
  const key = `${keyPrefix}${id}_${randomBytes(32).toString('base64url')}`;
  return { key, id, digest: digestOf(key) };
}

/** @returns undefined for a text that no key has */
export const idOfKey = (key: string): string | undefined => pattern.exec(key)?.[1];

export const isKeyOf = (key: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(key)), Buffer.from(digest));

/** A key is random, so that no slow digest has to keep it from being guessed. */
const digestOf = (key: string): string => hash('sha256', key, 'base64url');
