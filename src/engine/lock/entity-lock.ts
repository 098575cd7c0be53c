/**
 * Locks of entities among the replicas of the gateway: only the replica that has the lock of an
 * entity reads it and replaces it. `KeyedMutex` orders the writers of one process, and takes the
 * lock for them.
 *
 * A lock is a lease in the shared store. It is lost if the store cannot be reached for as long as
 * the lease lasts, if the store has lost its data, or if the process was stopped for so long. What
 * was read under it may be old by then. So the end of the lease is compared with the clock before
 * each request that replaces, retries included (`CallOptions.mayBeSent`); a writer whose lock has
 * ended takes it again, and reads again.
 *
 * A request that was sent before the end cannot be called back. If it takes longer than the rest of
 * the lease, and the lease is not renewed meanwhile, another replica can read the entity before the
 * service has applied the request, and replace it afterwards. Then only the etag that each request
 * has (`If-Match`) protects the change. The rest is two seconds at least, unless the store fails or
 * the process is stopped.
 */
import { type Clock, systemClock } from '../caller/clock.ts';
import { upstreamError } from '../api/error.ts';
import type { Encryption } from '../caller/encryption.ts';
import { type Lease, takeLease, takeLeases } from '../store/lease.ts';
import { storeFailure } from '../store/store-failure.ts';
import type { Store } from '../store/store.ts';
import type { TurnRequest } from './turn-request.ts';

/** Minimum and maximum wait in ms before the next attempt to take a lock that another one has. */
const retryMs = { min: 10, max: 50 };

/** After this time in ms with the lock, the writers of other replicas have a turn. */
const maxHeldMs = 1_000;

export interface EntityLock {
  /**
   * Whether the next writer of this process may have the lock, too: it is not lost, and other
   * replicas have not waited long.
   */
  canPassOn(): boolean;
  /** Whether no other replica can have had the lock since it was taken, at this instant. */
  isHeld(): boolean;
  release(): void;
}

interface EntityLockSettings {
  /** A shared store. */
  readonly store: Store;
  /** Makes the names of locks: the ids of entities can be addresses, which can be guessed. */
  readonly encryption: Pick<Encryption, 'digests'>;
  /** Whether writes go on without a lock while the store fails. */
  readonly allowsFailure: boolean;
  /** Time in ms after which the lock of a process that was killed can be taken. */
  readonly lockMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** One for the process. */
export class EntityLocks {
  readonly #settings: EntityLockSettings;
  readonly #clock: Clock;

  constructor(settings: EntityLockSettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
  }

  /**
   * Takes the lock when no other replica has it.
   * @param letOthersFirst whether this process has just released it for other replicas
   * @returns undefined if writes go on without a lock
   * @throws UpstreamError UPSTREAM_TIMEOUT if the caller leaves or the deadline passes before;
   * UPSTREAM_UNAVAILABLE if the store fails
   */
  async acquire(
    key: string,
    { signal, deadline, operation }: TurnRequest,
    letOthersFirst: boolean,
  ): Promise<EntityLock | undefined> {
    const { allowsFailure } = this.#settings;
    // All attempts of other replicas come before.
    let pauseMs = letOthersFirst ? retryMs.max : 0;
    for (;;) {
      if (pauseMs > 0) await this.#clock.sleep(pauseMs, signal);
      if (signal?.aborted || this.#clock.now() >= deadline)
        throw upstreamError(operation, 'UPSTREAM_TIMEOUT');
      let lease: Lease | undefined;
      try {
        lease = await this.#take(key);
      } catch (error) {
        if (allowsFailure) return undefined;
        throw storeFailure(operation, error);
      }
      if (lease) return lockOf(lease, this.#clock);
      pauseMs = retryMs.min + Math.random() * (retryMs.max - retryMs.min);
    }
  }

  /**
   * Takes the lock under one name for each secret: while the secrets are replaced, any two replicas
   * have one in common.
   */
  async #take(key: string): Promise<Lease | undefined> {
    const { store, encryption, lockMs } = this.#settings;
    const names = encryption.digests('lock', key).map((digest) => `write ${digest}`);
    const timing = { ttlMs: lockMs, clock: this.#clock };
    if (names.length === 1) return takeLease(store, names[0]!, timing);
    return takeLeases(store, names.toSorted(), timing);
  }
}

function lockOf(lease: Lease, clock: Clock): EntityLock {
  const end = clock.now() + maxHeldMs;
  return {
    canPassOn: () => lease.isHeld() && clock.now() < end,
    isHeld: () => lease.isHeld(),
    release: () => void lease.release(),
  };
}
