/**
 * Global setup of a test run: the bundle that its gateway processes run, and the folder in which
 * test processes record their coverage.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleGateway } from '../gateway/bundle.ts';
import type { TestProject, Vitest } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run only: runs may overlap. */
    readonly coverageFolder: string;
    /** Whether all tests run: only then does a missing record mean missing coverage. */
    readonly runsAllTests: boolean;
    /** Whether Yoga serves also the requests that the gateway can serve without it. */
    readonly servedByYoga?: boolean;
  }
}

export default async function setup({ vitest, provide }: TestProject): Promise<() => void> {
  await bundleGateway();
  const folder = mkdtempSync(join(tmpdir(), 'studiograph-coverage-'));
  provide('coverageFolder', folder);
  provide('runsAllTests', !isFiltered(vitest));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Whether only some of the tests run. */
export function isFiltered(vitest: Vitest): boolean {
  const { filenamePattern } = vitest as { readonly filenamePattern?: readonly string[] };
  const { testNamePattern, tagsFilter } = vitest.config;
  return filenamePattern !== undefined || testNamePattern !== undefined || tagsFilter !== undefined;
}
