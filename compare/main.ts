/** `npm run compare`: docs/sandbox.md describes the options, the cost and the output. */
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../src/config.ts';
import { checks } from './checks/index.ts';
import { Interrupted, InvalidToken } from './client.ts';
import { plannedCalls, showUnits, unitsOf } from './plan.ts';
import { summaryOf } from './report.ts';
import { run } from './run.ts';
import type { Check } from './session.ts';

const print = (line: string): void => void process.stderr.write(`${line}\n`);

/** Ends the process because of what the user can change. */
function fail(message: string): never {
  print(`compare: ${message}`);
  process.exit(1);
}

/** @returns the options of the command line */
function readOptions() {
  try {
    return parseArgs({
      options: {
        write: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        only: { type: 'string' },
        output: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** @returns the base URLs of the services and the token, from the environment */
function readServices() {
  try {
    const { upstream } = readConfig();
    const { ACCESS_TOKEN: token = '' } = process.env;
    if (upstream === 'sandbox')
      fail('VIDEO_BASE_URL, STORAGE_BASE_URL, CALENDAR_BASE_URL are missing: the services');
    if (token === '') fail('ACCESS_TOKEN is missing: an access token of the account');
    return { bases: upstream, token };
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
}

/** States what the run costs and does. */
function announce(chosen: readonly Check[], write: boolean): void {
  const calls = plannedCalls(chosen);
  print(`${chosen.length} checks, at most ${calls.length} calls.`);
  print(
    `Quota units: at most ${showUnits(unitsOf(calls))}. Repetitions after failures come on top.`,
  );
  if (!write) return print('Only reads. With --write it also makes entities, and removes them.');
  print('Makes a private playlist, a private broadcast, a folder with files, and a calendar.');
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

const { write, yes, only = '', output } = readOptions();
const services = readServices();
const chosen = checks.filter(({ name, writes }) => (write || !writes) && name.includes(only));
if (chosen.length === 0) fail(`--only: no check has "${only}" in its name; expected a part of one`);
announce(chosen, write);
if (!yes) await confirm();

try {
  const report = await run({ checks: chosen, ...services, signal: interruption(), print });
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
  for (const line of summaryOf(report)) print(line);
} catch (error) {
  if (error instanceof InvalidToken) fail('ACCESS_TOKEN is not accepted; expected a valid token');
  if (!(error instanceof Interrupted)) throw error;
  process.exitCode = 130;
}
