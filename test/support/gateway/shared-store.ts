/**
 * A store that several gateways in one process share: each has its own connection, which a test can
 * break.
 */
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import type { Replacement, Store, StoreKind } from '../../../src/engine/store/store.ts';

/** How a connection fails. */
type Failure =
  /** Every operation is rejected, and messages are lost. */
  | 'broken'
  /** No operation has an answer, as if the process of this connection had died. */
  | 'dead'
  /** Messages from others are lost. */
  | 'silent';

/** What all connections have in common. */
export class SharedMemory {
  readonly store: MemoryStore;
  readonly #keys = new Map<string, readonly [StoreKind, string]>();
  /** Number of subscriptions to messages. */
  listenerCount = 0;
  /** Kinds, keys, values, channels and messages that were written, as text. */
  readonly written: string[] = [];

  /** @param now the clock that entries expire by, in ms */
  constructor(now?: () => number) {
    this.store = new MemoryStore(now);
  }

  /** Loses all entries, like a server that was started again. */
  clear(): void {
    for (const [kind, key] of this.#keys.values()) void this.store.delete(kind, key);
  }

  note(kind: StoreKind, key: string, value: string): void {
    this.#keys.set(`${kind} ${key}`, [kind, key]);
    this.written.push(kind, key, value);
  }

  /** The keys that have an entry now, with their kinds. */
  get keys(): readonly string[] {
    const present = ([kind, key]: readonly [StoreKind, string]): boolean =>
      this.store.get(kind, key) !== undefined;
    return [...this.#keys].filter(([, entry]) => present(entry)).map(([name]) => name);
  }
}

/** The connection of one gateway. */
export class SharedMemoryStore implements Store {
  readonly isShared = true;
  failure: Failure | undefined;
  readonly #memory: SharedMemory;
  #running = Promise.resolve();

  constructor(memory: SharedMemory) {
    this.#memory = memory;
  }

  /** Resolves when the process is not frozen. */
  get running(): Promise<void> {
    return this.#running;
  }

  /**
   * Lets operations and messages wait, as if the process of this connection were frozen (SIGSTOP).
   * @returns lets the process go on
   */
  freeze(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = promise;
    return resolve;
  }

  get(kind: StoreKind, key: string): Promise<string | undefined> {
    return this.#answer((store) => store.get(kind, key));
  }

  set(kind: StoreKind, key: string, value: string, ttlMs: number): Promise<void> {
    this.#memory.note(kind, key, value);
    return this.#answer((store) => store.set(kind, key, value, ttlMs));
  }

  replace(kind: StoreKind, key: string, change: Replacement): Promise<boolean> {
    this.#memory.note(kind, key, change.value);
    return this.#answer((store) => store.replace(kind, key, change));
  }

  deleteIf(kind: StoreKind, key: string, expected: string): Promise<boolean> {
    return this.#answer((store) => store.deleteIf(kind, key, expected));
  }

  add(kind: StoreKind, key: string, amount: number, ttlMs: number): Promise<number> {
    this.#memory.note(kind, key, String(amount));
    return this.#answer((store) => store.add(kind, key, amount, ttlMs));
  }

  delete(kind: StoreKind, key: string): Promise<void> {
    return this.#answer((store) => store.delete(kind, key));
  }

  publish(channel: string, message: string): Promise<void> {
    this.#memory.written.push(channel, message);
    return this.#answer((store) => store.publish(channel, message));
  }

  readonly wasReached = true;

  get isReachable(): boolean {
    return this.failure === undefined;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    this.#memory.listenerCount += 1;
    const ignore = this.#memory.store.subscribe(channel, (message) => {
      void this.#running.then(() => {
        if (this.failure === undefined) listener(message);
      });
    });
    return () => {
      this.#memory.listenerCount -= 1;
      ignore();
    };
  }

  /** Answers later, like a server. */
  async #answer<T>(work: (store: MemoryStore) => T | Promise<T>): Promise<T> {
    await this.#running;
    if (this.failure === 'broken') throw new Error('the store cannot be reached');
    if (this.failure === 'dead') return new Promise(() => {});
    return work(this.#memory.store);
  }
}
