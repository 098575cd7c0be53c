/** What leaves the gateway and is brought back by whoever has it: signed, so that nobody makes one, or encrypted, so that nobody reads one. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Each use has a key of its own: what was made for one means nothing to another. */
export type Purpose = 'upload address' | 'upload target' | 'download';
const nonceLength = 12;
const tagLength = 16;

export class LinkSecret {
  readonly #secret: string | Buffer;
  readonly #keys = new Map<string, Buffer>();

  /** @param secret the same in all replicas; absent: one that this process alone has, and forgets */
  constructor(secret?: string) {
    this.#secret = secret ?? randomBytes(32);
  }

  sign(purpose: Purpose, text: string): string {
    return this.#mac(purpose, text).toString('base64url');
  }

  isSigned(purpose: Purpose, text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const due = this.#mac(purpose, text);
    return given.length === due.length && timingSafeEqual(given, due);
  }

  /** AES-256-GCM: nonce, ciphertext and tag as one word. */
  close(purpose: Purpose, text: string): string {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(`close ${purpose}`), nonce);
    return Buffer.concat([
      nonce,
      cipher.update(text),
      cipher.final(),
      cipher.getAuthTag(),
    ]).toString('base64url');
  }

  /** @returns undefined for what was not closed here, or has been touched since */
  open(purpose: Purpose, closed: string): string | undefined {
    const bytes = Buffer.from(closed, 'base64url');
    if (bytes.length < nonceLength + tagLength || bytes.toString('base64url') !== closed)
      return undefined;
    const cipher = createDecipheriv(
      'aes-256-gcm',
      this.#keyFor(`close ${purpose}`),
      bytes.subarray(0, nonceLength),
      {
        authTagLength: tagLength,
      },
    );
    cipher.setAuthTag(bytes.subarray(-tagLength));
    try {
      return Buffer.concat([
        cipher.update(bytes.subarray(nonceLength, -tagLength)),
        cipher.final(),
      ]).toString();
    } catch {
      return undefined;
    }
  }

  #mac(purpose: Purpose, text: string): Buffer {
    return createHmac('sha256', this.#keyFor(`sign ${purpose}`))
      .update(text)
      .digest();
  }

  #keyFor(use: string): Buffer {
    let key = this.#keys.get(use);
    if (!key)
      this.#keys.set(use, (key = Buffer.from(hkdfSync('sha256', this.#secret, '', use, 32))));
    return key;
  }
}
