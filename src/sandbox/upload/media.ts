/** Content of uploads: counted, hashed, and stored as far as handlers read it. */
import { createHash } from 'node:crypto';
import type { UploadSpec } from '../../upstream/operation.ts';
import { ApiError } from '../api-error.ts';

/** The content of a complete upload. */
export interface Media {
  /** Declared MIME type, without parameters. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the whole content, in hexadecimal. */
  readonly sha256: string;
  /** The first bytes. Images and captions are stored up to 8 MiB, other files up to 64 bytes. */
  readonly bytes: Buffer;
}

const mebibyte = 1024 * 1024;

/** Operations that accept files of up to this size read their content. */
const maxReadableUpload = 100 * mebibyte;

/** Collects the content of one upload. */
export class MediaBuilder {
  readonly #hash = createHash('sha256');
  readonly #maxBytes: number;
  readonly #maxStored: number;
  readonly #stored: Buffer[] = [];
  #size = 0;

  constructor({ maxBytes }: Pick<UploadSpec, 'maxBytes'>) {
    this.#maxBytes = maxBytes;
    this.#maxStored = maxBytes <= maxReadableUpload ? 8 * mebibyte : 64;
  }

  /** Number of bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** @throws ApiError 413 if the content becomes larger than the operation accepts */
  append(chunk: Buffer): void {
    if (this.#size + chunk.length > this.#maxBytes) throwTooLarge();
    this.#hash.update(chunk);
    // A copy, because a slice would keep the whole network buffer in memory.
    if (this.#size < this.#maxStored)
      this.#stored.push(Buffer.from(chunk.subarray(0, this.#maxStored - this.#size)));
    this.#size += chunk.length;
  }

  /** Returns the content so far. @param type the declared MIME type */
  build(type: string): Media {
    return {
      type,
      size: this.#size,
      sha256: this.#hash.copy().digest('hex'),
      bytes: Buffer.concat(this.#stored),
    };
  }
}

/** Throws 413: the content is larger than the operation accepts. */
export function throwTooLarge(): never {
  throw new ApiError(413, 'uploadTooLarge', {
    message: 'The file is larger than this operation accepts.',
  });
}
