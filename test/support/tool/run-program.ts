/** Runs programs. */
import { spawnSync } from 'node:child_process';

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
