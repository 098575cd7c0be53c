/** A turn for work that has no place among the operations: a message has to be read. */
import type { OperationLimit, WaitingWork } from '../document/operation-limit.ts';
import type { Refusal } from '../../engine/rest/share/shares.ts';

class Turn implements WaitingWork {
  older: WaitingWork | undefined = undefined;
  newer: WaitingWork | undefined = undefined;
  waiter: WaitingWork['waiter'] = undefined;
  readonly caller: string;
  readonly #operations: OperationLimit;
  readonly #begins = Promise.withResolvers<Refusal | undefined>();

  constructor(operations: OperationLimit, caller: string) {
    this.#operations = operations;
    this.caller = caller;
  }

  get begins(): Promise<Refusal | undefined> {
    return this.#begins.promise;
  }

  start(): void {
    this.#begins.resolve(undefined);
  }

  giveWay(): void {
    this.#operations.leave(this);
    this.#begins.resolve('share');
  }
}

/**
 * Takes a turn of a caller. `operations.end` has to follow, unless it is refused.
 * @returns why there is none; a promise of it if the caller has to wait
 */
export function takeTurn(
  operations: OperationLimit,
  caller: string,
): Promise<Refusal | undefined> | Refusal | undefined {
  const turn = new Turn(operations, caller);
  const begun = operations.start(turn);
  if (begun === 'waits') return turn.begins;
  return begun === 'runs' ? undefined : begun;
}
