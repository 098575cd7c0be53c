/**
 * A cache entry: the knowledge of one execution about one entity. Each path of the entity is known,
 * failed, pending or missing; a value is merged from the answers of several calls.
 */
import type { Paths } from './path.ts';
import { attachRef, type Ref } from './resource.ts';

/** The entry has neither a value nor a failure for the paths. */
export const UNKNOWN = Symbol('unknown');

const NO_PATHS: ReadonlySet<string> = new Set();

/** A fetch that runs, or has its place in a batch. All of its entities share it. */
export interface PendingFetch {
  /** Paths that the answer will have. */
  readonly answered: Paths;
}

/** A caller that waits for fetches to end. */
interface Waiter {
  /** Those that have not ended. */
  fetches: readonly PendingFetch[];
  readonly resolve: () => void;
}

const NO_FETCHES: readonly PendingFetch[] = [];

/** One entity of one execution. */
export class CacheEntry {
  readonly ref: Ref;
  /** Undefined: not answered yet. Null: the entity does not exist, or the caller may not see it. */
  #value: object | null | undefined;
  /** Shared with the answer's `Paths`; copied when a second answer is merged. */
  #paths: ReadonlySet<string> = NO_PATHS;
  /** The paths of the last answer: most reads name exactly these, and are found by identity. */
  #lastPaths: Paths | undefined;
  #failures: { readonly paths: Paths; readonly error: unknown }[] | undefined;
  #pending = NO_FETCHES;
  #waiters: Waiter[] | undefined;
  /** The last load that waits for a call: fields that load the same paths share its promise. */
  #load: { readonly paths: Paths; readonly promise: Promise<object | null> } | undefined;

  constructor(ref: Ref) {
    this.ref = ref;
  }

  /**
   * @returns the entity, null if it does not exist, or UNKNOWN
   * @throws the error of the call that requested one of the paths
   */
  read(paths: Paths): object | null | typeof UNKNOWN {
    if (this.#value === null) return null;
    if (this.#value !== undefined && (this.#lastPaths === paths || paths.coveredBy(this.#paths)))
      return this.#value;
    if (this.#failures)
      for (const failure of this.#failures)
        if (paths.intersects(failure.paths.set)) throw failure.error;
    return UNKNOWN;
  }

  /** Whether an answer had the paths, or said that the entity does not exist. */
  knows(paths: Paths): boolean {
    return this.#value === null || (this.#value !== undefined && paths.coveredBy(this.#paths));
  }

  /** @returns those of the paths that are neither known nor pending; the same object if all are */
  missing(paths: Paths): Paths {
    if (this.#value === undefined && this.#pending.length === 0) return paths;
    const unknown = paths.without(this.#paths);
    return this.#pending.reduce((missing, fetch) => missing.without(fetch.answered.set), unknown);
  }

  /** Marks the paths of the fetch as pending, until `endFetches`. */
  startFetch(fetch: PendingFetch): void {
    this.#pending = this.#pending === NO_FETCHES ? [fetch] : [...this.#pending, fetch];
  }

  isFetchedBy(fetch: PendingFetch): boolean {
    return this.#pending.includes(fetch);
  }

  /** Called when the calls of the fetches have ended. */
  endFetches(ended: ReadonlySet<PendingFetch>): void {
    const left = this.#pending.filter((fetch) => !ended.has(fetch));
    this.#pending = left.length === 0 ? NO_FETCHES : left;
    if (!this.#waiters) return;
    for (const waiter of this.#waiters) {
      waiter.fetches = waiter.fetches.filter((fetch) => !ended.has(fetch));
      if (waiter.fetches.length === 0) waiter.resolve();
    }
    this.#waiters = this.#waiters.filter(({ fetches }) => fetches.length > 0);
  }

  /** Resolves when the calls that request any of the paths have ended; immediately without any. */
  whenFetched(paths: Paths): Promise<void> {
    const fetches = this.#pending.filter(({ answered }) => paths.intersects(answered.set));
    if (fetches.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters ??= [];
      this.#waiters.push({ fetches, resolve });
    });
  }

  /** @returns the running load of the same paths, if there is one */
  loadOf(paths: Paths): Promise<object | null> | undefined {
    return this.#load?.paths === paths ? this.#load.promise : undefined;
  }

  startLoad(paths: Paths, promise: Promise<object | null>): void {
    this.#load = { paths, promise };
  }

  endLoad(): void {
    this.#load = undefined;
  }

  /** Stores the error of a call: reads of its paths throw it. */
  fail(paths: Paths, error: unknown): void {
    this.#failures ??= [];
    this.#failures.push({ paths, error });
  }

  /** Stores an answer that has the paths; null if the entity does not exist. */
  store(value: object | null, paths: Paths): void {
    if (value === null) {
      this.#value = null;
      return;
    }
    const merged = this.#value ? merge(this.#value, value) : value;
    // The entity has changed between the answers: the older one is dropped.
    if (merged === CHANGED) this.#paths = NO_PATHS;
    this.#value = attachRef(merged === CHANGED ? value : (merged as object), this.ref);
    this.#paths = this.#paths === NO_PATHS ? paths.set : new Set([...this.#paths, ...paths.set]);
    this.#lastPaths = paths;
  }
}

const CHANGED = Symbol('changed');

/**
 * Merges two answers about one entity. Lists are merged item by item.
 * @returns CHANGED if a list has another length in the second answer
 */
function merge(older: unknown, newer: unknown): unknown {
  if (typeof older !== 'object' || older === null || typeof newer !== 'object' || newer === null)
    return newer;
  if (Array.isArray(older) && Array.isArray(newer)) {
    if (older.length !== newer.length) return CHANGED;
    const items = older.map((item, index) => merge(item, newer[index]));
    return items.includes(CHANGED) ? CHANGED : items;
  }
  const out: Record<string, unknown> = { ...older };
  for (const [key, value] of Object.entries(newer)) {
    const merged = key in out ? merge(out[key], value) : value;
    if (merged === CHANGED) return CHANGED;
    out[key] = merged;
  }
  return out;
}
