/** A gateway in a process of its own, whose memory and handles are read from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bases } from '../../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Of Linux: /proc counts memory in pages. */
const pageBytes = 4_096;

export interface GatewayProcess extends AsyncDisposable {
  readonly url: string;
  /** Resident memory in MiB. */
  readonly memory: () => number;
  /** The number of open files, sockets and timers of the kernel. */
  readonly handles: () => number;
  /** Writes a heap snapshot into the folder. */
  readonly takeSnapshot: () => void;
  /** Set when the process has ended by itself. */
  readonly ending: () => string | undefined;
  /** Lines of the log of level error and above. */
  readonly errors: readonly string[];
}

interface Options {
  readonly bases: Bases;
  readonly env?: Readonly<Record<string, string>>;
  /** Of heap snapshots. */
  readonly folder: string;
}

/** Starts the gateway. It is stopped at the end of the scope. */
export async function startProcess({ bases, env, folder }: Options): Promise<GatewayProcess> {
  const child = spawn(
    process.execPath,
    ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`, 'src/main.ts'],
    {
      cwd: root,
      env: {
        PORT: '0',
        LOG_LEVEL: 'error',
        VIDEO_BASE_URL: bases.video,
        STORAGE_BASE_URL: bases.storage,
        CALENDAR_BASE_URL: bases.calendar,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const errors: string[] = [];
  const url = await addressOf(child, errors);
  let ending: string | undefined;
  child.on('exit', (code, signal) => (ending = signal ?? `code ${code}`));
  const proc = `/proc/${child.pid}`;
  return {
    url,
    memory: () =>
      (Number(readFileSync(`${proc}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1_048_576,
    handles: () => readdirSync(`${proc}/fd`).length,
    takeSnapshot: () => void child.kill('SIGUSR2'),
    ending: () => ending,
    errors,
    [Symbol.asyncDispose]: async () => {
      if (ending !== undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @returns the address that the process prints; it prints its log, too */
function addressOf(child: ChildProcess, errors: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the gateway ended with code ${code}`)));
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        const url = /^GraphQL\s+(\S+)\/graphql/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
        else if (line.startsWith('{')) errors.push(line);
      }
    });
  });
}
