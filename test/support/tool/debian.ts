/** Programs of Debian that tests run. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** In continuous integration, and for root, who can install them, missing programs are failures. */
const isRequired = (process.env['CI'] ?? '') !== '' || process.getuid?.() === 0;

/**
 * @returns why tests that need these programs are skipped; undefined if they run, or have to fail
 */
export function missingPrograms(...paths: readonly string[]): string | undefined {
  const missing = paths.filter((path) => !existsSync(path));
  return missing.length === 0 || isRequired
    ? undefined
    : `${missing.join(', ')} missing: see test/install-packages.ts`;
}

/** Runs a program to its end. @returns its exit code and all its output */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', ...options });
  if (error) throw error;
  return { code: status, output: stdout + stderr };
}
