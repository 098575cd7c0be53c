/**
 * Protects values that leave the gateway inside a URL or a store: they cannot be read or forged.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Each purpose has its own keys: a value made for one purpose is invalid for every other. */
type EncryptionPurpose =
  | 'upload url'
  | 'upload'
  | 'download'
  | 'relay'
  | 'insert'
  | 'feed'
  | 'well-known id'
  | 'document'
  | 'signed in'
  | 'session'
  | 'sign-in'
  | 'agent'
  | 'agent call';

type DigestPurpose = 'account' | 'lock' | 'insert' | 'signed in' | 'agent';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const keyLength = 32;

/** Encrypts with keys that are derived from a secret. */
export class Encryption {
  readonly #secrets: readonly (string | Buffer)[];
  /** Replicas without a secret have the same digests, which then anybody can make. */
  readonly #digestSecrets: readonly string[];
  /** By what they are for. */
  readonly #keys = new Map<string, readonly Buffer[]>();

  /**
   * @param secrets the same in all replicas; the first one encrypts, each one decrypts. None: a
   * random one, which is valid for this process only.
   */
  constructor(secrets: readonly string[] = []) {
    this.#secrets = secrets.length > 0 ? secrets : [randomBytes(32)];
    this.#digestSecrets = secrets.length > 0 ? secrets : [''];
  }

  /** @returns nonce, AES-256-GCM ciphertext and tag, concatenated and encoded as base64url */
  encrypt(purpose: EncryptionPurpose, text: string): string {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, this.#keysFor(purpose)[0]!, nonce);
    const ciphertext = [cipher.update(text), cipher.final()];
    return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns the text; undefined if none of the secrets encrypted the value or it was changed */
  decrypt(purpose: EncryptionPurpose, encrypted: string): string | undefined {
    const bytes = Buffer.from(encrypted, 'base64url');
    // Decoding ignores characters outside the alphabet: only the exact encoding is accepted.
    if (bytes.length < nonceLength + tagLength || bytes.toString('base64url') !== encrypted)
      return undefined;
    for (const key of this.#keysFor(purpose)) {
      const text = decryptWith(key, bytes);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /**
   * Digests of a text that can be guessed, such as an address: the plain SHA-256 of a guess would
   * show whether it is right.
   * @returns base64url, by each secret in their order
   */
  digests(purpose: DigestPurpose, text: string): readonly string[] {
    const keys = this.#keysOf(`digest ${purpose}`, this.#digestSecrets);
    return keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  }

  #keysFor(purpose: EncryptionPurpose): readonly Buffer[] {
    return this.#keysOf(`encrypt ${purpose}`, this.#secrets);
  }

  #keysOf(info: string, secrets: readonly (string | Buffer)[]): readonly Buffer[] {
    let keys = this.#keys.get(info);
    if (keys === undefined) {
      keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', info, keyLength)));
      this.#keys.set(info, keys);
    }
    return keys;
  }
}

function decryptWith(key: Buffer, bytes: Buffer): string | undefined {
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
