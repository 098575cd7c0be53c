/**
 * The size of a result as far as its execution knows it: an upper limit, which the executor of
 * plans adds up while it completes the values. So only results that may be large are walked again.
 */
import type { ExecutionResult } from 'graphql';

/** The limit as a property of a result: it is no part of the JSON. */
export const maxBytesOfData = Symbol('maximum bytes of data');

/** A result with data of at most so many bytes, as JSON in UTF-8. */
export interface SizedResult extends ExecutionResult {
  readonly [maxBytesOfData]: number;
}

/** The length of any number, boolean or null. */
const maxScalarBytes = 25;

/** A UTF-16 unit is at most the escape sequence \uXXXX. */
const maxUnitBytes = 6;

/** Beside each item of a list: a comma, and null in its place. */
const itemBytes = 5;

/** @returns the maximum length of a completed leaf; infinite for one that is an object */
export function maxLeafBytes(value: unknown): number {
  if (typeof value === 'string') return maxUnitBytes * value.length + 2;
  return typeof value === 'object' ? Infinity : maxScalarBytes;
}

/** The maximum length of a list without its items. */
export const maxListBytes = (length: number): number => 2 + itemBytes * length;

/** The maximum length of an object without its values: names have no escape sequences. */
export const maxObjectBytes = (names: readonly string[]): number =>
  names.reduce((sum, { length }) => sum + length + '"":null,'.length, 2);
