/** Once a run: a folder in which the tests' processes leave what they have covered, and whether all of them take part. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of this run alone: runs may overlap. */
    readonly coverageFolder: string;
    /** No filter by file or name: only then something can be said to be uncovered. */
    readonly wholeRun: boolean;
  }
}

export default function setup({ vitest, provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'studiograph-coverage-'));
  const { filenamePattern } = vitest as { readonly filenamePattern?: readonly string[] };
  provide('coverageFolder', folder);
  provide('wholeRun', filenamePattern === undefined && vitest.config.testNamePattern === undefined);
  return () => rmSync(folder, { recursive: true, force: true });
}
