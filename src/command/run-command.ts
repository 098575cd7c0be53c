/** The commands that start no gateway. */
import { readFile } from 'node:fs/promises';
import { packageFile } from '../server/package-file.ts';
import { readConfig } from '../config.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** Of a check, which makes no call. */
const nowhere = {
  VIDEO_BASE_URL: 'http://127.0.0.1:9/v3',
  STORAGE_BASE_URL: 'http://127.0.0.1:9',
  CALENDAR_BASE_URL: 'http://127.0.0.1:9/v3',
  SANDBOX: undefined,
};

/** Errors whose message says all: of settings, files, endpoints and users. */
const knownErrors: ReadonlySet<string> = new Set([
  'ConfigError',
  'CredentialError',
  'OperationFilesError',
  'FileError',
  'LoginError',
]);

/**
 * @param fail ends the process with a message
 * @throws UsageError
 */
export async function runCommand(
  line: CommandLine,
  fail: (message: string) => never,
): Promise<void> {
  try {
    await run(line);
  } catch (error) {
    const { name, message } = error as Error;
    if (!knownErrors.has(name)) throw error;
    fail(message);
  }
}

const output = {
  print: (text: string): void => console.log(text),
  note: (text: string): void => console.error(text),
};

async function run(line: CommandLine): Promise<void> {
  const { command, env, rest, options } = line;
  switch (command) {
    case 'schema':
      // Whoever reads it may stop early: `studiograph schema | head`.
      process.stdout.on('error', () => {});
      process.stdout.write(await readFile(packageFile('schema/schema.graphql'), 'utf8'));
      return;
    case 'check': {
      if (rest.length === 0)
        throw new UsageError('check: expected files or folders with documents');
      const { check } = await import('./check.ts');
      const config = readConfig({ ...env, ...nowhere });
      const { variables } = options;
      if (!(await check({ config, paths: rest, variables, print: output.print })))
        process.exitCode = 1;
      return;
    }
    case 'key': {
      const { key } = await import('./key.ts');
      return key(line, output);
    }
    case 'login':
    case 'token':
    case 'logout': {
      const commands = await import('./login.ts');
      return commands[command](line, output);
    }
    default:
      // They read the arguments after their name.
      process.argv.splice(2, 1);
      await programs[command === 'sandbox' ? 'sandbox' : 'compare']();
  }
}

/** Programs of their own, which can also run without this command. */
const programs = {
  sandbox: () => import('../sandbox/main.ts'),
  compare: () => import('../../compare/main.ts'),
};
