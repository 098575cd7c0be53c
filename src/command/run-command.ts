/** The commands that start no gateway. */
import { readFile } from 'node:fs/promises';
import { packageFile } from '../server/package-file.ts';
import { ConfigError, readConfig } from '../config.ts';
import type { CommandLine } from './command-line.ts';

/** Of a check, which makes no call. */
const nowhere = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/v3',
  SANDBOX: undefined,
};

/** @param fail ends the process with a message */
export async function runCommand(
  line: CommandLine,
  fail: (message: string) => never,
): Promise<void> {
  const { command, env, rest, variables } = line;
  if (command === 'schema') {
    // Whoever reads it may stop early: `studiograph schema | head`.
    process.stdout.on('error', () => {});
    process.stdout.write(await readFile(packageFile('schema/schema.graphql'), 'utf8'));
    return;
  }
  if (command === 'check') {
    if (rest.length === 0) fail('check: expected files or folders with documents');
    try {
      const { check } = await import('./check.ts');
      const print = (text: string): void => console.log(text);
      const isGood = await check({
        config: readConfig({ ...env, ...nowhere }),
        paths: rest,
        variables,
        print,
      });
      if (!isGood) process.exitCode = 1;
      return;
    } catch (error) {
      const isKnown =
        error instanceof ConfigError || (error as Error).name === 'OperationFilesError';
      if (!isKnown) throw error;
      fail((error as Error).message);
    }
  }
  // They read the arguments after their name.
  process.argv.splice(2, 1);
  await programs[command === 'sandbox' ? 'sandbox' : 'compare']();
}

/** Programs of their own, which can also run without this command. */
const programs = {
  sandbox: () => import('../sandbox/main.ts'),
  compare: () => import('../../compare/main.ts'),
};
