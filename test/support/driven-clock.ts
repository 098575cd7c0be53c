/** A clock that stands still until a test moves it. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/data/feed/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of the event loop without work after which everything is taken to have come to rest. */
const quietTurns = 4;

export class DrivenClock implements Clock {
  #now = Date.parse('2026-03-10T09:00:00Z');
  readonly #sleepers = new Set<Sleeper>();
  readonly #isBusy: () => boolean;

  /** @param isBusy whether calls are under way that the clock has to wait for */
  constructor(isBusy: () => boolean = () => false) {
    this.#isBusy = isBusy;
  }

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (ms <= 0 || signal?.aborted) return resolve();
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
    });

  /** How many sleeps are under way. */
  get sleeperCount(): number {
    return this.#sleepers.size;
  }

  /** Waits until nothing happens any more without time passing. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet = this.#isBusy() ? 0 : quiet + 1) await turn();
  }

  /** Lets time pass: every sleep that ends within it ends at its instant, one after the other. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (let next = this.#nextBefore(end); next; next = this.#nextBefore(end)) {
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await this.settle();
    }
    this.#now = end;
  }

  #nextBefore(end: number): Sleeper | undefined {
    const due = [...this.#sleepers].filter(({ at }) => at <= end);
    return due.toSorted((a, b) => a.at - b.at)[0];
  }
}
