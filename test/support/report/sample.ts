/**
 * Samples of costly tests: `npm test` runs a part of their rows, and the gate runs the rest after
 * it, so that both together run each row once. A test without rows is a row of its own:
 * `it.each(sampled(['has this title']))('%s', …)`.
 */

import { part as current } from './part.ts';

/**
 * The rows of this run.
 * @param every the sample has each row of this number, from the first one on
 */
export function sampled<T>(rows: readonly T[], every = 4, part = current): readonly T[] {
  if (part === 'whole') return rows;
  return rows.filter((_, index) => (index % every === 0) === (part === 'quick'));
}

/**
 * The number of random runs of this run.
 * @param every the sample has one of this number of runs
 */
export function runs(count: number, every = 4, part = current): number {
  const quick = Math.ceil(count / every);
  if (part === 'whole') return count;
  return part === 'quick' ? quick : count - quick;
}

/** Whether this run has more than the sample: what only many random runs show. */
export const runsRest: boolean = current !== 'quick';

/** A seed of this run: with the same one, the rest would repeat the random runs of the sample. */
export const partSeed = (seed: number, part = current): number =>
  part === 'rest' ? (seed + 1) | 0 : seed;
