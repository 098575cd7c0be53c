/** The buckets of a caller that a service has reported as exhausted, until their day ends. */
import { LRUCache } from 'lru-cache';
import type { Bucket } from '../api/register.ts';
import { callerKey } from '../execution/caller.ts';
import type { Identities } from '../execution/identities.ts';
import type { Store } from '../store/store.ts';
import { unlessUnavailable } from '../store/store-unavailable.ts';
import { dayAt } from './quota-day.ts';

/**
 * Time in ms for which a bucket that is not marked is not looked up again in a shared store, so
 * that not every request waits for it. If another replica marks the bucket, the service rejects one
 * more call.
 */
const unmarkedMs = 5_000;

/** Buckets that were not marked when they were looked up, by their keys; one for the process. */
export type UnmarkedBuckets = LRUCache<string, true>;

/** @returns undefined for a store that answers at once */
export const unmarkedBucketsOf = ({ isShared }: Store): UnmarkedBuckets | undefined =>
  isShared ? new LRUCache({ max: 10_000, ttl: unmarkedMs }) : undefined;

interface ExhaustedSettings {
  readonly store: Store;
  readonly unmarked: UnmarkedBuckets | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Those of the caller of one execution. */
export class ExhaustedBuckets {
  readonly #settings: ExhaustedSettings;
  readonly #identities: Identities;
  /** With the end of their day. */
  #known: Map<Bucket, string> | undefined;

  constructor(settings: ExhaustedSettings, identities: Identities) {
    this.#settings = settings;
    this.#identities = identities;
  }

  /** @returns the end of the bucket's day, if the execution knows that it is exhausted */
  knownUntil(bucket: Bucket): string | undefined {
    return this.#known?.get(bucket);
  }

  /** Reads from the store whether the bucket is exhausted, and remembers it. */
  read(bucket: Bucket): boolean | Promise<boolean> {
    const { store, unmarked } = this.#settings;
    const key = this.#keyOf(bucket);
    if (unmarked?.has(key)) return false;
    const until = store.get('exhausted', key);
    if (!(until instanceof Promise)) return this.#remember(bucket, until);
    return until.then((end) => {
      if (end === undefined) unmarked?.set(key, true);
      return this.#remember(bucket, end);
    }, unlessUnavailable(false));
  }

  /** Marks the bucket. @returns the end of its day */
  async mark(bucket: Bucket): Promise<string> {
    const { store, unmarked, now } = this.#settings;
    const { end, resetAt } = dayAt(now());
    const key = this.#keyOf(bucket);
    this.#set(bucket, resetAt);
    unmarked?.delete(key);
    await store.set('exhausted', key, resetAt, end - now()).catch(() => {});
    return resetAt;
  }

  /** @param until the end of the bucket's day, if it is marked as exhausted */
  #remember(bucket: Bucket, until: string | undefined): boolean {
    if (until === undefined || Date.parse(until) <= this.#settings.now()) return false;
    this.#set(bucket, until);
    return true;
  }

  #set(bucket: Bucket, resetAt: string): void {
    this.#known ??= new Map();
    this.#known.set(bucket, resetAt);
  }

  #keyOf(bucket: Bucket): string {
    return `${bucket} ${callerKey(this.#identities.ofBucket(bucket))}`;
  }
}
