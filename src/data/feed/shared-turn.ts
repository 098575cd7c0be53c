/**
 * The turn of one replica to do something for a topic: to read a page, or to keep the watch
 * channel. An entry of the store exists while a replica has the turn, and during the wait after a
 * read. No other replica can take the turn before the entry is deleted or expires, as that of a
 * process that died does. Of a caller whose token no service has accepted, only the turn of a read
 * has an entry: anybody can invent tokens.
 */
import { randomBytes } from 'node:crypto';
import type { StoreKind } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { SharedTopic } from './shared-store.ts';

/** Time in ms after which the turn of a process that died ends, unless its wait is longer. */
const turnMs = 3_000;

/** Minimum and maximum time in ms before the next attempt to take the turn of another replica. */
const retryMs = { min: 50, max: 1_000 };

/** Turns of this process, one after the other. */
export class SharedTurn {
  readonly #topic: SharedTopic;
  readonly #kind: StoreKind;
  readonly #key: string;
  readonly #clock: Clock;
  /** The value of this process's entry; undefined: it has no turn. */
  #held: string | undefined;
  /** Whether the turn was taken without an entry. */
  #isUnmarked = false;
  #renewal = new AbortController();

  /** @param entry its kind and key */
  constructor(topic: SharedTopic, [kind, key]: readonly [StoreKind, string], clock: Clock) {
    this.#topic = topic;
    this.#kind = kind;
    this.#key = key;
    this.#clock = clock;
  }

  /** Whether this process has the turn, as far as the store could be reached. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /**
   * Takes the turn. Without the store, each replica observes its own waits alone.
   * @param waitMs time in ms for which no replica may read if this process dies
   * @returns 0, or the time in ms before the next attempt
   */
  async take(waitMs: number): Promise<number> {
    const ttlMs = Math.ceil(Math.max(waitMs, turnMs));
    const held = this.#value(ttlMs);
    const mayWrite = this.#topic.mayWrite();
    const result = await this.#topic.store.attempt(async (store) => {
      const change = { expected: undefined, value: held, ttlMs };
      if (mayWrite && (await store.replace(this.#kind, this.#key, change))) return 0;
      const entry = await store.get(this.#kind, this.#key);
      if (entry === undefined && !mayWrite) return 0;
      const [, end] = (entry ?? '').split(' ');
      const leftMs = Number(end) - this.#clock.now();
      return Math.min(Math.max(leftMs || 0, retryMs.min), retryMs.max);
    });
    this.#isUnmarked = result?.value === 0 && !mayWrite;
    if (result?.value === 0 && mayWrite) {
      this.#held = held;
      void this.#renew(held, ttlMs);
    }
    return result?.value ?? 0;
  }

  /** Ends the turn. @param waitMs time in ms for which no replica may read */
  async end(waitMs: number): Promise<void> {
    const held = this.#held;
    const isUnmarked = this.#isUnmarked;
    this.#renewal.abort();
    this.#held = undefined;
    this.#isUnmarked = false;
    const ttlMs = Math.ceil(waitMs);
    const { store, mayWrite } = this.#topic;
    if (ttlMs > 0 && (held !== undefined || (isUnmarked && mayWrite()))) {
      const change = { expected: held, value: this.#value(ttlMs), ttlMs };
      await store.attempt((open) => open.replace(this.#kind, this.#key, change));
    } else if (held !== undefined)
      await store.attempt((open) => open.deleteIf(this.#kind, this.#key, held));
  }

  /** A call can take longer than the entry lasts. */
  async #renew(held: string, ttlMs: number): Promise<void> {
    const { signal } = (this.#renewal = new AbortController());
    for (;;) {
      await this.#clock.sleep(ttlMs / 3, signal);
      if (signal.aborted) return;
      const change = { expected: held, value: held, ttlMs };
      const result = await this.#topic.store.attempt((store) =>
        store.replace(this.#kind, this.#key, change),
      );
      if (result?.value !== false) continue;
      if (this.#held === held) this.#held = undefined;
      return;
    }
  }

  #value(ttlMs: number): string {
    return `${randomBytes(9).toString('base64url')} ${Math.ceil(this.#clock.now() + ttlMs)}`;
  }
}
