import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The figures of a run of tests. */
interface Figures {
  readonly passed: number;
  readonly failed: number;
}

/** What `npm test`, or the gate, does: its exit code, and the figures that it writes. */
interface Outcome {
  readonly code: number;
  readonly figures?: Figures;
}

/** A run of `.ci/run`. Commands that are left out must not be called. */
interface Run {
  /** The exit code of `npm ci`. */
  readonly install?: number;
  readonly test?: Outcome;
  readonly gate?: Outcome;
}

const good: Outcome = { code: 0, figures: { passed: 1200, failed: 0 } };

describe('.ci/run', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studiograph-ci-'));
    await mkdir(join(folder, 'bin'));
    cpSync(new URL('../../.ci', import.meta.url), join(folder, '.ci'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The lines of a fake npm for one of its commands. */
  const branch = (command: string, part: string, { code, figures }: Outcome): string => {
    const write = figures
      ? `mkdir -p node_modules/.cache/studiograph; echo '${JSON.stringify(figures)}' > node_modules/.cache/studiograph/tests-${part}.json`
      : ':';
    return `if [ "$*" = "${command}" ]; then ${write}; exit ${code}; fi`;
  };

  /** Runs the script with a fake npm. @returns exit code, commands, and last line of output */
  async function run({ install = 0, test, gate }: Run) {
    const lines = [
      '#!/bin/sh',
      'echo "npm $*, CI=$CI"',
      branch('ci', '', { code: install }),
      test ? branch('test', 'quick', test) : '',
      gate ? branch('run gate', 'rest', gate) : '',
      'exit 99',
    ];
    await writeFile(join(folder, 'bin/npm'), lines.join('\n'));
    await chmod(join(folder, 'bin/npm'), 0o755);
    return new Promise<readonly [code: number, commands: string[], line: string]>((resolve) => {
      const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
      const child = execFile(join(folder, '.ci/run'), { env }, (_, output) => {
        const commands = [...output.matchAll(/^npm (.*), CI=true$/gm)].map(([, name]) => name!);
        resolve([child.exitCode!, commands, output.trimEnd().split('\n').at(-1)!]);
      });
    });
  }

  const all = ['ci', 'test', 'run gate'];
  it.each<[string, Run, number, string[], string]>([
    [
      'all tests pass',
      { test: good, gate: { code: 0, figures: { passed: 34, failed: 0 } } },
      0,
      all,
      '1234 passed, 0 failed',
    ],
    [
      'tests of the gate fail',
      { test: good, gate: { code: 1, figures: { passed: 7, failed: 2 } } },
      1,
      all,
      '1207 passed, 2 failed',
    ],
    [
      'tests fail',
      { test: { code: 1, figures: { passed: 7, failed: 2 } } },
      1,
      ['ci', 'test'],
      '7 passed, 2 failed',
    ],
    [
      'the gate fails though no test failed',
      { test: good, gate: { code: 1, figures: { passed: 7, failed: 0 } } },
      1,
      all,
      '1207 passed, 1 failed',
    ],
    [
      'a check fails before any test',
      { test: { code: 2 } },
      2,
      ['ci', 'test'],
      '0 passed, 1 failed',
    ],
    ['npm cannot install', { install: 3 }, 3, ['ci'], '0 passed, 1 failed'],
    ['the gate runs no test', { test: good, gate: { code: 0 } }, 1, all, '1200 passed, 1 failed'],
    [
      'npm succeeds though a test failed',
      { test: good, gate: { code: 0, figures: { passed: 7, failed: 1 } } },
      1,
      all,
      '1207 passed, 1 failed',
    ],
  ])('prints the number of tests when %s', async (_, outcome, code, commands, line) => {
    expect(await run(outcome)).toEqual([code, commands, line]);
  });
});
