/**
 * Locks of entities among the replicas of the gateway: only the replica that has the lock of an
 * entity reads it and replaces it. `KeyedMutex` orders the writers of one process, and takes the
 * lock for them.
 *
 * A lock is a lease in the shared store. It is lost if the store cannot be reached for as long as
 * the lease lasts, if the store has lost its data, or if the process was stopped for so long. What
 * was read under it may be old by then, so a write that replaces is not sent any more (`check`). A
 * write that was sent before cannot be called back: another replica can read the entity before the
 * service has applied the write, and replace it afterwards. Then only the etag that each write
 * sends (`If-Match`) protects the change. A lease lasts longer than most services need for a write
 * after its last renewal, so this takes a store that fails and a service that is slow at once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { type Lease, takeLease } from '../store/lease.ts';
import { storeFailure } from '../store/store-failure.ts';
import type { Store } from '../store/store.ts';
import type { TurnRequest } from './turn-request.ts';

/** Minimum and maximum wait in ms before the next attempt to take a lock that another one has. */
const retryMs = { min: 10, max: 50 };

/** After this time in ms with the lock, the writers of other replicas have a turn. */
const maxHeldMs = 1_000;

/** The lock of an entity. */
export interface EntityLock {
  /**
   * Whether the next writer of this process may have the lock, too: it is not lost, and other
   * replicas have not waited long.
   */
  canPassOn(): boolean;
  /** @throws UpstreamError UPSTREAM_UNAVAILABLE if the lock has been lost */
  check(operation: AnyOperation): void;
  release(): void;
}

interface EntityLockSettings {
  /** A shared store. */
  readonly store: Store;
  /** Whether writes go on without a lock while the store fails. */
  readonly allowsFailure: boolean;
  /** Time in ms after which the lock of a process that was killed can be taken. */
  readonly lockMs?: number | undefined;
}

/** One for the process. */
export class EntityLocks {
  readonly #settings: EntityLockSettings;

  constructor(settings: EntityLockSettings) {
    this.#settings = settings;
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
    const { store, allowsFailure, lockMs } = this.#settings;
    // All attempts of other replicas come before.
    let pauseMs = letOthersFirst ? retryMs.max : 0;
    for (;;) {
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
      if (signal?.aborted || performance.now() >= deadline)
        throw upstreamError(operation, 'UPSTREAM_TIMEOUT');
      let lease: Lease | undefined;
      try {
        lease = await takeLease(store, `write ${key}`, lockMs);
      } catch (error) {
        if (allowsFailure) return undefined;
        throw storeFailure(operation, error);
      }
      if (lease) return this.#lockOf(lease);
      pauseMs = retryMs.min + Math.random() * (retryMs.max - retryMs.min);
    }
  }

  #lockOf(lease: Lease): EntityLock {
    const end = performance.now() + maxHeldMs;
    const { allowsFailure } = this.#settings;
    const { lost } = lease;
    return {
      canPassOn: () => !lost.aborted && performance.now() < end,
      check: (operation) => {
        if (lost.aborted && !allowsFailure) throw storeFailure(operation);
      },
      // A lock that the store cannot release expires.
      release: () => void lease.release().catch(() => {}),
    };
  }
}
