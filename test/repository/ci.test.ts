import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Exit code of `npm cit`, and the figures that it writes. */
interface Outcome {
  readonly code: number;
  readonly figures?: { readonly passed: number; readonly failed: number };
}

describe('.ci/run', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studiograph-ci-'));
    await mkdir(join(folder, 'bin'));
    cpSync(new URL('../../.ci', import.meta.url), join(folder, '.ci'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs the script with a fake npm. @returns exit code and last line of output */
  async function run({ code, figures }: Outcome): Promise<[number, string]> {
    const write = figures
      ? `mkdir -p node_modules/.cache/studiograph; echo '${JSON.stringify(figures)}' > node_modules/.cache/studiograph/tests.json`
      : '';
    await writeFile(
      join(folder, 'bin/npm'),
      `#!/bin/sh\necho "npm $*, CI=$CI"\n${write}\nexit ${code}\n`,
    );
    await chmod(join(folder, 'bin/npm'), 0o755);
    return new Promise((resolve) => {
      const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
      const child = execFile(join(folder, '.ci/run'), { env }, (_, output) => {
        expect(output).toMatch(/^npm cit, CI=true$/m);
        resolve([child.exitCode!, output.trimEnd().split('\n').at(-1)!]);
      });
    });
  }
  it.each<[string, Outcome, number, string]>([
    [
      'all tests pass',
      { code: 0, figures: { passed: 1234, failed: 0 } },
      0,
      '1234 passed, 0 failed',
    ],
    ['tests fail', { code: 1, figures: { passed: 7, failed: 2 } }, 1, '7 passed, 2 failed'],
    [
      'npm fails though no test failed',
      { code: 1, figures: { passed: 7, failed: 0 } },
      1,
      '7 passed, 1 failed',
    ],
    ['npm fails before any test', { code: 2 }, 2, '0 passed, 1 failed'],
    ['npm succeeds without any test', { code: 0 }, 1, '0 passed, 1 failed'],
    [
      'npm succeeds though a test failed',
      { code: 0, figures: { passed: 7, failed: 1 } },
      1,
      '7 passed, 1 failed',
    ],
  ])('prints the number of tests when %s', async (_, outcome, code, line) => {
    expect(await run(outcome)).toEqual([code, line]);
  });
});
