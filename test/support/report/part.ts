/**
 * The parts of the tests. `npm test` runs those that need no program but Node and prove what one
 * process does; `npm run gate` runs the rest. Without either, Vitest runs all of them.
 *
 * | name of a file  | `npm test`            | gate             |
 * | --------------- | --------------------- | ---------------- |
 * | `*.test.ts`     | yes                   | no               |
 * | `*.law.test.ts` | a part of its samples | the others       |
 * | `*.gate.test.ts`| no                    | yes              |
 */
import { filesThatNeed, missingPackages } from '../tool/programs.ts';

/** `quick` is `npm test`, `rest` is the gate. */
export type Part = 'quick' | 'rest' | 'whole';

const parts: readonly string[] = ['quick', 'rest'] satisfies Part[];

const isPart = (name: string | undefined): name is Part =>
  name !== undefined && parts.includes(name);

const name = process.env['TEST_PART'];

/** The part that runs. */
export const part: Part = isPart(name) ? name : 'whole';

/** What one part leaves for the next. */
export const cacheFolder = new URL('../../../node_modules/.cache/studiograph/', import.meta.url);

/** Whether missing programs and skipped tests are failures. */
export const isCi = (process.env['CI'] ?? '') !== '';

/** The patterns of test files that run, and of those among them that do not. */
export function filesOf(which: Part): { readonly include: string[]; readonly exclude: string[] } {
  if (which === 'quick')
    return { include: ['test/**/*.test.ts'], exclude: ['test/**/*.gate.test.ts'] };
  const include = which === 'rest' ? ['test/**/*.{gate,law}.test.ts'] : ['test/**/*.test.ts'];
  return { include, exclude: isCi ? [] : filesThatNeed(missingPackages().map(([each]) => each)) };
}
