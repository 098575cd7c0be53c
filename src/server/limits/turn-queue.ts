/** Spreads long tasks over the turns of the event loop, so that their times do not add up. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../engine/caller/clock.ts';

/**
 * Milliseconds between two tasks. The event loop accepts few connections per turn: in this time it
 * serves the requests that came during the task before.
 */
const pauseMs = 25;

/** A queue in which tasks wait for their turn, in the order of their calls. */
export class TurnQueue {
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves in a later turn, after a pause if other tasks are waiting. */
  next(): Promise<void> {
    const turn = this.#last.then(() => nextTurn());
    this.#last = turn.then(() => this.#clock.sleep(pauseMs));
    return turn;
  }
}
