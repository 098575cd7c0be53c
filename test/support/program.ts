/** The gateway as a process of its own: what it prints, what it answers, how it ends. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Holds the development install's Node. */
const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));

export interface Program {
  /** Standard output so far. */
  readonly output: () => string;
  readonly errorOutput: () => string;
  /** The text that the pattern finds in standard output, as soon as it is there; the program's end is an error. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** @returns the exit code; null: ended by a signal. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
}

export interface Launch {
  readonly cwd: string;
  /** All of its environment, beside `PATH`. */
  readonly env: Readonly<Record<string, string>>;
}

/** @param command the program and its arguments */
export function launch([file, ...args]: readonly string[], { cwd, env }: Launch): Program {
  const child = spawn(file!, args, {
    cwd,
    env: { PATH: `${bin}:${process.env['PATH']}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(output);
        if (found) resolve(found);
      };
      child.stdout.on('data', look);
      look();
      ended.then(
        (code) =>
          reject(
            new Error(
              `it ended with ${code} before it printed ${pattern}: ${output}${errorOutput}`,
            ),
          ),
        reject,
      );
    });
  return {
    output: () => output,
    errorOutput: () => errorOutput,
    printed,
    ended,
    signal: (signal) => child.kill(signal),
  };
}
