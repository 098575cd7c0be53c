/** The buckets of a caller that a service has reported as exhausted, until their day ends. */
import type { Bucket } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import type { Store } from '../store/store.ts';
import { unlessUnavailable } from '../store/store-unavailable.ts';
import { dayAt } from './quota-day.ts';

interface ExhaustedSettings {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Those of the caller of one execution. */
export class ExhaustedBuckets {
  readonly #settings: ExhaustedSettings;
  readonly #identity: Identity;
  /** With the end of their day. */
  #known: Map<Bucket, string> | undefined;

  constructor(settings: ExhaustedSettings, identity: Identity) {
    this.#settings = settings;
    this.#identity = identity;
  }

  /** @returns the end of the bucket's day, if the execution knows that it is exhausted */
  knownUntil(bucket: Bucket): string | undefined {
    return this.#known?.get(bucket);
  }

  /** Reads from the store whether the bucket is exhausted, and remembers it. */
  read(bucket: Bucket): boolean | Promise<boolean> {
    const until = this.#settings.store.get('exhausted', this.#keyOf(bucket));
    return until instanceof Promise
      ? until.then((end) => this.#remember(bucket, end), unlessUnavailable(false))
      : this.#remember(bucket, until);
  }

  /** Marks the bucket. @returns the end of its day */
  async mark(bucket: Bucket): Promise<string> {
    const { store, now } = this.#settings;
    const { end, resetAt } = dayAt(now());
    this.#set(bucket, resetAt);
    await store.set('exhausted', this.#keyOf(bucket), resetAt, end - now()).catch(() => {});
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
    return `${bucket} ${callerKey(this.#identity)}`;
  }
}
