/**
 * Vitest reporter: prints the name of every skipped test, makes skipped tests fail in continuous
 * integration, writes the number of tests for `.ci/run`, and keeps `docs/promises.md` up to date.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { type FullRuns, keyOf, promisePage, type TaggedTest, unproved } from './promise-page.ts';
import { runsFull } from './promised-size.ts';
import { cacheFolder, isCi, part } from './part.ts';
import { isFiltered } from './setup.ts';

/** The page that comes from the tests, and the results that it states. */
const page = new URL('../../../docs/promises.md', import.meta.url);
const fullRunFile = new URL('../../promised-runs.json', import.meta.url);

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
      (isCi ? skipped.length : 0) +
      this.#checkPromises(tests);
    if (failed > 0) process.exitCode = 1;
    mkdirSync(cacheFolder, { recursive: true });
    const figures = { passed: inState('passed').length, failed };
    writeFileSync(new URL(`tests-${part}.json`, cacheFolder), JSON.stringify(figures));
    if (part === 'quick' && !isFiltered(this.#vitest!)) sayWhatIsLeft();
  }

  /** Writes the page of promises if all tests have run. @returns the number of its errors */
  #checkPromises(tests: readonly TestCase[]): number {
    if (runsFull) storeFullRuns(tests);
    if (isFiltered(this.#vitest!)) return 0;
    const own = tests.filter((test) => test.tags.length > 0).map(taggedTest);
    if (part === 'quick') {
      writeFileSync(quickTests, JSON.stringify(own));
      return 0;
    }
    const quick = part === 'rest' ? readQuickTests() : [];
    if (quick === undefined) return 0;
    const tagged = [...new Map([...quick, ...own].map((test) => [keyOf(test), test])).values()];
    const missing = unproved(tagged);
    for (const name of missing) console.error(`NO TEST for the promise ${name}`);
    // A run that was broken off has no tests, or few: the page stays as it is.
    if (missing.length > 0) return missing.length;
    const text = promisePage(tagged, readFullRuns());
    if (text === readFileSync(page, 'utf8')) return 0;
    if (!isCi) writeFileSync(page, text);
    console.error(
      `docs/promises.md is ${isCi ? 'out of date: a run of all tests writes it' : 'new'}`,
    );
    return Number(isCi);
  }
}

/** The tests of `npm test` that prove promises: the gate adds its own. */
const quickTests = new URL('promises-quick.json', cacheFolder);

const readQuickTests = (): TaggedTest[] | undefined =>
  existsSync(quickTests)
    ? (JSON.parse(readFileSync(quickTests, 'utf8')) as TaggedTest[])
    : undefined;

function sayWhatIsLeft(): void {
  const { length } = globSync('test/**/*.{gate,law}.test.ts');
  console.log(
    `\nNot run here: ${length} files with tests of processes and programs, and further samples of laws. \`npm run gate\` runs them.`,
  );
}

const taggedTest = (test: TestCase): TaggedTest => ({
  file: test.module.relativeModuleId,
  title: test.fullName,
  tags: test.tags,
});

const readFullRuns = (): FullRuns => JSON.parse(readFileSync(fullRunFile, 'utf8')) as FullRuns;

function storeFullRuns(tests: readonly TestCase[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const ended = tests.filter((test) => /passed|failed/.test(test.result().state));
  const runs = ended.map((test) => {
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 100) / 10;
    const passed = test.result().state === 'passed';
    return [keyOf(taggedTest(test)), { date, passed, seconds }] as const;
  });
  const all = { ...readFullRuns(), ...Object.fromEntries(runs) };
  const keys = Object.keys(all).toSorted();
  const sorted = Object.fromEntries(keys.map((key) => [key, all[key]]));
  writeFileSync(fullRunFile, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;
