/**
 * Leases: the right to do something alone among all replicas. A lease is renewed until it is
 * released, and expires if its process dies. Whoever has one compares its end with the clock before
 * each step that needs it (`isHeld`): no timer runs while a process is stopped, and the clock goes
 * on.
 */
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../caller/clock.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';

/** Time in ms after which the lease of a process that died can be taken by another one. */
export const leaseMs = 3_000;

/** Part of a lease's time after which it is renewed. */
const renewalPart = 1 / 3;

/** Part of a lease's time after which a command that has failed is repeated. */
const repetitionPart = 1 / 12;

interface LeaseTiming {
  /** Time in ms without a renewal after which the lease expires. Default: `leaseMs`. */
  readonly ttlMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A lease that this process holds. */
export interface Lease {
  /** Whether no other holder can have had the lease since it was taken, at this instant. */
  isHeld(): boolean;
  /**
   * Ends the lease; never rejects. Resolves when the store has ended it, or cannot: then the
   * command is repeated for as long as the lease may last. A lease that was lost stays with its new
   * holder.
   */
  release(): Promise<void>;
}

/**
 * Takes a lease.
 * @returns undefined if another holder has it
 * @throws the error of the store
 */
export async function takeLease(
  store: Store,
  key: string,
  timing: LeaseTiming = {},
): Promise<Lease | undefined> {
  const lease = new HeldLease(store, key, timing);
  return (await lease.take()) ? lease : undefined;
}

/**
 * Takes several leases as one.
 * @param keys in the same order for all that want some of them
 * @returns undefined if another holder has one of them
 * @throws the error of the store
 */
export async function takeLeases(
  store: Store,
  keys: readonly string[],
  timing?: LeaseTiming,
): Promise<Lease | undefined> {
  const taken: Lease[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(taken.map((lease) => lease.release()));
  };
  try {
    for (const key of keys) {
      const lease = await takeLease(store, key, timing);
      if (lease === undefined) break;
      taken.push(lease);
    }
  } catch (error) {
    void release();
    throw error;
  }
  if (taken.length === keys.length)
    return { isHeld: () => taken.every((lease) => lease.isHeld()), release };
  await release();
  return undefined;
}

/** Whether someone holds the lease. */
export async function isLeased(store: Store, key: string): Promise<boolean> {
  return (await store.get('lease', key)) !== undefined;
}

class HeldLease implements Lease {
  readonly #store: Store;
  readonly #key: string;
  readonly #ttlMs: number;
  readonly #clock: Clock;
  readonly #holder = randomBytes(12).toString('base64url');
  /**
   * Counted from the instant at which the last successful command was sent: the store counts from a
   * later one.
   */
  #end = 0;
  readonly #ended = new AbortController();

  constructor(store: Store, key: string, { ttlMs = leaseMs, clock = systemClock }: LeaseTiming) {
    this.#store = store;
    this.#key = key;
    this.#ttlMs = ttlMs;
    this.#clock = clock;
  }

  isHeld(): boolean {
    return !this.#ended.signal.aborted && this.#clock.now() < this.#end;
  }

  /** @returns whether the lease was free @throws the error of the store */
  async take(): Promise<boolean> {
    try {
      if (!(await this.#set(undefined))) return false;
    } catch (error) {
      const isUnsent = error instanceof StoreUnavailable && error.isUnsent;
      if (!isUnsent) void this.release();
      throw error;
    }
    void this.#renew();
    return true;
  }

  async release(): Promise<void> {
    this.#ended.abort();
    // A command whose answer was lost may have been executed: the lease ends this much later.
    const end = this.#clock.now() + this.#ttlMs;
    if (!(await this.#delete())) void this.#repeatDelete(end);
  }

  /** Sets the end of the lease, if the store has the expected holder. @returns whether it had */
  async #set(expected: string | undefined): Promise<boolean> {
    const end = this.#clock.now() + this.#ttlMs;
    const change = { expected, value: this.#holder, ttlMs: this.#ttlMs };
    const isSet = await this.#store.replace('lease', this.#key, change);
    if (isSet) this.#end = end;
    return isSet;
  }

  /**
   * Renews the lease until it is released or lost. A renewal that comes after the end, and finds
   * the lease, shows that nobody else had it.
   */
  async #renew(): Promise<void> {
    const { signal } = this.#ended;
    let part = renewalPart;
    for (;;) {
      await this.#wait(part, signal);
      if (signal.aborted) return;
      try {
        if (!(await this.#set(this.#holder))) return this.#ended.abort();
        part = renewalPart;
      } catch {
        part = repetitionPart;
      }
    }
  }

  async #delete(): Promise<boolean> {
    try {
      await this.#store.deleteIf('lease', this.#key, this.#holder);
      return true;
    } catch {
      return false;
    }
  }

  async #repeatDelete(end: number): Promise<void> {
    do await this.#wait(repetitionPart);
    while (this.#clock.now() < end && !(await this.#delete()));
  }

  /** @param signal ends the wait */
  async #wait(part: number, signal?: AbortSignal): Promise<void> {
    await this.#clock.sleep(this.#ttlMs * part, signal);
  }
}
