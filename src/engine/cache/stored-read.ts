/**
 * The stored form of what a read has answered: its JSON, when it was read, and nothing else. Long
 * ones are compressed, so that the same memory holds several times as many.
 */
import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';

/** What a read has answered; `value` is undefined for an entity that the answer left out. */
export interface StoredRead {
  /** Milliseconds since 1970 by the system's time, which replicas have in common. */
  readonly readAt: number;
  /** A new object each time: resolvers attach references to the objects of an answer. */
  readonly value: object | undefined;
}

/** Below, the head of a compressed value is longer than what it saves. */
const minCompressedBytes = 1_024;

const headBytes = 9;
const plain = 0;
const compressed = 1;

/** The fastest level: on JSON it saves nearly as much as the others. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** @param value undefined: the entity was left out */
export function encodeRead(value: object | undefined, readAt: number): Buffer {
  const json = Buffer.from(value === undefined ? '' : JSON.stringify(value));
  const isLong = json.length >= minCompressedBytes;
  const body = isLong ? zstdCompressSync(json, options) : json;
  const bytes = Buffer.allocUnsafeSlow(headBytes + body.length);
  bytes.writeUInt8(isLong ? compressed : plain, 0);
  bytes.writeDoubleBE(readAt, 1);
  body.copy(bytes, headBytes);
  return bytes;
}

/** @returns undefined for bytes that this version cannot read */
export function decodeRead(bytes: Buffer): DecodedRead | undefined {
  try {
    const body = bytes.subarray(headBytes);
    const json = (bytes[0] === compressed ? zstdDecompressSync(body) : body).toString();
    const value = json === '' ? undefined : (JSON.parse(json) as object);
    return { readAt: bytes.readDoubleBE(1), value, characters: json.length };
  } catch {
    return undefined;
  }
}

interface DecodedRead extends StoredRead {
  /** Of the JSON. */
  readonly characters: number;
}

/** A read that several get: each a value of its own. */
export const copyOf = ({ readAt, value }: StoredRead): StoredRead => ({
  readAt,
  value: copyOfValue(value) as object | undefined,
});

/** @param value of JSON */
function copyOfValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOfValue);
  // Faster than one property after the other, and right for one named `__proto__`.
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const inner = copy[name];
    if (typeof inner === 'object' && inner !== null) copy[name] = copyOfValue(inner);
  }
  return copy;
}
