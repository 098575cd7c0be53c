/**
 * `npm run mutants`: puts each fault of the table in, one at a time, and ends with code 1 if the
 * tests that have to notice it pass. `npm run mutants -- lease cursor` takes those whose name or
 * file contains one of the words. The working tree is not changed.
 */
import { availableParallelism } from 'node:os';
import type { Mutant } from './mutant.ts';
import { type FailedTest, ProjectCopy, type TestRun } from './project-copy.ts';
import { mutants } from './table/index.ts';

/** Time in ms after which a run counts as one that does not end. */
const maxRunMs = 240_000;

/** Time in ms after which the run without a fault does. */
const maxFaultlessMs = 900_000;

const words = process.argv.slice(2);

const chosen =
  words.length === 0
    ? mutants
    : mutants.filter(({ name, file }) => words.some((word) => `${name} ${file}`.includes(word)));

if (chosen.length === 0) {
  console.error(`mutants: no fault has one of these words in its name or file: ${words.join()}`);
  process.exit(1);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

/** What is wrong with a run that had to fail; undefined: a test has noticed the fault. */
function problemOf({ failed, unloaded, isCut }: TestRun): string | undefined {
  if (failed.length > 0) return undefined;
  if (isCut) return 'the tests did not end';
  // Any syntax error would do that: it shows nothing about the tests.
  if (unloaded.length > 0) return `the tests could not be loaded: ${unloaded[0]}`;
  return 'SURVIVED';
}

const problems: string[] = [];

/** Tests that have noticed a fault. */
const noticing = new Map<string, FailedTest>();

async function check(copy: ProjectCopy, mutant: Mutant): Promise<void> {
  const { name, breaks, tests } = mutant;
  const start = performance.now();
  const run = await copy.withFault(mutant, () => copy.test(tests, { maxMs: maxRunMs }));
  const problem = problemOf(run);
  const seconds = Math.round((performance.now() - start) / 1_000);
  const [first] = run.failed;
  console.log(`${name} (${seconds} s): ${problem ?? `noticed by ${first!.file} > ${first!.name}`}`);
  if (problem !== undefined) problems.push(`${name}: ${problem}\n  ${breaks}`);
  else noticing.set(`${first!.file} ${first!.name}`, first!);
}

/** Tests that fail without a fault would notice all of them. */
async function checkFaultless(copy: ProjectCopy, workers: number): Promise<void> {
  const tests = [...noticing.values()];
  if (tests.length === 0) return;
  const files = [...new Set(tests.map(({ file }) => file))];
  const names = [...new Set(tests.map(({ name }) => name))];
  const { failed, passed, unloaded, isCut } = await copy.test(files, {
    maxMs: maxFaultlessMs,
    workers,
    names,
  });
  if (isCut) problems.push('without a fault the tests did not end');
  if (passed + failed.length < names.length)
    problems.push(`without a fault only ${passed} of ${names.length} tests ran`);
  for (const { file, name } of failed) problems.push(`fails without a fault: ${file} > ${name}`);
  for (const each of unloaded) problems.push(`cannot be loaded without a fault: ${each}`);
}

const count = Math.min(availableParallelism(), chosen.length);
const copies = await Promise.all(Array.from({ length: count }, () => ProjectCopy.create()));

try {
  const left = [...chosen];
  const work = async (copy: ProjectCopy): Promise<void> => {
    for (let mutant = left.shift(); mutant; mutant = left.shift()) await check(copy, mutant);
  };
  await Promise.all(copies.map(work));
  await checkFaultless(copies[0]!, count);
} finally {
  for (const copy of copies) copy.dispose();
}

console.log(
  problems.length === 0
    ? `The tests have noticed all ${chosen.length} faults.`
    : `\nOf ${chosen.length} faults:\n${problems.join('\n')}`,
);

process.exitCode = problems.length === 0 ? 0 : 1;
