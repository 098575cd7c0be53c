/** A turn for work that has no place among the operations: a message has to be read. */
import type { OperationLimit, WaitingWork } from './operation-limit.ts';
import type { Refusal } from '../../engine/rest/share/shares.ts';

/** A turn of a caller, which is used once. */
export class Turn implements WaitingWork {
  older: WaitingWork | undefined = undefined;
  newer: WaitingWork | undefined = undefined;
  waiter: WaitingWork['waiter'] = undefined;
  era = 0;
  isAccepted = false;
  readonly caller: string;
  readonly #operations: OperationLimit;
  readonly #begins = Promise.withResolvers<Refusal | undefined>();

  constructor(operations: OperationLimit, caller: string) {
    this.#operations = operations;
    this.caller = caller;
  }

  /**
   * Takes the turn; `end` has to follow, unless it is refused.
   * @returns why there is none; a promise of it if the caller has to wait
   */
  take(): Promise<Refusal | undefined> | Refusal | undefined {
    const begun = this.#operations.start(this);
    if (begun === 'waits') return this.#begins.promise;
    return begun === 'runs' ? undefined : begun;
  }

  end(): void {
    this.#operations.end(this);
  }

  start(): void {
    this.#begins.resolve(undefined);
  }

  giveWay(): void {
    this.#operations.leave(this);
    this.#begins.resolve('share');
  }
}
