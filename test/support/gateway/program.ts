/** The gateway in a process of its own: its output, and how it ends. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from '../report/part.ts';
import { runsFull } from '../report/promised-size.ts';
import { endWithWorker } from '../tool/worker-end.ts';

/** Contains the Node that the npm scripts use. */
const bin = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));

/**
 * A process of a test does little after its start, a quarter of which is first touches of pages of
 * memory: young objects have few pages, and glibc takes large ones and gives none back. At the
 * promised size, times and memory are measured.
 */
const cheapStart: Readonly<Record<string, string>> = runsFull
  ? {}
  : {
      NODE_OPTIONS: '--max-semi-space-size=1',
      GLIBC_TUNABLES: [
        'hugetlb=1',
        'arena_max=1',
        'mmap_threshold=33554432',
        'trim_threshold=134217728',
      ]
        .map((each) => `glibc.malloc.${each}`)
        .join(':'),
    };

/** What each process of a test has in its environment. */
export const programEnv: Readonly<Record<string, string>> = {
  PATH: `${bin}:${process.env['PATH']}`,
  NODE_COMPILE_CACHE: compiledFolder,
  ...cheapStart,
};

/** The environment of a process whose memory is measured. */
export const ordinaryMemory = { NODE_OPTIONS: '', GLIBC_TUNABLES: '' };

export interface Program {
  readonly pid: number;
  /** @returns standard output so far */
  readonly output: () => string;
  readonly errorOutput: () => string;
  /** Resolves when standard output matches the pattern; rejects if the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code; null if a signal ended the program. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
}

interface LaunchOptions {
  readonly cwd: string;
  /** The complete environment, but for `programEnv`. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/** @param command the program and its arguments */
export function launch(
  [file, ...args]: readonly string[],
  { cwd, env, user }: LaunchOptions,
): Program {
  const child = spawn(file!, args, {
    cwd,
    env: { ...programEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  endWithWorker(child);
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const match = pattern.exec(output);
        if (!match) return;
        // A program can print megabytes after this.
        child.stdout.off('data', check);
        resolve(match);
      };
      const fail = (code: number | null): void =>
        reject(new Error(`ended with ${code} before ${pattern}: ${output}${errorOutput}`));
      child.stdout.on('data', check);
      check();
      ended.then(fail, reject);
    });
  return {
    pid: child.pid!,
    output: () => output,
    errorOutput: () => errorOutput,
    printed,
    ended,
    signal: (signal) => child.kill(signal),
  };
}
