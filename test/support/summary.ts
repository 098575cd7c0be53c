/**
 * Vitest reporter: prints the name of every skipped test, makes skipped tests fail in continuous
 * integration, and writes the number of tests for `.ci/run`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const folder = new URL('../../node_modules/.cache/studiograph/', import.meta.url);

export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string): TestCase[] =>
      tests.filter((test) => test.result().state === state);
    const skipped = inState('skipped');
    const isCi = (process.env['CI'] ?? '') !== '';
    for (const test of skipped)
      console.error(`SKIPPED${isCi ? ', which fails the run' : ''}: ${nameOf(test)}`);
    // A file that cannot be loaded has no tests that could fail.
    const brokenModules = modules.filter((module) => module.errors().length > 0);
    const failed =
      inState('failed').length +
      brokenModules.length +
      unhandledErrors.length +
      (isCi ? skipped.length : 0);
    if (failed > 0) process.exitCode = 1;
    mkdirSync(folder, { recursive: true });
    const figures = { passed: inState('passed').length, failed };
    writeFileSync(new URL('tests.json', folder), JSON.stringify(figures));
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;
