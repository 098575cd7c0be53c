/**
 * The end of the process that runs tests: what a test has started ends with it, also if the test
 * has failed before it could close it. A process that is left would hold the output of the worker
 * open, for whose end Vitest waits.
 */
import type { ChildProcess } from 'node:child_process';

type Close = () => unknown;

/** Vitest has this only for fixtures, which each test would have to name. */
interface Worker {
  onCleanup(listener: Close): void;
}

/** Calls a function when the worker has run its last file, or at the exit of another program. */
export function onWorkerEnd(close: Close): void {
  const { __vitest_worker__: worker } = globalThis as { readonly __vitest_worker__?: Worker };
  if (worker) worker.onCleanup(close);
  else process.once('exit', close);
}

const running = new Set<ChildProcess>();

/** Kills a process at the end of the worker, if it is still running. */
export function endWithWorker(child: ChildProcess): void {
  if (running.size === 0) onWorkerEnd(killRunning);
  running.add(child);
  child.once('exit', () => running.delete(child));
}

function killRunning(): void {
  for (const child of running) child.kill('SIGKILL');
}
