/** The test files of each part. */
import { filesThatNeed, missingPackages } from '../tool/programs.ts';
import { isCi, type Part } from './part.ts';
import { runsFull } from './promised-size.ts';

/** The patterns of test files that run, and of those among them that do not. */
export function filesOf(which: Part): { readonly include: string[]; readonly exclude: string[] } {
  const promises = runsFull ? [] : ['test/**/*.promise.test.ts'];
  if (which === 'quick')
    return { include: ['test/**/*.test.ts'], exclude: ['test/**/*.gate.test.ts', ...promises] };
  const include = which === 'rest' ? ['test/**/*.{gate,law}.test.ts'] : ['test/**/*.test.ts'];
  const missing = isCi ? [] : filesThatNeed(missingPackages().map(([each]) => each));
  return { include, exclude: [...missing, ...promises] };
}
