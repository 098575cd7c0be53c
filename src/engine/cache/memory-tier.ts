/** Stored reads in the memory of this process. */
import { LRUCache } from 'lru-cache';
import type { CacheTier, FoundReads } from './tier.ts';

/** An entry must not displace all others. */
const maxShare = 0.1;

/** What a key takes beside its characters: the entry, its place in the order, and its timer. */
const overheadBytes = 200;

/** The memory of this process, up to a number of bytes; what was not used longest gives way. */
export class MemoryTier implements CacheTier {
  readonly #entries: LRUCache<string, Buffer>;

  /** @param now a clock in milliseconds that is never 0 and never goes back */
  constructor(maxBytes: number, now: () => number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes * maxShare),
      sizeCalculation: (bytes, key) => bytes.length + key.length + overheadBytes,
      ttlResolution: 0,
      perf: { now },
    });
  }

  get(keys: readonly string[]): FoundReads {
    return keys.map((key) => this.#entries.get(key));
  }

  set(entries: readonly (readonly [string, Buffer])[], ttlMs: number): void {
    for (const [key, bytes] of entries) this.#entries.set(key, bytes, { ttl: ttlMs });
  }
}
