/**
 * A shared store that is replaced by the memory of this process while it fails
 * (`STORE_FAILURE=allow`).
 */
import { MemoryStore } from './memory-store.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import type { Replacement, Store, StoreKind } from './store.ts';

/**
 * Kinds whose entries a process can have of its own. The others coordinate replicas: whoever uses
 * them decides what to do without.
 */
const ownKinds: ReadonlySet<StoreKind> = new Set([
  'spent',
  'exhausted',
  'account',
  'wellKnownId',
  'document',
]);

/** Sums of the memory are added to those of the shared store when it can be reached again. */
export class FallbackStore implements Store {
  readonly isShared: boolean;
  readonly #shared: Store;
  readonly #own: MemoryStore;

  /** @param now as that of `MemoryStore` */
  constructor(shared: Store, now?: () => number) {
    this.#shared = shared;
    this.#own = new MemoryStore(now);
    this.isShared = shared.isShared;
  }

  get isReachable(): boolean {
    return this.#shared.isReachable;
  }

  get wasReached(): boolean {
    return this.#shared.wasReached;
  }

  get reachedAgainAt(): number | undefined {
    return this.#shared.reachedAgainAt;
  }

  get(kind: StoreKind, key: string): Promise<string | undefined> {
    return this.#try(kind, (store) => Promise.resolve(store.get(kind, key)));
  }

  set(kind: StoreKind, key: string, value: string, ttlMs: number): Promise<void> {
    return this.#try(kind, (store) => store.set(kind, key, value, ttlMs));
  }

  replace(kind: StoreKind, key: string, change: Replacement): Promise<boolean> {
    return this.#try(kind, (store) => store.replace(kind, key, change));
  }

  deleteIf(kind: StoreKind, key: string, expected: string): Promise<boolean> {
    return this.#try(kind, (store) => store.deleteIf(kind, key, expected));
  }

  add(kind: StoreKind, key: string, amount: number, ttlMs: number): Promise<number> {
    const own = this.#own.get(kind, key);
    if (own === undefined) return this.#try(kind, (store) => store.add(kind, key, amount, ttlMs));
    // Taken at once, so that no concurrent addition adds the same sum.
    void this.#own.delete(kind, key);
    return this.#try(kind, (store) => store.add(kind, key, amount + Number(own), ttlMs));
  }

  delete(kind: StoreKind, key: string): Promise<void> {
    return this.#try(kind, (store) => store.delete(kind, key));
  }

  publish(channel: string, message: string): Promise<void> {
    return this.#shared.publish(channel, message);
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    return this.#shared.subscribe(channel, listener);
  }

  close(): Promise<void> {
    return this.#shared.close();
  }

  async #try<T>(kind: StoreKind, access: (store: Store) => Promise<T>): Promise<T> {
    try {
      return await access(this.#shared);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || !ownKinds.has(kind)) throw error;
      return access(this.#own);
    }
  }
}
