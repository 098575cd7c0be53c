/** Ends executions at their deadlines. */
import type { ExecutionResult } from 'graphql';
import { toGraphError } from '../../graph/error.ts';

/** Time after the deadline in which an execution may assemble its result, in milliseconds. */
const graceMs = 1_000;

/** Milliseconds between two checks: one timer serves all executions. */
const checkMs = 250;

interface OpenExecution {
  /** Time in milliseconds of `performance.now()`. */
  readonly endAt: number;
  readonly resolve: (result: ExecutionResult) => void;
}

/**
 * The deadlines of running executions. A deadline ends every upstream call, and thereby every
 * execution. An execution that continues is a defect of the gateway: the client gets an error
 * instead of no response.
 */
export class Deadlines {
  readonly #open = new Set<OpenExecution>();
  #timer: NodeJS.Timeout | undefined;

  /** @returns the result, or an error a second after the deadline */
  end(result: Promise<ExecutionResult>, deadline: number): Promise<ExecutionResult> {
    return new Promise((resolve, reject) => {
      const execution: OpenExecution = { endAt: deadline + graceMs, resolve };
      this.#open.add(execution);
      this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
      result.then(
        (value) => {
          this.#open.delete(execution);
          resolve(value);
        },
        (error: Error) => {
          this.#open.delete(execution);
          reject(error);
        },
      );
    });
  }

  #check(): void {
    const now = performance.now();
    for (const execution of this.#open) {
      if (execution.endAt > now) continue;
      this.#open.delete(execution);
      const error = toGraphError(new Error('the execution did not end at its deadline'));
      execution.resolve({ data: null, errors: [error] });
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
