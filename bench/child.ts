/** Processes that a benchmark starts and measures from outside. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/** @param file beside this one; it tells its port as soon as it listens */
export async function spawn(file: string, ...args: string[]): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), args);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, url: `http://127.0.0.1:${port}` };
}

/** What the process has to tell at this moment. @param what `watch`: from now on it looks out for the peak of its memory, until it is asked again */
export async function ask<T>(child: ChildProcess, what: 'report' | 'watch' = 'report'): Promise<T> {
  child.send(what);
  const [answer] = (await once(child, 'message')) as [T];
  return answer;
}
