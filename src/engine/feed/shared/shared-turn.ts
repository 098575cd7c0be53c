/**
 * The turn of one replica to do something for a topic: to read a page, or to keep the watch
 * channel. An entry of the store exists while a replica has the turn, and during the wait after a
 * read. No other replica can take the turn before the entry is deleted or expires, as that of a
 * process that died does. A lease (`takeLease`) has no such wait, and its holder stops if the store
 * fails; a feed goes on alone.
 *
 * Why a replica takes a turn for each read instead of keeping the feed as its only reader:
 * - The others would have to send it the cursors of their subscribers that catch up. Now they read
 *   for themselves, at their turn, before the main pages go on: nothing is lost or doubled.
 * - A keeper renews its entry all the time. A turn costs the store nothing between two reads, also
 *   where a process has thousands of topics.
 * - A keeper that was stopped for some seconds has to be stopped from reading (`mayRead`) and from
 *   adding a page (the head of `SharedLog`), too, so these would remain.
 * What a keeper would give, that one replica reads page after page, `standbyMs` gives without one.
 */
import { randomBytes } from 'node:crypto';
import type { StoreKind } from '../../store/store.ts';
import type { Clock } from '../../caller/clock.ts';
import type { SharedStore } from './shared-store.ts';

/** Time in ms for which a turn to read lasts, beyond the wait that follows the read. */
const readMs = 2_000;

/** Maximum time in ms that a request is taken to be on its way to the service. */
const sendMs = 500;

/** Minimum and maximum time in ms before the next attempt to take the turn of another replica. */
const retryMs = { min: 50, max: 1_000 };

/** Turns of this process, one after the other. */
export class SharedTurn {
  readonly #store: SharedStore;
  readonly #kind: StoreKind;
  readonly #key: string;
  readonly #clock: Clock;
  readonly #turnMs: number;
  /** The value of this process's entry; undefined: it has no turn. */
  #held: string | undefined;
  /**
   * Instant in ms from which nothing may be sent unless the entry is renewed, counted from before
   * the command that set it. Infinite without the store.
   */
  #sendUntil = 0;
  #renewal = new AbortController();

  /**
   * @param entry its kind and key
   * @param turnMs time in ms after which the turn of a process that died ends, beyond its wait
   */
  constructor(
    store: SharedStore,
    [kind, key]: readonly [StoreKind, string],
    clock: Clock,
    turnMs = readMs,
  ) {
    this.#store = store;
    this.#kind = kind;
    this.#key = key;
    this.#clock = clock;
    this.#turnMs = turnMs;
  }

  /** Whether this process has the turn, as far as the store could be reached. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /**
   * Whether a read may be sent, by the clock: a process that was stopped, or is very busy, renews
   * its entry too late. The entry outlasts the wait after the read, of which no other replica knows
   * if this process does not get to the answer.
   */
  get mayRead(): boolean {
    return this.#clock.now() < this.#sendUntil;
  }

  /**
   * Takes the turn. Without the store, each replica observes its own waits alone.
   * @param waitMs time in ms after a read for which no replica may read, also if this process dies
   * @returns 0, or the time in ms before the next attempt
   */
  async take(waitMs: number): Promise<number> {
    const ttlMs = Math.ceil(waitMs + this.#turnMs);
    const held = this.#value(ttlMs);
    const sendUntil = this.#sendableUntil;
    const result = await this.#store.attempt(async (store) => {
      const change = { expected: undefined, value: held, ttlMs };
      if (await store.replace(this.#kind, this.#key, change)) return 0;
      const [, end] = ((await store.get(this.#kind, this.#key)) ?? '').split(' ');
      // Past its end the entry is renewed, or about to expire: the next attempts become rarer.
      const ms = Math.abs(Number(end) - this.#clock.now());
      return Math.min(Math.max(ms || 0, retryMs.min), retryMs.max);
    });
    this.#sendUntil = result === undefined ? Number.POSITIVE_INFINITY : sendUntil;
    if (result?.value === 0) {
      this.#held = held;
      void this.#renew(held, ttlMs);
    }
    return result?.value ?? 0;
  }

  /** Ends the turn. @param waitMs time in ms for which no replica may read */
  async end(waitMs: number): Promise<void> {
    const held = this.#held;
    this.#renewal.abort();
    this.#held = undefined;
    if (held === undefined) return;
    const ttlMs = Math.ceil(waitMs);
    await this.#store.attempt((store) =>
      ttlMs > 0
        ? store.replace(this.#kind, this.#key, { expected: held, value: this.#value(ttlMs), ttlMs })
        : store.deleteIf(this.#kind, this.#key, held),
    );
  }

  /** A call can take longer than the entry lasts. */
  async #renew(held: string, ttlMs: number): Promise<void> {
    const { signal } = (this.#renewal = new AbortController());
    for (;;) {
      await this.#clock.sleep(this.#turnMs / 3, signal);
      if (signal.aborted) return;
      const change = { expected: held, value: held, ttlMs };
      const sendUntil = this.#sendableUntil;
      const result = await this.#store.attempt((store) =>
        store.replace(this.#kind, this.#key, change),
      );
      if (result?.value === true && this.#held === held) this.#sendUntil = sendUntil;
      if (result?.value !== false) continue;
      if (this.#held === held) this.#held = undefined;
      return;
    }
  }

  /** Until when a read may be sent if the entry is set now. */
  get #sendableUntil(): number {
    return this.#clock.now() + this.#turnMs - sendMs;
  }

  /** A random text, and the instant in ms at which the entry ends unless it is renewed. */
  #value(ttlMs: number): string {
    return `${randomBytes(9).toString('base64url')} ${Math.ceil(this.#clock.now() + ttlMs)}`;
  }
}
