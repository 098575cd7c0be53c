/**
 * State that replicas of the gateway share and that may be lost in a restart: spent quota and
 * upload sessions. Keys and values are strings, every entry expires. A key may contain the digest
 * of an access token, never the token.
 */
import { LRUCache } from 'lru-cache';

/** All times to live (`ttlMs`) are in milliseconds. */
export interface Store {
  /** @returns undefined if there is no entry, or it has expired; a promise only if it must wait */
  get(key: string): string | undefined | Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets a value if the current one is `expected` (undefined: no entry), in one step.
   * @returns whether the value was set
   */
  replace(
    key: string,
    expected: string | undefined,
    value: string,
    ttlMs: number,
  ): Promise<boolean>;
  /**
   * Adds to a number, which is 0 without an entry, in one step.
   * @param ttlMs counts from the first addition
   * @returns the sum
   */
  add(key: string, amount: number, ttlMs: number): Promise<number>;
  delete(key: string): Promise<void>;
}

const maxEntries = 100_000;

/** A store in this process's memory, for a single gateway. Too many entries evict the oldest. */
export class MemoryStore implements Store {
  readonly #entries: LRUCache<string, string>;

  /** @param now a clock in milliseconds that is never 0 and never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#entries = new LRUCache({ max: maxEntries, perf: { now }, ttlResolution: 0 });
  }

  get(key: string): string | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#entries.set(key, value, { ttl: ttlMs });
    return Promise.resolve();
  }

  replace(
    key: string,
    expected: string | undefined,
    value: string,
    ttlMs: number,
  ): Promise<boolean> {
    const isExpected = this.#entries.get(key) === expected;
    if (isExpected) this.#entries.set(key, value, { ttl: ttlMs });
    return Promise.resolve(isExpected);
  }

  add(key: string, amount: number, ttlMs: number): Promise<number> {
    const current = this.#entries.get(key);
    const sum = Number(current ?? 0) + amount;
    const ttl = current === undefined ? ttlMs : this.#entries.getRemainingTTL(key);
    this.#entries.set(key, String(sum), { ttl });
    return Promise.resolve(sum);
  }

  delete(key: string): Promise<void> {
    this.#entries.delete(key);
    return Promise.resolve();
  }
}
