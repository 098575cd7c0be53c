/** The events that traces record: REST calls with their attempts and ends, and work of feeds. */
import type { TracedAttempt } from '../upstream/attempt-observer.ts';
import type { AnyOperation } from '../upstream/operation.ts';
import type { CallOptions, Identity } from '../upstream/upstream.ts';
import type { WaitObserver } from '../upstream/wait-observer.ts';
import type { CostReport } from './response-extensions.ts';

/** One call, with its retries. */
export interface CallTrace {
  /** An HTTP request of the call has ended. */
  readonly onAttempt: (attempt: TracedAttempt) => void;
  /** The call gets the answer of an equal call, and sends nothing. */
  onShared(): void;
  /** The caller has the answer, or the error. */
  end(error?: unknown): void;
}

/** The calls and the waits of one execution, or of an upload or a download. */
export interface ExecutionTrace extends WaitObserver {
  /** A call begins. */
  startCall(operation: AnyOperation, args: Readonly<Record<string, unknown>>): CallTrace;
  /**
   * A request of an upload begins, which costs no quota units.
   * @param operation that has started the upload
   * @param bytes of its body
   */
  startUploadRequest(operation: AnyOperation, bytes: number): CallTrace;
}

/** Kinds of work that no request waits for. */
export type TaskKind = 'poll' | 'open watch channel' | 'stop watch channel';

/** A task that has ended. */
export interface EndedTask {
  readonly kind: TaskKind;
  /** Lists what the task is for. */
  readonly operation: AnyOperation;
  readonly identity: Identity;
  /** Time in ms of `performance.now()`. */
  readonly start: number;
  readonly traceId: string | undefined;
  readonly cost: CostReport;
  /** Items that it has read. */
  readonly items?: number | undefined;
  readonly error?: unknown;
  /** Whether it was ended because nobody needs it any more. */
  readonly isAborted: boolean;
}

/** Work that no request waits for: it has a trace of its own. */
export interface TaskTrace extends ExecutionTrace {
  readonly traceId: string;
  end(task: EndedTask): void;
}

/** Learns of tasks, to trace and log them. Its methods must not throw. */
export interface TaskObserver {
  /**
   * @param operation that lists what the task is for
   * @returns undefined for a task that is not sampled
   */
  startTask(kind: TaskKind, operation: AnyOperation): TaskTrace | undefined;
  /** A task has ended, sampled or not. */
  onTask(task: EndedTask): void;
}

/** @returns the answer, whose end is traced */
export function traced<T>(answer: Promise<T>, trace: CallTrace | undefined): Promise<T> {
  if (trace !== undefined)
    answer.then(
      () => trace.end(),
      (error: unknown) => trace.end(error),
    );
  return answer;
}

/** @returns the options of a call that is traced */
export function tracedOptions(options: CallOptions, trace: CallTrace): CallOptions {
  const { onShared } = options;
  const share =
    onShared &&
    (() => {
      trace.onShared();
      onShared();
    });
  return { ...options, onAttempt: trace.onAttempt, onShared: share };
}
