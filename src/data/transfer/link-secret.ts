/**
 * Protects values that leave the gateway inside a URL or a store: signed, so that they cannot be
 * forged, or encrypted, so that they cannot be read.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Each purpose has its own key: a value made for one purpose is invalid for every other. */
type SecretPurpose = 'upload url' | 'upload target' | 'download';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const keyLength = 32;

/** Signs and encrypts with keys that are derived from one secret. */
export class LinkSecret {
  readonly #secret: string | Buffer;
  readonly #keys = new Map<string, Buffer>();

  /** @param secret the same in all replicas; by default random, valid for this process only */
  constructor(secret?: string) {
    this.#secret = secret ?? randomBytes(32);
  }

  /** @returns HMAC-SHA-256 of the text, base64url */
  sign(purpose: SecretPurpose, text: string): string {
    return createHmac('sha256', this.#keyFor(`sign ${purpose}`))
      .update(text)
      .digest('base64url');
  }

  /** @returns whether `sign` made the signature for this purpose and text */
  verify(purpose: SecretPurpose, text: string, signature: string): boolean {
    // Compared as texts: decoding would accept other spellings of the signature.
    const actual = Buffer.from(signature);
    const expected = Buffer.from(this.sign(purpose, text));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  /** @returns nonce, AES-256-GCM ciphertext and tag, concatenated and encoded as base64url */
  encrypt(purpose: SecretPurpose, text: string): string {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, this.#keyFor(`encrypt ${purpose}`), nonce);
    const ciphertext = [cipher.update(text), cipher.final()];
    return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns the text; undefined if the value was not encrypted with this secret or was changed */
  decrypt(purpose: SecretPurpose, encrypted: string): string | undefined {
    const bytes = Buffer.from(encrypted, 'base64url');
    // Decoding ignores characters outside the alphabet: only the exact encoding is accepted.
    if (bytes.length < nonceLength + tagLength || bytes.toString('base64url') !== encrypted)
      return undefined;
    const key = this.#keyFor(`encrypt ${purpose}`);
    const nonce = bytes.subarray(0, nonceLength);
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
    decipher.setAuthTag(bytes.subarray(-tagLength));
    try {
      const ciphertext = bytes.subarray(nonceLength, -tagLength);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString();
    } catch {
      return undefined;
    }
  }

  #keyFor(use: string): Buffer {
    const known = this.#keys.get(use);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', this.#secret, '', use, keyLength));
    this.#keys.set(use, key);
    return key;
  }
}
