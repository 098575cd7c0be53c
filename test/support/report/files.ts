/** The test files of each part. */
import { filesThatNeed, missingPackages } from '../tool/programs.ts';
import { isCi, type Part } from './part.ts';

/** The patterns of test files that run, and of those among them that do not. */
export function filesOf(which: Part): { readonly include: string[]; readonly exclude: string[] } {
  if (which === 'quick')
    return { include: ['test/**/*.test.ts'], exclude: ['test/**/*.gate.test.ts'] };
  const include = which === 'rest' ? ['test/**/*.{gate,law}.test.ts'] : ['test/**/*.test.ts'];
  return { include, exclude: isCi ? [] : filesThatNeed(missingPackages().map(([each]) => each)) };
}
