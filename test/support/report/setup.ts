/**
 * Global setup of a test run: the bundle that its gateway processes run, and the folders in which
 * test processes record their coverage.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleGateway } from '../gateway/bundle.ts';
import { cacheFolder, part } from './part.ts';
import type { TestProject, Vitest } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run records. */
    readonly coverageFolder: string;
    /** Where other parts of the same run have recorded. */
    readonly earlierCoverage: string | undefined;
    /** Whether all tests run: only then does a missing record mean missing coverage. */
    readonly runsAllTests: boolean;
    /** Whether Yoga serves also the requests that the gateway can serve without it. */
    readonly servedByYoga?: boolean;
  }
}

/** The records of the last `npm test`, which the gate reads. */
const quickFolder = fileURLToPath(new URL('coverage', cacheFolder));

export default async function setup({ vitest, provide }: TestProject): Promise<() => void> {
  const runsAll = !isFiltered(vitest);
  if (part === 'quick' && runsAll) {
    rmSync(quickFolder, { recursive: true, force: true });
    mkdirSync(quickFolder, { recursive: true });
    provide('coverageFolder', quickFolder);
    return () => {};
  }
  // Tests of `npm test` start no processes.
  if (part !== 'quick') await bundleGateway();
  // A folder of this run only: runs may overlap.
  const folder = mkdtempSync(join(tmpdir(), 'studiograph-coverage-'));
  const hasQuick = part === 'rest' && existsSync(quickFolder);
  provide('coverageFolder', folder);
  provide('earlierCoverage', hasQuick ? quickFolder : undefined);
  provide('runsAllTests', runsAll && (part === 'whole' || hasQuick));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Whether only some of the tests run. */
export function isFiltered(vitest: Vitest): boolean {
  const { filenamePattern } = vitest as { readonly filenamePattern?: readonly string[] };
  const { testNamePattern, tagsFilter } = vitest.config;
  return filenamePattern !== undefined || testNamePattern !== undefined || tagsFilter !== undefined;
}
