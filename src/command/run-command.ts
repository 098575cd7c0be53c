/** The commands that start no gateway. */
import { readFile } from 'node:fs/promises';
import { packageFile } from '../server/package-file.ts';
import { readConfig } from '../config.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** Of commands that make no call. */
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
  if (command === 'schema' || command === 'check')
    // Whoever reads the output may stop early: `studiograph schema | head`.
    process.stdout.on('error', () => {});
  switch (command) {
    case 'schema':
      process.stdout.write(await schemaText(env));
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

/** @returns what a gateway with these settings has at `/schema.graphql` @throws ConfigError */
async function schemaText({ FEDERATION }: CommandLine['env']): Promise<string> {
  if (!readConfig({ ...nowhere, FEDERATION }).FEDERATION)
    return readFile(packageFile('schema/schema.graphql'), 'utf8');
  const [{ schema }, { withFederation }, { printContract }] = await Promise.all([
    import('../services/schema.ts'),
    import('../engine/schema/federation.ts'),
    import('../engine/schema/print.ts'),
  ]);
  return printContract(withFederation(schema, { isOpen: true }));
}

/** Programs of their own, which can also run without this command. */
const programs = {
  sandbox: () => import('../sandbox/main.ts'),
  compare: () => import('../../compare/main.ts'),
};
