/**
 * The states of the data of callers. What is stored for a caller has the name of a state, so that
 * nothing older is found after a write. Replicas agree on the states by their store.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../caller/clock.ts';
import type { Store } from '../store/store.ts';

export interface CallerStatesParts {
  /** Where replicas agree on who has written lately. */
  readonly store: Store;
  readonly clock: Clock;
  /** Milliseconds for which answers are kept, to be shown when the quota is gone. */
  readonly keepMs: number;
}

/** The store does not say whether a caller has written: nothing that is stored may be shown. */
export const unsaid = 'unsaid';

/** The channel of messages about writes that the store has not kept. */
const unkept = 'written';

/** Other replicas may find the store again so many milliseconds later than this one. */
const settleMs = 5_000;

/** One for the process. */
export class CallerStates {
  readonly #parts: CallerStatesParts;
  /**
   * When the store has last failed to say, or to keep, who has written, and how often it has:
   * anybody may have. What was stored for callers before is not shown.
   */
  #doubt = { at: 0, count: 0 };
  /** Whether other replicas tell this one of writes that the store has not kept. */
  #listens = false;

  constructor(parts: CallerStatesParts) {
    this.#parts = parts;
  }

  /**
   * Names the state of a caller's data, for as long as older answers are kept. By the name of a
   * later state, nothing is found that was stored before.
   * @returns undefined for a caller who has not written, `unsaid` if the store does not say;
   * otherwise it begins with the time of the write in milliseconds since 1970
   */
  of(caller: string): string | undefined | Promise<string | undefined> {
    const { store } = this.#parts;
    if (store.isShared && !this.#listens) {
      this.#listens = true;
      store.subscribe(unkept, () => this.#beginDoubt());
    }
    const found = store.get('written', caller);
    if (!(found instanceof Promise)) return found;
    const state = found.then((said) => this.#withDoubt(said));
    return state.catch(() => {
      this.#beginDoubt();
      return unsaid;
    });
  }

  /** Called after a write of the caller, and when a service has refused the caller's token. */
  async change(caller: string): Promise<void> {
    const { store, clock, keepMs } = this.#parts;
    const state = `${clock.wallTime()} ${randomUUID()}`;
    await store.set('written', caller, state, keepMs).catch(() => {
      this.#beginDoubt();
      // A store that is full still passes messages on.
      return store.publish(unkept, '').catch(() => {});
    });
  }

  #beginDoubt(): void {
    this.#doubt = { at: this.#parts.clock.wallTime(), count: this.#doubt.count + 1 };
  }

  /** @returns the state after a doubt, as if every caller had written then */
  #withDoubt(state: string | undefined): string | undefined {
    const { at, count } = this.#doubt;
    const { store, clock } = this.#parts;
    // Messages of other replicas are lost meanwhile, even if this one has not asked the store.
    const { reachedAgainAt = 0 } = store;
    const since = Math.max(at, reachedAgainAt);
    if (since === 0) return state;
    if (clock.wallTime() - since < settleMs) return unsaid;
    const writtenAt = Number.parseInt(state ?? '0', 10);
    return [Math.max(since, writtenAt), count, reachedAgainAt, state].join(' ');
  }
}
