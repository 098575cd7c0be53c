/**
 * What replicas of the gateway must share and a restart may lose: quota spent, upload sessions. Keys and values are
 * text; everything ends by itself. Callers put an identity's digest, never a token, into a key.
 */
import { LRUCache } from 'lru-cache';

export interface Store {
  get(key: string): Promise<string | undefined>;
  /** @param ttlMs after which it is gone */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets the value only where it still is what the caller has seen (undefined: nothing). @returns whether it was */
  replace(key: string, seen: string | undefined, value: string, ttlMs: number): Promise<boolean>;
  /** Adds to a number, 0 where there is none. @param ttlMs counts from the first addition @returns the sum */
  add(key: string, amount: number, ttlMs: number): Promise<number>;
  delete(key: string): Promise<void>;
}

/** In this process alone: for a single gateway, and for tests. The oldest entries go first when there are too many. */
export class MemoryStore implements Store {
  readonly #entries = new LRUCache<string, string>({ max: 100_000 });

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#entries.get(key));
  }

  set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#entries.set(key, value, { ttl: ttlMs });
    return Promise.resolve();
  }

  replace(key: string, seen: string | undefined, value: string, ttlMs: number): Promise<boolean> {
    const unchanged = this.#entries.get(key) === seen;
    if (unchanged) this.#entries.set(key, value, { ttl: ttlMs });
    return Promise.resolve(unchanged);
  }

  add(key: string, amount: number, ttlMs: number): Promise<number> {
    const known = this.#entries.get(key);
    const sum = Number(known ?? 0) + amount;
    this.#entries.set(key, String(sum), {
      ttl: known === undefined ? ttlMs : this.#entries.getRemainingTTL(key),
    });
    return Promise.resolve(sum);
  }

  delete(key: string): Promise<void> {
    this.#entries.delete(key);
    return Promise.resolve();
  }
}
