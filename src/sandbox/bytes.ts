/** Bytes of files, which are read in pieces: generated ones, and those of uploads. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The bytes of a file. */
export interface Bytes {
  readonly size: number;
  /** Yields the bytes from `start` to before `end`, in pieces. */
  read(start: number, end: number): Iterable<Buffer>;
}

const pieceSize = 256 * 1024;

/** All bytes in one buffer, for files that are known to be small. */
export const readAll = (bytes: Bytes): Buffer => Buffer.concat([...bytes.read(0, bytes.size)]);

/** A range of other bytes. */
export const sliceOf = (bytes: Bytes, start: number, end: number): Bytes => ({
  size: end - start,
  read: (from, to) => bytes.read(start + from, start + to),
});

/**
 * A block that is repeated until the file has its size. Its fields are private: see `ByteStore`.
 */
export class RepeatedBytes implements Bytes {
  readonly #block: Buffer;
  readonly #size: number;

  /** @param size Default: the block once */
  constructor(block: Buffer, size: number = block.length) {
    this.#block = block;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  *read(start: number, end: number): Generator<Buffer> {
    let position = start;
    while (position < end) {
      const offset = position % this.#block.length;
      const piece = this.#block.subarray(offset, offset + Math.min(pieceSize, end - position));
      yield piece;
      position += piece.length;
    }
  }
}

/** Closes the files of stores that are no longer used. */
const files = new FinalizationRegistry<number>((file) => closeSync(file));

/** Larger uploads are stored in a temporary file. */
const maxInMemory = 8 * 1024 * 1024;

/**
 * Bytes that are appended. All fields are private, because tests compare the fields of entities and
 * would compare every byte.
 */
export class ByteStore implements Bytes {
  #chunks: Buffer[] = [];
  #size = 0;
  /** A file descriptor. */
  #file: number | undefined;

  get size(): number {
    return this.#size;
  }

  append(chunk: Buffer): void {
    if (this.#file === undefined && this.#size + chunk.length > maxInMemory) this.#moveToFile();
    if (this.#file !== undefined) writeAll(this.#file, chunk);
    // A copy, because a slice would keep the whole network buffer in memory.
    else this.#chunks.push(Buffer.from(chunk));
    this.#size += chunk.length;
  }

  *read(start: number, end: number): Generator<Buffer> {
    if (this.#file === undefined) {
      if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
      if (start < end) yield this.#chunks[0]!.subarray(start, end);
      return;
    }
    let position = start;
    while (position < end) {
      const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - position));
      const length = readSync(this.#file, piece, 0, piece.length, position);
      yield piece.subarray(0, length);
      position += length;
    }
  }

  /** The file is removed at once; it exists until its descriptor is closed. */
  #moveToFile(): void {
    const path = join(tmpdir(), `studiograph-sandbox-${randomUUID()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    files.register(this, this.#file);
    for (const chunk of this.#chunks) writeAll(this.#file, chunk);
    this.#chunks = [];
  }
}

function writeAll(file: number, chunk: Buffer): void {
  let written = 0;
  while (written < chunk.length) written += writeSync(file, chunk, written);
}
