/** Opens the store that the settings name, and logs what its operator has to know. */
import type { Bases, Config } from './config.ts';
import type { SharedTier } from './engine/cache/shared-tier.ts';
import { type Clock, systemClock } from './engine/caller/clock.ts';
import { FallbackStore } from './engine/store/fallback-store.ts';
import { MemoryStore } from './engine/store/memory-store.ts';
import type { Store } from './engine/store/store.ts';
import type { Logger } from './server/record/log.ts';
import type { WaitObserver } from './engine/rest/share/wait-observer.ts';

/** Learns what the shared store does. */
interface StoreObserver extends WaitObserver {
  /** A command has failed. */
  onStoreError(): void;
}

/**
 * Opens the store. Redis need not be reachable: commands fail until it is. Close the store after
 * everything that uses it.
 */
export async function openStore(
  {
    production,
    REDIS_URL,
    STORE_FAILURE,
    LINK_SECRET,
  }: Pick<Config, 'production' | 'REDIS_URL' | 'STORE_FAILURE' | 'LINK_SECRET'>,
  log: Logger,
  observer?: StoreObserver,
  clock: Clock = systemClock,
): Promise<Store> {
  if (REDIS_URL === undefined) {
    if (production)
      log.info(
        'REDIS_URL is not set: budgets, locks and other state are not shared with other replicas ("What replicas share" in docs/size.md)',
      );
    return new MemoryStore(clock.now);
  }
  if (LINK_SECRET === undefined)
    log.warn(
      'LINK_SECRET is not set: uploads and downloads fail at random, because other replicas reject the upload and download URLs of this one, and cannot read what it has encrypted in the store; the digests of accounts in the store have no secret',
    );
  const { RedisStore } = await import('./engine/store/redis-store.ts');
  const store = new RedisStore({
    url: REDIS_URL,
    clock,
    ...(observer && { onFailure: () => observer.onStoreError() }),
    waits: observer,
    onUnreachable: (reason) =>
      log.warn({ reason }, 'the shared store (REDIS_URL) cannot be reached'),
    onRejected: (reason) => log.warn({ reason }, 'the shared store (REDIS_URL) rejects commands'),
    onReachable: () => log.info('the shared store (REDIS_URL) is reachable again'),
  });
  return STORE_FAILURE === 'allow' ? new FallbackStore(store, clock.now) : store;
}

/** The settings of the Redis that has stored reads. */
type SharedReadsConfig = Pick<
  Config,
  'CACHE' | 'REDIS_URL' | 'CACHE_REDIS_URL' | 'CACHE_SHARED_BYTES'
>;

interface SharedReadsParts {
  readonly log: Logger;
  readonly observer?: WaitObserver | undefined;
  readonly bases: Bases;
  readonly clock?: Clock | undefined;
}

/**
 * Opens the place where replicas store what they have read. It need not be reachable.
 * @returns undefined without Redis, or if nothing is stored
 */
export async function openSharedReads(
  { CACHE, REDIS_URL, CACHE_REDIS_URL, CACHE_SHARED_BYTES }: SharedReadsConfig,
  { bases, log, observer, clock = systemClock }: SharedReadsParts,
): Promise<SharedTier | undefined> {
  const url = CACHE_REDIS_URL ?? REDIS_URL;
  if (url === undefined || CACHE === 'off') return undefined;
  const { RedisTier } = await import('./engine/cache/redis-tier.ts');
  return new RedisTier({
    url,
    origin: JSON.stringify(bases),
    isBounded: CACHE_REDIS_URL === undefined,
    maxBytes: CACHE_SHARED_BYTES,
    clock,
    waits: observer,
    onChange: (isReachable, reason) => {
      if (CACHE_REDIS_URL === undefined) return;
      if (isReachable) log.info('the Redis of stored answers (CACHE_REDIS_URL) is reachable again');
      else log.warn({ reason }, 'the Redis of stored answers (CACHE_REDIS_URL) cannot be reached');
    },
  });
}
