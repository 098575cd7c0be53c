/**
 * Vitest reporter: prints the name of every skipped test, makes skipped tests fail in continuous
 * integration, writes the number of tests for `.ci/run`, and keeps the results at full size.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { type FullRuns, keyOf } from './promise-page.ts';
import { runsFull } from './promised-size.ts';
import { cacheFolder, isCi, part } from './part.ts';
import { isFiltered } from './setup.ts';

/** The last results of tests at the promised size. */
const fullRunFile = new URL('../../promised-runs.json', import.meta.url);

/** Time in ms that workers have to end. Vitest asks for 60 s before it kills one. */
const maxEndMs = 90_000;

export default class Summary implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string): TestCase[] =>
      tests.filter((test) => test.result().state === state);
    const skipped = inState('skipped');
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
    mkdirSync(cacheFolder, { recursive: true });
    const figures = { passed: inState('passed').length, failed };
    writeFileSync(new URL(`tests-${part}.json`, cacheFolder), JSON.stringify(figures));
    if (runsFull) storeFullRuns(tests);
    if (part === 'quick' && !isFiltered(this.#vitest!)) sayWhatIsLeft();
    if (!this.#vitest!.config.watch) endSoon();
  }
}

/** Workers end within seconds, but one that a test has left hanging would keep Vitest for ever. */
function endSoon(): void {
  const end = (): never => {
    console.error(`The workers did not end within ${maxEndMs / 1000} s.`);
    process.exit(1);
  };
  setTimeout(end, maxEndMs).unref();
}

function sayWhatIsLeft(): void {
  const { length } = globSync('test/**/*.{gate,law}.test.ts');
  console.log(
    `\nNot run here: ${length} files with tests of processes and programs, and further samples of laws. \`npm run gate\` runs them.`,
  );
}

const readFullRuns = (): FullRuns => JSON.parse(readFileSync(fullRunFile, 'utf8')) as FullRuns;

function storeFullRuns(tests: readonly TestCase[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const ended = tests.filter((test) => /passed|failed/.test(test.result().state));
  const runs = ended.map((test) => {
    const run = test.result().state === 'passed' ? date : `failed ${date}`;
    return [keyOf(test.module.relativeModuleId, test.fullName), run] as const;
  });
  const all = { ...readFullRuns(), ...Object.fromEntries(runs) };
  const keys = Object.keys(all).toSorted();
  const sorted = Object.fromEntries(keys.map((key) => [key, all[key]]));
  writeFileSync(fullRunFile, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;
