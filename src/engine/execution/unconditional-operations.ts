/** Writes that are sent without `If-Match` for a while, as `writeConditionally` has found out. */
import type { Clock } from '../caller/clock.ts';
import { callerKey } from '../caller/identities.ts';
import { lruCache } from '../caller/lru-cache.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { Identity } from '../caller/identity.ts';

/** Then the condition is tried again: the service may have been repaired. */
const LIFETIME_MS = 600_000;

/** Maximum number of entries; the one that was not used for the longest time leaves. */
const MAX_ENTRIES = 10_000;

/**
 * The operations whose conditions a service refuses to a caller. What one caller's objects show is
 * no proof for those of another caller.
 */
export class UnconditionalOperations {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #endOf = lruCache<{ readonly until: number }>(MAX_ENTRIES);
  readonly #onAdded: (operation: string) => void;

  /** @param onAdded called with the key of an operation, once for each caller and lifetime */
  constructor(clock: Pick<Clock, 'now'>, onAdded: (operation: string) => void = () => {}) {
    this.#clock = clock;
    this.#onAdded = onAdded;
  }

  has(operation: AnyOperation, caller: Identity): boolean {
    return this.#clock.now() < (this.#endOf.get(keyOf(operation, caller))?.until ?? 0);
  }

  add(operation: AnyOperation, caller: Identity): void {
    if (this.has(operation, caller)) return;
    this.#endOf.set(keyOf(operation, caller), { until: this.#clock.now() + LIFETIME_MS });
    this.#onAdded(operation.key);
  }
}

const keyOf = ({ key }: AnyOperation, caller: Identity): string => `${key} ${callerKey(caller)}`;
