/** Content of uploads: counted, hashed, and stored as far as handlers read it. */
import { createHash, type Hash } from 'node:crypto';
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { ApiError } from '../http/api-error.ts';
import { type Bytes, ByteStore, readAll } from '../bytes.ts';

/** The content of a complete upload. */
export interface Media {
  /** Declared MIME type, without parameters. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the whole content, in hexadecimal. */
  readonly sha256: string;
  /** Hexadecimal checksums of the whole content that only uploads to Drive have. */
  readonly md5?: string;
  readonly sha1?: string;
  /** The stored bytes: all of uploads to Drive, else the first ones. */
  readonly content: Bytes;
  /** The stored bytes in one buffer, for uploads of which few are stored. */
  readonly bytes: Buffer;
}

const mebibyte = 1024 * 1024;

/** Operations that accept files of up to this size read their content. */
const maxReadableUpload = 100 * mebibyte;

/** Images and captions are stored up to 8 MiB, videos up to 64 bytes, files of Drive completely. */
function maxStored(operation: AnyOperation): number {
  if (serviceOf(operation) === 'storage') return Infinity;
  return operation.upload!.maxBytes <= maxReadableUpload ? 8 * mebibyte : 64;
}

/** Collects the content of one upload. */
export class MediaBuilder {
  readonly #hashes: ReadonlyMap<string, Hash>;
  readonly #maxBytes: number;
  readonly #maxStored: number;
  readonly #stored = new ByteStore();
  #size = 0;

  constructor(operation: AnyOperation) {
    const algorithms = serviceOf(operation) === 'storage' ? ['sha256', 'sha1', 'md5'] : ['sha256'];
    this.#hashes = new Map(algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
    this.#maxBytes = operation.upload!.maxBytes;
    this.#maxStored = maxStored(operation);
  }

  /** Number of bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** @throws ApiError 413 if the content becomes larger than the operation accepts */
  append(chunk: Buffer): void {
    if (this.#size + chunk.length > this.#maxBytes) throwTooLarge();
    for (const hash of this.#hashes.values()) hash.update(chunk);
    if (this.#size < this.#maxStored)
      this.#stored.append(chunk.subarray(0, this.#maxStored - this.#size));
    this.#size += chunk.length;
  }

  /** Returns the content so far. @param type the declared MIME type */
  build(type: string): Media {
    const checksums = [...this.#hashes].map(([name, hash]) => [name, hash.copy().digest('hex')]);
    const content = this.#stored;
    return {
      type,
      size: this.#size,
      ...(Object.fromEntries(checksums) as Pick<Media, 'sha256' | 'sha1' | 'md5'>),
      content,
      get bytes() {
        return readAll(content);
      },
    };
  }
}

/** Throws 413: the content is larger than the operation accepts. */
export function throwTooLarge(): never {
  throw new ApiError(413, 'uploadTooLarge', {
    message: 'The file is larger than this operation accepts.',
  });
}
