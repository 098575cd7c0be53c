/** The bytes of seeded files. */
import { hash } from 'node:crypto';
import { RepeatedBytes } from '../../bytes.ts';
import { checksumsOf } from '../../storage/content/content.ts';
import type { Checksums } from '../../storage/state.ts';
import checksums from '../../data/checksum.json' with { type: 'json' };

/** Checksums of larger files are in `data/checksum.json`, since computing them takes too long. */
const maxComputed = 64 * 1024;

const blockSize = 64 * 1024;

/** A block of bytes without a pattern. */
function randomBlock(name: string): Buffer {
  const digests = Array.from({ length: blockSize / 64 }, (_, index) =>
    hash('sha512', `content ${name} ${index}`, 'buffer'),
  );
  return Buffer.concat(digests);
}

const cache = new Map<string, RepeatedBytes>();

/**
 * The bytes of a seeded file: its text, or else a block of random bytes, repeated up to its size.
 * @param name unique for each revision
 */
export function seededBytes(name: string, size: number, text: string | undefined): RepeatedBytes {
  const cached = cache.get(name);
  if (cached) return cached;
  const block = text === undefined ? randomBlock(name) : Buffer.from(`${text}\n`);
  const bytes = new RepeatedBytes(block, size);
  cache.set(name, bytes);
  return bytes;
}

const computed = new Map<string, Checksums>();

/** @throws Error if the bytes are many, and the table does not have their checksums */
export function seededChecksums(name: string, bytes: RepeatedBytes): Checksums {
  const stored = (checksums as Readonly<Record<string, Checksums>>)[name] ?? computed.get(name);
  if (stored) return stored;
  if (bytes.size > maxComputed)
    throw new Error(`data/checksum.json: add ${name} with the result of checksumsOf`);
  const own = checksumsOf(bytes);
  computed.set(name, own);
  return own;
}
