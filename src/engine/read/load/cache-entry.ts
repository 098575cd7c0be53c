/**
 * A cache entry: the knowledge of one execution about one entity. Each path of the entity is known,
 * failed, pending or missing; a value is merged from the answers of several calls.
 */
import { markUnion } from '../../rest/operation/invalid-value.ts';
import { addAskers, type Asker } from '../../trace/call-record.ts';
import type { Paths } from '../path.ts';
import { attachRef, entityKey, type Ref, refOf } from '../resource.ts';

/** The entry has neither a value nor a failure for the paths. */
export const UNKNOWN = Symbol('unknown');

const NO_PATHS: ReadonlySet<string> = new Set();

/** A fetch that runs, or has its place in a batch. All of its entities share it. */
export interface PendingFetch {
  /** Paths that the answer will have. */
  readonly answered: Paths;
  /** Undefined in an execution that names no fields. */
  readonly askers?: Set<Asker> | undefined;
  /** A list of this fetch alone: most entities have no other. */
  readonly alone: readonly PendingFetch[];
}

/** Waits for paths of entities. */
export interface PathListener {
  readonly paths: Paths;
  /** Called when the paths of the entity are known, or the fetches that request them have ended. */
  readonly onFetched: (entry: CacheEntry) => void;
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
  #listeners: PathListener[] | undefined;
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
    let missing = paths.without(this.#paths);
    for (const { answered } of this.#pending) missing = missing.without(answered.set);
    return missing;
  }

  /** Those who ask for the paths ask for the pending fetches of them, too. */
  ask(paths: Paths): void {
    for (const { answered, askers } of this.#pending)
      if (askers && answered.intersects(paths.set)) addAskers(askers);
  }

  /** Whether some of the paths are known or pending. */
  has(paths: Paths): boolean {
    return this.knows(paths) || this.missing(paths).size < paths.size;
  }

  /** Marks the paths of the fetch as pending, until `endFetches`. */
  startFetch(fetch: PendingFetch): void {
    this.#pending = this.#pending.length === 0 ? fetch.alone : [...this.#pending, fetch];
  }

  isFetchedBy(fetch: PendingFetch): boolean {
    return this.#pending.includes(fetch);
  }

  /** Called when the calls of the fetches have ended. */
  endFetches(ended: ReadonlySet<PendingFetch>): void {
    // The usual case: no function and no new list.
    if (this.#pending.length === 1 && ended.has(this.#pending[0]!)) this.#pending = NO_FETCHES;
    else this.#pending = this.#pending.filter((fetch) => !ended.has(fetch));
    const listeners = this.#listeners;
    this.#listeners = undefined;
    if (listeners) for (const listener of listeners) this.listen(listener);
  }

  /** Calls the listener once: immediately if its paths are known, or no fetch requests any. */
  listen(listener: PathListener): void {
    const { paths } = listener;
    if (!this.knows(paths) && this.#isPending(paths)) (this.#listeners ??= []).push(listener);
    else listener.onFetched(this);
  }

  /** Resolves when the calls that request any of the paths have ended; immediately without any. */
  whenFetched(paths: Paths): Promise<void> {
    return new Promise((resolve) => {
      this.listen({ paths, onFetched: () => resolve() });
    });
  }

  #isPending(paths: Paths): boolean {
    for (const { answered } of this.#pending) if (paths.intersects(answered.set)) return true;
    return false;
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

/** @returns null also for an entity whose read has failed */
export function readKnown(entry: CacheEntry, paths: Paths): object | null | typeof UNKNOWN {
  try {
    return entry.read(paths);
  } catch {
    return null;
  }
}

/** @returns the entities that are known and exist */
export function valuesOf(entries: readonly CacheEntry[], paths: Paths): object[] {
  const values: object[] = [];
  for (const entry of entries) {
    const value = readKnown(entry, paths);
    if (value !== null && value !== UNKNOWN) values.push(value);
  }
  return values;
}

const CHANGED = Symbol('changed');

/**
 * Merges two answers about one entity. Lists are merged item by item.
 * @returns CHANGED if the second answer has a list of another length, or another entity in a place
 */
function merge(older: unknown, newer: unknown): unknown {
  if (typeof older !== 'object' || older === null || typeof newer !== 'object' || newer === null)
    return newer;
  // The places of invalid values.
  if (older instanceof Error || newer instanceof Error) return newer;
  if (Array.isArray(older) && Array.isArray(newer)) {
    if (older.length !== newer.length) return CHANGED;
    const items = older.map((item, index) => merge(item, newer[index]));
    return items.includes(CHANGED) ? CHANGED : items;
  }
  const [ref, newRef] = [refOf(older), refOf(newer)];
  if (ref && newRef && entityKey(ref) !== entityKey(newRef)) return CHANGED;
  const out: Record<string, unknown> = { ...older };
  for (const [key, value] of Object.entries(newer)) {
    const merged = key in out ? merge(out[key], value) : value;
    if (merged === CHANGED) return CHANGED;
    out[key] = merged;
  }
  markUnion(older, newer, out);
  return out;
}
