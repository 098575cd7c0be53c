/** A clock that stands still until a test moves it. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock, Timer } from '../../../src/engine/caller/clock.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Idle turns of the event loop after which no work is pending. */
const quietTurns = 4;

export class DrivenClock implements Clock {
  #now = Date.parse('2026-03-10T09:00:00Z');
  readonly #sleepers = new Set<Sleeper>();
  readonly #isBusy: () => boolean;

  /** @param isBusy whether calls are running that the clock has to wait for */
  constructor(isBusy: () => boolean = () => false) {
    this.#isBusy = isBusy;
  }

  readonly now = (): number => this.#now;
  readonly wallTime = (): number => Math.floor(this.#now);

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (ms <= 0 || signal?.aborted) return resolve();
      const wake = (): void => {
        timer.cancel();
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = this.after(ms, wake);
      signal?.addEventListener('abort', wake);
    });

  readonly after = (ms: number, run: () => void): Timer => {
    const cancel = (): void => void this.#sleepers.delete(sleeper);
    const wake = (): void => {
      cancel();
      run();
    };
    const sleeper = { at: this.#now + Math.max(ms, 0), wake };
    this.#sleepers.add(sleeper);
    return { cancel };
  };

  /** Number of running sleeps and timers. */
  get sleeperCount(): number {
    return this.#sleepers.size;
  }

  /** Waits until no work is left but sleeps and timers. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet = this.#isBusy() ? 0 : quiet + 1) await turn();
  }

  /** Advances the time: ends every sleep and timer that is due, at its instant and in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (let next = this.#nextBefore(end); next; next = this.#nextBefore(end)) {
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await this.settle();
    }
    // Two callers can advance it at once.
    this.#now = Math.max(this.#now, end);
  }

  /**
   * Advances the time until a promise is settled that waits for nothing but time.
   * @throws Error if no sleep or timer is left
   */
  async until<T>(promise: Promise<T>): Promise<T> {
    const state = observe(promise);
    for (await this.settle(); !state.isSettled; ) {
      const next = this.#nextBefore(Number.POSITIVE_INFINITY);
      if (!next) throw new Error('The promise waits for something else than time.');
      await this.advance(Math.max(0, next.at - this.#now));
    }
    return promise;
  }

  /** Advances the time in steps until something is true. */
  async advanceUntil(isTrue: () => boolean, stepMs = 20): Promise<void> {
    while (!isTrue()) await this.advance(stepMs);
  }

  /** Advances the time in steps until a promise is settled that waits for sockets, too. */
  async through<T>(promise: Promise<T>, stepMs = 20): Promise<T> {
    const state = observe(promise);
    await this.advanceUntil(() => state.isSettled, stepMs);
    return promise;
  }

  /** Advances the time, as a process that is busy or stopped: no sleep or timer ends meanwhile. */
  skip(ms: number): void {
    this.#now += ms;
  }

  /** Keeps the process busy: the time advances, and what is due by then comes late. */
  async block(ms: number): Promise<void> {
    this.skip(ms);
    await this.advance(0);
  }

  #nextBefore(end: number): Sleeper | undefined {
    const due = [...this.#sleepers].filter(({ at }) => at <= end);
    return due.toSorted((a, b) => a.at - b.at)[0];
  }
}

/** @returns whether the promise is settled, from now on */
function observe(promise: Promise<unknown>): { readonly isSettled: boolean } {
  const state = { isSettled: false };
  const end = (): void => {
    state.isSettled = true;
  };
  promise.then(end, end);
  return state;
}

/** A clock that advances by itself: a sleep takes a turn of the event loop, and then its time. */
export class SkippingClock extends DrivenClock {
  override readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const end = this.now() + ms;
    await turn();
    if (!signal?.aborted) await this.advance(Math.max(0, end - this.now()));
  };
}
