/** Reporter: names every skipped test aloud, fails the run for it where tests have to be complete, and leaves the figures for `.ci/run`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const figures = new URL('../../node_modules/.cache/studiograph/', import.meta.url);

export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number =>
      tests.filter((test) => test.result().state === state).length;
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const complete = (process.env['CI'] ?? '') !== '';
    for (const test of skipped)
      console.error(`SKIPPED${complete ? ', which fails the run' : ''}: ${nameOf(test)}`);
    // A file that cannot be loaded holds no test that could fail.
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const failed = count('failed') + broken + (complete ? skipped.length : 0);
    if (failed > 0) process.exitCode = 1;
    mkdirSync(figures, { recursive: true });
    writeFileSync(
      new URL('tests.json', figures),
      JSON.stringify({ passed: count('passed'), failed }),
    );
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;
