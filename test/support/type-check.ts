/** The type check of the project, and what it takes. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const figuresFile = new URL('node_modules/.cache/studiograph/types.json', root);

/** What a check of all files takes. The figures are the same on every machine. */
export interface TypeCheckFigures {
  readonly files: number;
  /** How often the compiler has replaced the type parameters of a type by other types. */
  readonly instantiations: number;
  /** Memory in use at the end, in megabytes. */
  readonly megabytes: number;
}

interface TypeCheck {
  readonly isCorrect: boolean;
  /** The errors, and the figures of the compiler. */
  readonly output: string;
}

/** Checks the types. @param options of the compiler */
export function checkTypes(...options: readonly string[]): TypeCheck {
  const tsc = fileURLToPath(new URL('node_modules/.bin/tsc', root));
  const { status, stdout, stderr } = spawnSync(tsc, ['--extendedDiagnostics', ...options], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return { isCorrect: status === 0, output: stdout + stderr };
}

/** Reads the figures of a check from its output. */
function figuresIn(output: string): TypeCheckFigures {
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(output)![1]);
  return {
    files: figure('Files'),
    instantiations: figure('Instantiations'),
    megabytes: figure('Memory used') / 1024,
  };
}

/** Stores the figures of a check of all files for `takeFigures`; of any other check, nothing. */
export function storeFigures({ isCorrect, output }: TypeCheck, isOfAllFiles: boolean): void {
  rmSync(figuresFile, { force: true });
  if (!isCorrect || !isOfAllFiles) return;
  mkdirSync(dirname(fileURLToPath(figuresFile)), { recursive: true });
  writeFileSync(figuresFile, JSON.stringify(figuresIn(output)));
}

/**
 * Returns the figures of the check that `npm test` has just made. They are taken once: the files
 * may have changed when the tests run again. Without such figures all files are checked.
 */
export function takeFigures(): TypeCheckFigures {
  const stored = storedFigures();
  rmSync(figuresFile, { force: true });
  if (stored !== undefined) return stored;
  const { isCorrect, output } = checkTypes('--incremental', 'false', '--tsBuildInfoFile', 'null');
  if (!isCorrect) throw new Error(output);
  return figuresIn(output);
}

function storedFigures(): TypeCheckFigures | undefined {
  try {
    return JSON.parse(readFileSync(figuresFile, 'utf8')) as TypeCheckFigures;
  } catch {
    return undefined;
  }
}
