/** `npm run compare`: compare/README.md describes the options, the cost and the output. */
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { checksOf, leftOutOf } from './checks/index.ts';
import { Interrupted, InvalidToken } from './client.ts';
import { readOptions, UsageError } from './options.ts';
import { neededBy, otherTokens, variableOf } from './other-token.ts';
import { plannedCalls, showUnits, unitsOf } from './plan.ts';
import { summaryOf } from './report.ts';
import { run } from './run.ts';

const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** Ends the process because of what the user can change. */
function fail(message: string): never {
  print(`compare: ${message}`);
  process.exit(1);
}

/** @returns the options, the checks that they choose, and those that lack a token */
function choose() {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    return { options, chosen: checksOf(options), leftOut: leftOutOf(options) };
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message);
    throw error;
  }
}

/** States what the run costs and does. */
function announce(): void {
  const calls = plannedCalls(chosen);
  print(`${chosen.length} checks, at most ${calls.length} calls.`);
  print(
    `Quota units: at most ${showUnits(unitsOf(calls))}. Repetitions after failures come on top.`,
  );
  for (const [variable, checks] of Map.groupBy(leftOut, variableOf))
    print(`Left out, without ${variable}: ${checks.map(({ name }) => name).join('; ')}.`);
  if (!write) return print('Only reads. With --write it also makes entities, and removes them.');
  print('Makes a private playlist, a private broadcast, a folder with files, and a calendar.');
  for (const credential of neededBy(chosen))
    for (const line of otherTokens[credential].announcement) print(line);
  print('Their names begin with studiograph-compare-. They are removed at the end.');
  print('Those of earlier runs are removed first: 50 more units for each playlist or broadcast.');
}

/** Ends the process unless the user agrees. */
async function confirm(): Promise<void> {
  if (!process.stdin.isTTY) fail('there is no terminal to confirm this; expected --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Continue? (y/N) ');
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) fail('nothing was called');
}

/** @returns a signal that SIGINT and SIGTERM abort; a second one ends the process at once */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      print('Interrupted: what this run has made is being removed.');
      controller.abort();
    });
  return controller.signal;
}

const { options, chosen, leftOut } = choose();
const { write, yes, output } = options;
announce();
if (!yes) await confirm();

try {
  const signal = interruption();
  const report = await run({ ...options, checks: chosen, leftOut, signal, print });
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
  for (const line of summaryOf(report)) print(line);
} catch (error) {
  if (error instanceof InvalidToken)
    fail(`${error.message} is not accepted; expected a valid token`);
  if (!(error instanceof Interrupted)) throw error;
  process.exitCode = 130;
}
