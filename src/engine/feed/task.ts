/** The work for a feed that no request waits for: reads of its pages, and its watch channels. */
import type { AnyOperation } from '../api/operation.ts';
import type { Execution } from '../execution/execution.ts';
import type { CallRecorder } from '../trace/call-record.ts';
import type { TaskKind, TaskObserver } from '../trace/task-trace.ts';
import { measuredNow } from '../caller/clock.ts';

interface FeedTaskParts {
  /** Makes the execution of one task: loaders and caches must not outlive it. */
  readonly execution: (signal?: AbortSignal, recorder?: CallRecorder) => Execution;
  readonly taskObserver?: TaskObserver | undefined;
  readonly operation: AnyOperation;
}

interface FeedTask<T> {
  readonly kind: TaskKind;
  readonly work: (execution: Execution) => Promise<T>;
  /** Ends the calls of the task. */
  readonly signal?: AbortSignal;
  readonly itemsOf?: (result: T) => number;
}

/** Runs the tasks of one feed: each has an execution, a trace, and a line in the log of its own. */
export class FeedTasks {
  readonly #parts: FeedTaskParts;

  constructor(parts: FeedTaskParts) {
    this.#parts = parts;
  }

  /** @throws the error of the work */
  run<T>(task: FeedTask<T>): Promise<T> {
    const { taskObserver, operation, execution } = this.#parts;
    const { kind, work, signal } = task;
    const start = measuredNow();
    const trace = taskObserver?.startTask(kind, operation);
    const own = execution(signal, trace);
    const result = work(own);
    if (taskObserver === undefined) return result;
    const end = (items?: number, error?: unknown): void => {
      const { identities, usage } = own;
      const identity = identities.of(operation);
      const isAborted = signal?.aborted === true;
      const outcome = { cost: usage.report(), items, error, isAborted };
      const ended = { kind, operation, identity, start, traceId: trace?.traceId, ...outcome };
      trace?.end(ended);
      taskObserver.onTask(ended);
    };
    result.then(
      (value) => end(task.itemsOf?.(value)),
      (error: unknown) => end(undefined, error),
    );
    return result;
  }
}
