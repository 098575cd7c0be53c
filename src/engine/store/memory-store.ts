/** A store in the memory of this process, for a single gateway. */
import { EventEmitter } from 'node:events';
import type { LRUCache } from 'lru-cache';
import { lruCache } from '../caller/lru-cache.ts';
import { systemClock } from '../caller/clock.ts';
import type { Replacement, Store, StoreKind } from './store.ts';

/** Maximum number of entries of one kind; the entry that was used least recently gives way. */
const maxEntries = 100_000;

/** Of one kind. */
type Entries = LRUCache<string, string>;

/** Entries and messages of this process alone. Too many entries of a kind displace the oldest. */
export class MemoryStore implements Store {
  readonly isShared: boolean = false;
  readonly isReachable: boolean = true;
  readonly wasReached = true;
  readonly #now: () => number;
  readonly #kinds = new Map<StoreKind, Entries>();
  readonly #messages = new EventEmitter().setMaxListeners(0);

  /** @param now a clock in milliseconds that is never 0 and never goes back */
  constructor(now: () => number = () => systemClock.now()) {
    this.#now = now;
  }

  get(kind: StoreKind, key: string): string | undefined {
    return this.#kinds.get(kind)?.get(key);
  }

  set(kind: StoreKind, key: string, value: string, ttlMs: number): Promise<void> {
    this.#entriesOf(kind).set(key, value, { ttl: ttlMs });
    return Promise.resolve();
  }

  replace(kind: StoreKind, key: string, { expected, value, ttlMs }: Replacement): Promise<boolean> {
    const isExpected = this.get(kind, key) === expected;
    if (isExpected) this.#entriesOf(kind).set(key, value, { ttl: ttlMs });
    return Promise.resolve(isExpected);
  }

  deleteIf(kind: StoreKind, key: string, expected: string): Promise<boolean> {
    const isExpected = this.get(kind, key) === expected;
    if (isExpected) this.#kinds.get(kind)!.delete(key);
    return Promise.resolve(isExpected);
  }

  add(kind: StoreKind, key: string, amount: number, ttlMs: number): Promise<number> {
    const entries = this.#entriesOf(kind);
    const current = entries.get(key);
    const sum = Number(current ?? 0) + amount;
    const ttl = current === undefined ? ttlMs : entries.getRemainingTTL(key);
    entries.set(key, String(sum), { ttl });
    return Promise.resolve(sum);
  }

  delete(kind: StoreKind, key: string): Promise<void> {
    this.#kinds.get(kind)?.delete(key);
    return Promise.resolve();
  }

  publish(channel: string, message: string): Promise<void> {
    this.#messages.emit(channel, message);
    return Promise.resolve();
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    this.#messages.on(channel, listener);
    return () => void this.#messages.off(channel, listener);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #entriesOf(kind: StoreKind): Entries {
    let entries = this.#kinds.get(kind);
    if (!entries) {
      entries = lruCache(maxEntries, { perf: { now: this.#now }, ttlResolution: 0 });
      this.#kinds.set(kind, entries);
    }
    return entries;
  }
}
