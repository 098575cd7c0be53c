/**
 * Access to the store that the feeds of all replicas share. Feeds continue without the store: each
 * operation says whether the store could be used, and after a failure the store is not called for
 * some seconds.
 */
import type { Store } from '../../store/store.ts';
import type { Encryption } from '../../caller/encryption.ts';
import type { Clock } from '../../caller/clock.ts';

/** The store through which replicas share feeds. */
export interface FeedSharing {
  readonly store: Store;
  /** Encrypts what the store holds: pages contain private data of the caller. */
  readonly encryption: Pick<Encryption, 'encrypt' | 'decrypt'>;
}

export interface SharedTopic {
  readonly store: SharedStore;
  readonly key: string;
  /**
   * Whether entries that last may be made: not for a caller whose token no service has accepted.
   */
  readonly mayWrite: () => boolean;
}

/** Time in ms after a failure for which the store is not called. */
const pauseMs = 5_000;

/** The store, with encrypted values. */
export class SharedStore {
  readonly #sharing: FeedSharing;
  readonly #clock: Clock;
  /** Instant in ms until which the store is not called. */
  #pausedUntil = 0;

  constructor(sharing: FeedSharing, clock: Clock) {
    this.#sharing = sharing;
    this.#clock = clock;
  }

  /** @returns undefined if the store fails, or has failed within the last seconds */
  async attempt<T>(
    work: (store: Store) => T | Promise<T>,
  ): Promise<{ readonly value: T } | undefined> {
    if (this.#clock.now() < this.#pausedUntil) return undefined;
    try {
      return { value: await work(this.#sharing.store) };
    } catch {
      this.#pausedUntil = this.#clock.now() + pauseMs;
      return undefined;
    }
  }

  /** Sends a message, which may be lost. */
  publish(channel: string, message: string): void {
    void this.attempt((store) => store.publish(channel, message));
  }

  /** @returns ends the subscription */
  subscribe(channel: string, listener: (message: string) => void): () => void {
    return this.#sharing.store.subscribe(channel, listener);
  }

  encode(value: object): string {
    return this.#sharing.encryption.encrypt('feed', JSON.stringify(value));
  }

  /** @returns undefined for a value that another secret has encrypted */
  decode<T extends object>(text: string): T | undefined {
    const json = this.#sharing.encryption.decrypt('feed', text);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }
}
