/** Random numbers, ids and fingerprints that are the same in every run. */
import { hash } from 'node:crypto';

/** A generator of random numbers. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** An integer between both bounds, which are included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
}

/** A generator (32-bit xorshift). @param seed any text */
export function randomFrom(seed: string): Random {
  let state = hash('sha256', seed, 'buffer').readUInt32LE(0) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return { next, int, pick: (list) => list[int(0, list.length - 1)]! };
}

/** An id of letters, digits, `-` and `_` that depends on the name only; at most 43 characters. */
export const stableId = (name: string, length: number): string =>
  hash('sha256', name, 'base64url').slice(0, length);

/** Like `stableId`, with the alphabet of Calendar ids (base32hex); at most 32 characters. */
export const stableBase32Id = (name: string, length: number): string =>
  [...hash('sha256', name, 'buffer')]
    .map((byte) => 'abcdefghijklmnopqrstuv0123456789'[byte % 32]!)
    .join('')
    .slice(0, length);

/** A hash of a JSON value, for entity tags. */
export const fingerprint = (value: unknown): string =>
  hash('sha1', JSON.stringify(value), 'base64url');
