/**
 * The seed of random tests: fixed, so that a failure comes from the change; new in each run of
 * `npm run promises`, which looks for faults that nobody has changed; or given, to repeat one.
 */

/** The variable that gives a seed, to repeat a failed run. */
const seedVariable = 'DIFFERENTIAL_SEED';

const fixedSeed = 20_260_310;

/**
 * The seed of this run.
 * @throws Error if the given seed is no 32-bit integer
 */
export function seedOf(env: Readonly<Record<string, string | undefined>>): number {
  const given = env[seedVariable] ?? '';
  if (given !== '') {
    const seed = Number(given);
    if (seed === (seed | 0)) return seed;
    throw new Error(`${seedVariable}: "${given}" is not a 32-bit integer`);
  }
  return env['PROMISES'] === 'full' ? Math.floor(Math.random() * 2 ** 31) : fixedSeed;
}

/** How to repeat a failure. */
export const howToRepeat = (
  seed: number,
  file = 'test/services/answer/differential.law.test.ts',
): string => `The seed was ${seed}. To repeat: ${seedVariable}=${seed} npx vitest run ${file}`;
