/** The seed of random tests: new in every CI run, fixed otherwise, or given to repeat a failure. */

/** The variable that gives a seed, to repeat a failed run. */
const seedVariable = 'DIFFERENTIAL_SEED';

/** The seed of runs outside CI: a failure of a change then comes from the change. */
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
  return (env['CI'] ?? '') === '' ? fixedSeed : Math.floor(Math.random() * 2 ** 31);
}

/** How to repeat a failure. */
export const howToRepeat = (
  seed: number,
  file = 'test/services/answer/differential.law.test.ts',
): string => `The seed was ${seed}. To repeat: ${seedVariable}=${seed} npx vitest run ${file}`;
