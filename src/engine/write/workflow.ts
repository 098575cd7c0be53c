/**
 * Strategy `workflow`: a write of several calls with waits between them, until the service has
 * reached a state. A workflow reads the state before each step: clients can repeat it, and two of
 * them can run at once.
 */
import type { AnyOperation } from '../api/operation.ts';
import type { Execution } from '../execution/execution.ts';
import type { CallCount, PlannedWrite, Strategy } from './strategy.ts';

interface WorkflowRules {
  /** Operations that the workflow may call, in the order of `@upstream`. */
  readonly operations: readonly AnyOperation[];
  readonly calls: (write: PlannedWrite) => readonly CallCount[];
  /** Maximum time in ms of all waits: it is added to the deadline of the request. */
  readonly waitMs: (write: PlannedWrite) => number;
  /** Whether any input can be sent again. Default: true. */
  readonly isRepeatable?: boolean;
  /** @throws PartlyDone if a step fails after another one has changed something */
  readonly run: Strategy['run'];
}

/** Declares a workflow. */
export const workflow = ({ operations, ...rules }: WorkflowRules): Strategy => ({
  kind: 'workflow',
  operations: () => [...operations],
  ...rules,
});

/** Maximum number of polls of a wait. */
export const pollCount = (maxMs: number, intervalMs: number): number =>
  Math.ceil(maxMs / intervalMs);

/** The waits between polls, up to a maximum total time and number. */
export class PollingWait {
  readonly #execution: Execution;
  readonly #intervalMs: number;
  readonly #end: number;
  #pollsLeft: number;

  /** All times in ms. */
  constructor(execution: Execution, maxMs: number, intervalMs: number) {
    this.#execution = execution;
    this.#intervalMs = intervalMs;
    this.#end = execution.clock.now() + maxMs;
    this.#pollsLeft = pollCount(maxMs, intervalMs);
  }

  /**
   * Waits for the next poll.
   * @returns false if the time is over, the deadline would pass or the process stops
   */
  async next(): Promise<boolean> {
    const left = this.#end - this.#execution.clock.now();
    if (this.#pollsLeft <= 0 || left <= 0) return false;
    this.#pollsLeft -= 1;
    const ms = Math.min(left, this.#intervalMs);
    return this.#execution.pause(ms, this.#execution.workflows?.stopping);
  }
}
