/** Ends executions at their deadlines. */
import type { ExecutionResult } from 'graphql';
import { toGraphError } from '../../engine/schema/error/error.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';

/** Time after the deadline in which an execution may assemble its result, in milliseconds. */
const graceMs = 1_000;

const openExecutions = new TimedList(250);

type Settle = (result: ExecutionResult) => void;

class OpenExecution extends Timed {
  override readonly endAt: number;
  readonly #resolve: Settle;

  constructor(deadline: number, resolve: Settle) {
    super();
    this.endAt = deadline + graceMs;
    this.#resolve = resolve;
  }

  override expire(): void {
    openExecutions.delete(this);
    const error = toGraphError(new Error('the execution did not end at its deadline'));
    this.#resolve({ data: null, errors: [error] });
  }
}

/**
 * A deadline ends every upstream call, and thereby every execution. An execution that continues is
 * a defect of the gateway: the client gets an error instead of no response.
 * @returns the result, or an error a second after the deadline
 */
export function endAtDeadline(
  result: Promise<ExecutionResult>,
  deadline: number,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const execution = new OpenExecution(deadline, resolve);
    openExecutions.add(execution);
    result.then(
      (value) => {
        openExecutions.delete(execution);
        resolve(value);
      },
      (error: Error) => {
        openExecutions.delete(execution);
        reject(error);
      },
    );
  });
}
