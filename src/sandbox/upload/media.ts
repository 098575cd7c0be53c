/** What an upload brings: counted and hashed as it comes, and kept only as far as somebody will look at it. */
import { createHash } from 'node:crypto';
import type { AnyOperation } from '../../upstream/operation.ts';

/** An upload's content, once all of it is there. */
export interface Media {
  /** Its MIME type as declared, without parameters. */
  readonly type: string;
  readonly size: number;
  /** Of the whole content, in hex. */
  readonly sha256: string;
  /** The first bytes: all of them for images and captions of an ordinary size, a few for anything that may be long. */
  readonly bytes: Buffer;
}

const mebi = 1024 * 1024;

/** Images and captions are looked into; of videos and files nothing but the beginning. */
const keptOf = ({ upload }: AnyOperation): number =>
  upload && upload.maxBytes <= 100 * mebi ? 8 * mebi : 64;

export class MediaBuilder {
  readonly #hash = createHash('sha256');
  readonly #most: number;
  readonly #kept: Buffer[] = [];
  size = 0;

  constructor(operation: AnyOperation) {
    this.#most = keptOf(operation);
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    // Copied: a slice would hold the whole piece that came over the wire.
    if (this.size < this.#most)
      this.#kept.push(Buffer.from(chunk.subarray(0, this.#most - this.size)));
    this.size += chunk.length;
  }

  media(type: string): Media {
    return {
      type,
      size: this.size,
      sha256: this.#hash.copy().digest('hex'),
      bytes: Buffer.concat(this.#kept),
    };
  }
}
