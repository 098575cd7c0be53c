/** Processes that a benchmark starts and measures from outside. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/** @param file a module in this folder that sends its port when it listens */
export async function spawn(file: string, ...args: readonly string[]): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), args);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, url: `http://127.0.0.1:${port}` };
}

/**
 * Requests the report of a process.
 * @param request `watch` starts to record peaks until the next request, `collect` removes garbage
 * before it reports
 */
export async function ask<T>(
  child: ChildProcess,
  request: 'report' | 'watch' | 'collect' = 'report',
): Promise<T> {
  child.send(request);
  const [report] = (await once(child, 'message')) as [T];
  return report;
}
