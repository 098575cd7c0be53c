/** What traces record of feeds: work that no request waits for. */
import type { AnyOperation } from '../api/operation.ts';
import type { Identity } from '../caller/identity.ts';
import type { CallRecorder } from './call-record.ts';
import type { CostReport } from './response-extensions.ts';

/** Kinds of work that no request waits for. */
export type TaskKind = 'poll' | 'open stream' | 'open watch channel' | 'stop watch channel';

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
export interface TaskTrace extends CallRecorder {
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
