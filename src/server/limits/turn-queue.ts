/** Spreads long tasks over the turns of the event loop, so that their times do not add up. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/**
 * Milliseconds between two tasks. The event loop accepts few connections per turn: in this time it
 * serves the requests that came during the task before.
 */
const pauseMs = 25;

/** A queue in which tasks wait for their turn, in the order of their calls. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves in a later turn, after a pause if other tasks are waiting. */
  next(): Promise<void> {
    const turn = this.#last.then(() => nextTurn());
    this.#last = turn.then(() => wait(pauseMs));
    return turn;
  }
}
