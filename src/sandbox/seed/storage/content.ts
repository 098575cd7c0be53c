/** The bytes of seeded files. */
import { hash } from 'node:crypto';
import { RepeatedBytes } from '../../bytes.ts';
import { checksumsOf } from '../../storage/content/content.ts';
import { pdfOf } from '../../storage/content/pdf.ts';
import type { Checksums } from '../../storage/state.ts';
import checksums from '../../data/checksum.json' with { type: 'json' };

/** Checksums of larger files are in `data/checksum.json`, since computing them takes too long. */
const maxComputed = 64 * 1024;

const blockSize = 64 * 1024;

/** Bytes. Larger PDFs, all of which would be in memory, show nothing. */
const maxPdf = 1024 * 1024;

/** A block of bytes without a pattern. */
function randomBlock(name: string): Buffer {
  const digests = Array.from({ length: blockSize / 64 }, (_, index) =>
    hash('sha512', `content ${name} ${index}`, 'buffer'),
  );
  return Buffer.concat(digests);
}

const cache = new Map<string, RepeatedBytes>();

/** What is in a file. */
interface Shown {
  readonly mimeType: string;
  /** Absent: nothing that can be read. */
  readonly text?: string | undefined;
}

/**
 * The bytes of a seeded file: its text, repeated up to its size; or a PDF that shows the text; or a
 * block of random bytes, repeated.
 * @param name unique for each revision
 */
export function seededBytes(name: string, size: number, shown: Shown): RepeatedBytes {
  const cached = cache.get(name);
  if (cached) return cached;
  const block = blockOf(name, size, shown);
  const bytes = new RepeatedBytes(block, size);
  cache.set(name, bytes);
  return bytes;
}

function blockOf(name: string, size: number, { mimeType, text }: Shown): Buffer {
  if (text !== undefined && mimeType.startsWith('text/')) return Buffer.from(`${text}\n`);
  const isShort = mimeType === 'application/pdf' && size <= maxPdf;
  return isShort && text !== undefined ? pdfOf(text, size) : randomBlock(name);
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
