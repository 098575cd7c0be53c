#!/usr/bin/env node
/** The command `studiograph`: `command-line.ts` describes what it takes. */
import type { CommandLine } from './command/command-line.ts';
import { exitWithError } from './exit.ts';

/** Oldest supported version. All other modules are imported later: older versions fail to. */
const minNodeVersion = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < minNodeVersion[0] || (major === minNodeVersion[0] && minor < minNodeVersion[1]))
  exitWithError(
    `Node ${minNodeVersion.join('.')} or newer is needed, this is ${process.versions.node}. In a clone, \`npm ci\` installs one for the npm scripts.`,
  );
else await start();

async function start(): Promise<void> {
  const { enableCompileCache } = await import('node:module');
  // The next start reads the modules that are imported from here on from the temporary directory.
  enableCompileCache();
  const { readCommandLine, helpText } = await import('./command/command-line.ts');
  const { UsageError } = await import('./command/usage-error.ts');
  const exitOnMisuse = (error: unknown): never => {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}. \`studiograph --help\` lists commands and options.`);
    process.exit(2);
  };
  let line: CommandLine;
  try {
    line = readCommandLine(process.argv.slice(2));
  } catch (error) {
    return exitOnMisuse(error);
  }
  if (line.asksHelp) return console.log(helpText(process.argv[2]));
  if (line.asksVersion) {
    const { versionOf } = await import('./observability/version.ts');
    return console.log(versionOf({ BUILD_VERSION: undefined }));
  }
  if (line.command === 'serve' || line.command === 'mcp') {
    const { serve } = await import('./serve.ts');
    return serve(line);
  }
  const { runCommand } = await import('./command/run-command.ts');
  await runCommand(line, exitWithError).catch(exitOnMisuse);
}
