/** The type check by the compiler, and what it takes. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a check takes. The figures are the same on every machine. */
export interface TypeCheckFigures {
  readonly files: number;
  /** How often the compiler has replaced the type parameters of a type by other types. */
  readonly instantiations: number;
  /** Memory in use at the end, in megabytes. */
  readonly megabytes: number;
}

/**
 * Checks all files of a program.
 * @param project the folder of its `tsconfig.json`; by default the root
 * @throws Error with the errors of the compiler
 */
export function checkTypes(project = root): TypeCheckFigures {
  const options = '--extendedDiagnostics --pretty false --incremental false --tsBuildInfoFile null';
  const args = ['--project', project, ...options.split(' ')];
  const { status, stdout, stderr } = spawnSync('tsc', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(stdout + stderr);
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(stdout)![1]);
  return {
    files: figure('Files'),
    instantiations: figure('Instantiations'),
    megabytes: figure('Memory used') / 1024,
  };
}
