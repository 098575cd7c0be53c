/**
 * Samples of costly tests: `npm test` runs a part of their rows, and the gate runs the rest after
 * it, so that both together run each row once. A test without rows is a row of its own:
 * `it.each(sampled(['has this title']))('%s', …)`.
 */

/** What a run has: the sample, all but the sample, or everything. */
type Part = 'quick' | 'rest' | 'whole';

const parts: ReadonlySet<string> = new Set<Part>(['quick', 'rest', 'whole']);

const isPart = (text: string): text is Part => parts.has(text);

/**
 * The part that the variable `TEST_PART` names. Default: everything.
 * @throws Error if it names no part
 */
export function partOf({ TEST_PART: text = 'whole' }: Readonly<NodeJS.ProcessEnv>): Part {
  if (isPart(text)) return text;
  throw new Error(`TEST_PART: "${text}" is not quick, rest or whole`);
}

/** The part of this run. */
const current = partOf(process.env);

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

/** A seed of this run: with the same one, the rest would repeat the random runs of the sample. */
export const partSeed = (seed: number, part = current): number =>
  part === 'rest' ? (seed + 1) | 0 : seed;
