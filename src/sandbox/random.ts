/** Numbers, choices and ids that are the same on every run: all of the sandbox's data comes from here. */
import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
}

/** A generator (32-bit xorshift) that starts from any text. */
export function randomFrom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return { next, int, pick: (list) => list[int(0, list.length - 1)]! };
}

/** Letters, digits, `-` and `_` that stand for a name, always the same ones: the body of most ids. Up to 43 characters. */
export const stableId = (name: string, length: number): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, length);

/** The same in the alphabet of calendar ids (base32hex, lower case). Up to 32 characters. */
export const stableBase32Id = (name: string, length: number): string =>
  [...createHash('sha256').update(name).digest()]
    .map((byte) => 'abcdefghijklmnopqrstuv0123456789'[byte % 32]!)
    .join('')
    .slice(0, length);

/** A short fingerprint of a value: what entity tags are made of. */
export const fingerprint = (value: unknown): string =>
  createHash('sha1').update(JSON.stringify(value)).digest('base64url');
