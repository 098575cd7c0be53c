/** The result of an event, which all subscribers get for whom it is executed together. */
import type { ExecutionResult } from 'graphql';

/** An execution result whose JSON is made once. */
export class EventResult implements ExecutionResult {
  declare readonly data?: Exclude<ExecutionResult['data'], undefined>;
  declare readonly errors?: NonNullable<ExecutionResult['errors']>;
  declare readonly extensions?: NonNullable<ExecutionResult['extensions']>;
  #json: string | undefined;
  #isRecorded = false;

  constructor(result: ExecutionResult) {
    // In the order of the result, and without the properties that it does not have.
    Object.assign(this, result);
  }

  /** The JSON of the result, for a result without errors: these have the id of each request. */
  get json(): string {
    this.#json ??= JSON.stringify(this);
    return this.#json;
  }

  /**
   * Yoga calls it to serialise a result.
   * @param result without what is meant for the HTTP response alone
   */
  stringify(result: ExecutionResult): string {
    return result instanceof EventResult ? result.json : JSON.stringify(result);
  }

  /** @returns whether the cost has to be recorded: the first subscriber has had the calls made */
  takeCost(): boolean {
    const isFirst = !this.#isRecorded;
    this.#isRecorded = true;
    return isFirst;
  }
}
