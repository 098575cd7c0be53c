import { LRUCache } from 'lru-cache';

interface Options {
  /** Milliseconds after which an entry is no longer found. */
  readonly ttl?: number;
  readonly ttlResolution?: number;
  readonly perf?: { now(): number };
}

/**
 * A cache of the entries that were used last. Its memory grows with them: `max` of lru-cache
 * allocates the place of all at once, which took 25 of the 30 ms in which a process makes another
 * gateway, and 4 MB for each kind of entry of a store in memory.
 * @param count of entries, at most
 */
export const lruCache = <V extends object | string | true>(
  count: number,
  options: Options = {},
): LRUCache<string, V> => new LRUCache({ ...options, maxSize: count, sizeCalculation: () => 1 });
