/**
 * Buckets of quota units: the units of calls by bucket, the day or the minute in which units are
 * counted together, and the buckets of a caller that a service has reported as exhausted, until the
 * day ends.
 */
import { type Api, windowOf } from '../api/api.ts';
import type { LRUCache } from 'lru-cache';
import { lruCache } from '../caller/lru-cache.ts';
import type { Bucket } from '../api/register.ts';
import { callerKey } from '../caller/identities.ts';
import type { Identity } from '../caller/identity.ts';
import type { Store } from '../store/store.ts';
import { unlessUnavailable } from '../store/store-unavailable.ts';
import { Temporal } from 'temporal-polyfill';

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
  isShared ? lruCache(10_000, { ttl: unmarkedMs }) : undefined;

interface ExhaustedSettings {
  readonly api: Api;
  readonly store: Store;
  readonly unmarked: UnmarkedBuckets | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absent: the units of the project are not counted. */
  readonly project?: { readonly limitOf: (bucket: Bucket) => number | undefined } | undefined;
}

/** Those that one execution knows of: of its caller, and of the API key. */
export class ExhaustedBuckets {
  readonly #settings: ExhaustedSettings;
  /** With the end of their day. */
  #known: Map<string, string> | undefined;

  constructor(settings: ExhaustedSettings) {
    this.#settings = settings;
  }

  /** @returns the end of the bucket's day, if the execution knows that it is exhausted */
  knownUntil(bucket: Bucket, by: Identity): string | undefined {
    return this.#known?.get(this.#keyOf(bucket, by));
  }

  /** Reads from the store whether the bucket is exhausted, and remembers it. */
  read(bucket: Bucket, by: Identity): boolean | Promise<boolean> {
    const { store, unmarked } = this.#settings;
    const key = this.#keyOf(bucket, by);
    if (unmarked?.has(key)) return false;
    const until = store.get('exhausted', key);
    if (!(until instanceof Promise)) return this.#remember(key, until);
    return until.then((end) => {
      if (end === undefined) unmarked?.set(key, true);
      return this.#remember(key, end);
    }, unlessUnavailable(false));
  }

  /** Marks the bucket. @returns the end of its day */
  async mark(bucket: Bucket, by: Identity): Promise<string> {
    const { api, store, unmarked, now } = this.#settings;
    const { end, resetAt } = dayAt(api, now());
    const key = this.#keyOf(bucket, by);
    this.#set(key, resetAt);
    unmarked?.delete(key);
    await store.set('exhausted', key, resetAt, end - now()).catch(() => {});
    return resetAt;
  }

  /** @param until the end of the bucket's day, if it is marked as exhausted */
  #remember(key: string, until: string | undefined): boolean {
    if (until === undefined || Date.parse(until) <= this.#settings.now()) return false;
    this.#set(key, until);
    return true;
  }

  #set(key: string, resetAt: string): void {
    this.#known ??= new Map();
    this.#known.set(key, resetAt);
  }

  #keyOf(bucket: Bucket, by: Identity): string {
    return exhaustedKey(bucket, this.#settings.project?.limitOf(bucket), callerKey(by));
  }
}

/**
 * The key of the mark of an exhausted bucket. When the operator states another limit, what was
 * exhausted is so no more.
 */
export const exhaustedKey = (bucket: Bucket, limit: number | undefined, caller: string): string =>
  limit === undefined ? `${bucket} ${caller}` : `${bucket} of ${limit} ${caller}`;

/** Units for the window of a bucket; a bucket without an entry has no limit. */
export type Budget = Readonly<Partial<Record<Bucket, number>>>;

/** The budget of agents, which has the units of all scarce buckets (`UnitBudget`). */
export const agentPot = 'agents';

/** What units are reserved in. */
export type UnitPot = Bucket | typeof agentPot;

/** A bucket, or a budget of agents, that has fewer units left than are needed. */
export interface Shortage {
  /** Absent: it is the budget of agents. */
  readonly bucket?: Bucket;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
  /** Why they are not left, if it is not for the budget of the caller. */
  readonly reason?: string;
}

interface UnitCost {
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
}

/** The buckets that calls are made from. */
export const bucketsOf = ({ units }: UnitCost): Bucket[] => Object.keys(units) as Bucket[];

export interface BucketUnits {
  readonly bucket: Bucket;
  readonly units: number;
}

/** The quota units of the buckets that have a cost. */
export const unitsByBucket = (cost: UnitCost): readonly BucketUnits[] =>
  bucketsOf(cost)
    .map((bucket) => ({ bucket, units: cost.units[bucket]! }))
    .filter(({ units }) => units > 0);

/** The time in which the units of a bucket are counted together. */
interface Window {
  /** `2027-03-14` for a day, `2027-03-14T15:09Z` for a minute. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  /** The end as RFC 3339. */
  readonly resetAt: string;
}

const minuteMs = 60_000;

/**
 * Replicas have to count in the same window, so a minute is one of the clock, although a service
 * may begin it with the first call.
 * @param now milliseconds since 1970
 */
export function windowAt(api: Api, bucket: Bucket, now: number): Window {
  if (windowOf(api, bucket) === 'day') return dayAt(api, now);
  const start = now - (now % minuteMs);
  const end = start + minuteMs;
  const name = `${new Date(start).toISOString().slice(0, 16)}Z`;
  return { name, start, end, resetAt: new Date(end).toISOString() };
}

/** By API: the day that was asked for last. */
const lastDays = new WeakMap<Api, Window>();

/**
 * Services count the units of a day from midnight to midnight, as `Api.quotaDay` says.
 * @param now milliseconds since 1970
 */
export function dayAt(api: Api, now: number): Window {
  const last = lastDays.get(api);
  if (last && now >= last.start && now < last.end) return last;
  // A clock can tell parts of a millisecond, which an instant cannot have.
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(now));
  const start = instant.toZonedDateTimeISO(api.quotaDay.timeZone).startOfDay();
  const { epochMilliseconds: end } = start.add({ days: 1 });
  const name = start.toPlainDate().toString();
  const resetAt = new Date(end).toISOString();
  const day: Window = { name, start: start.epochMilliseconds, end, resetAt };
  lastDays.set(api, day);
  return day;
}
