/** Processes that a benchmark starts and measures from outside. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { UpstreamMessage } from './counted-server.ts';
import type { UsageMessage } from './usage.ts';

export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/**
 * Starts a process as in production. Its log is discarded.
 * @param file a module in this folder that sends its port when it listens
 */
export async function spawn(file: string, ...args: readonly string[]): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await nextMessage<{ readonly port: number }>(child);
  return { process: child, url: `http://127.0.0.1:${port}` };
}

/** Sends a message to a process. @returns its report */
export async function ask<T>(
  child: ChildProcess,
  message: UpstreamMessage | UsageMessage = 'report',
): Promise<T> {
  child.send(message);
  return nextMessage<T>(child);
}

/** @throws Error if the process ends instead */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as T),
      once(child, 'exit', { signal }).then(([code]): never => {
        throw new Error(`${child.spawnargs.at(1)} ended with code ${String(code)}.`);
      }),
    ]);
  } finally {
    over.abort();
  }
}
