/**
 * Leases: the right to do something alone among all replicas. A lease is renewed until it is
 * released, and expires if its process dies.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from './store.ts';

/** Time in ms after which the lease of a process that died can be taken by another one. */
const leaseMs = 15_000;

/** A lease that this process holds. */
export interface Lease {
  /** Aborts when the lease has been lost: it could not be renewed before it expired. */
  readonly lost: AbortSignal;
  /** Ends the lease. A lease that has been lost stays with its new holder. */
  release(): Promise<void>;
}

/**
 * Takes a lease.
 * @param ttlMs time in ms without a renewal after which the lease expires
 * @returns undefined if another holder has it
 * @throws the error of the store
 */
export async function takeLease(
  store: Store,
  key: string,
  ttlMs: number = leaseMs,
): Promise<Lease | undefined> {
  const holder = randomBytes(12).toString('base64url');
  try {
    if (!(await store.replace('lease', key, { expected: undefined, value: holder, ttlMs })))
      return undefined;
  } catch (error) {
    // It may have been taken, if only the answer was lost.
    store.deleteIf('lease', key, holder).catch(() => {});
    throw error;
  }
  const released = new AbortController();
  const lost = new AbortController();
  void renew({ store, key, holder, ttlMs, released: released.signal, lost });
  return {
    lost: lost.signal,
    release: async () => {
      released.abort();
      await store.deleteIf('lease', key, holder);
    },
  };
}

/** Whether someone holds the lease. */
export async function isLeased(store: Store, key: string): Promise<boolean> {
  return (await store.get('lease', key)) !== undefined;
}

interface Renewal {
  readonly store: Store;
  readonly key: string;
  readonly holder: string;
  readonly ttlMs: number;
  readonly released: AbortSignal;
  readonly lost: AbortController;
}

/** Renews the lease at a third of its time, until it is released or lost. Never rejects. */
async function renew({ store, key, holder, ttlMs, released, lost }: Renewal): Promise<void> {
  let end = performance.now() + ttlMs;
  while (!released.aborted && !lost.signal.aborted) {
    await wait(ttlMs / 3, undefined, { signal: released, ref: false }).catch(() => {});
    if (released.aborted) return;
    const now = performance.now();
    // A store that cannot be reached now may answer before the lease expires.
    const isRenewed = await store
      .replace('lease', key, { expected: holder, value: holder, ttlMs })
      .catch(() => undefined);
    if (isRenewed) end = now + ttlMs;
    else if (isRenewed === false || performance.now() >= end) lost.abort();
  }
}
