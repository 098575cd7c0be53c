/** A group of entities in a batch: it is one record for all of them, and one wait. */
import { askerSet } from '../../trace/asker.ts';
import type { CacheEntry, PathListener, PendingFetch } from './cache-entry.ts';
import type { EntitiesFetch, FetchCall } from './entity-fetch.ts';
import type { Paths } from '../path.ts';

/**
 * Receives the entities of a prefetch as soon as their call has ended.
 * @returns a promise that the prefetch waits for; undefined if there is nothing to wait for
 */
export type OnEntries = (entries: readonly CacheEntry[]) => Promise<void> | undefined;

/** Entities of one batch key, of which one caller requests the same paths. */
export class FetchGroup implements EntitiesFetch, PendingFetch {
  readonly entries: CacheEntry[];
  readonly paths: Paths;
  readonly downstream: ReadonlySet<string>;
  readonly answered: Paths;
  readonly alone: readonly PendingFetch[] = [this];
  readonly askers = askerSet();
  /** Of a prefetch; a load waits for its entity instead. */
  readonly onEntries: OnEntries | undefined;

  /**
   * @param entries belongs to the group from now on
   * @param answered paths that the answer will have
   */
  constructor(
    entries: CacheEntry[],
    paths: Paths,
    answered: Paths,
    { downstream, onEntries }: Pick<FetchGroup, 'downstream' | 'onEntries'>,
  ) {
    this.entries = entries;
    this.paths = paths;
    this.downstream = downstream;
    this.answered = answered;
    this.onEntries = onEntries;
    for (const entry of entries) entry.startFetch(this);
  }

  /**
   * Adds an entity of which none of the paths is known or requested, while the group is not queued.
   * @returns whether the group has the entity
   */
  take(entry: CacheEntry): boolean {
    if (entry.isFetchedBy(this)) return true;
    if (entry.missing(this.paths).size < this.paths.size) return false;
    entry.startFetch(this);
    this.entries.push(entry);
    return true;
  }
}

/**
 * The entities of a prefetch that other callers fetch already. Those that come with one call are
 * handed on together.
 */
export class OtherFetches implements PathListener {
  readonly paths: Paths;
  readonly #onEntries: OnEntries;
  readonly #ended = Promise.withResolvers<void>();
  #ready: CacheEntry[] = [];
  /** The number of entities that are not handed on. */
  #left = 0;

  constructor(paths: Paths, onEntries: OnEntries) {
    this.paths = paths;
    this.#onEntries = onEntries;
  }

  /** Resolves when all entities are fetched, and `onEntries` has ended for them. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  add(entry: CacheEntry): void {
    this.#left += 1;
    entry.listen(this);
  }

  onFetched(entry: CacheEntry): void {
    this.#ready.push(entry);
    // The others of the call follow in this turn.
    if (this.#ready.length === 1)
      Promise.resolve()
        .then(() => this.#handOn())
        .catch(this.#ended.reject);
  }

  async #handOn(): Promise<void> {
    const ready = this.#ready;
    this.#ready = [];
    await this.#onEntries(ready);
    this.#left -= ready.length;
    if (this.#left === 0) this.#ended.resolve();
  }
}

/** @returns resolves when the call has ended and its entities no longer wait for the fetches */
export const endWith = (
  { entries, done }: FetchCall,
  fetches: ReadonlySet<PendingFetch>,
): Promise<void> =>
  done.then(() => {
    for (const entry of entries) entry.endFetches(fetches);
  });

/** Resolves when the calls for all entities of the group have ended, and `onEntries` with them. */
export function whenEnded(group: FetchGroup, calls: readonly FetchCall[]): Promise<void> {
  const { onEntries } = group;
  if (!onEntries) return Promise.resolve();
  const waits: Promise<void>[] = [];
  for (const { entries, done } of calls) {
    const own = entries.filter((entry) => entry.isFetchedBy(group));
    if (own.length > 0) waits.push(done.then(() => onEntries(own)));
  }
  return waits.length === 1 ? waits[0]! : Promise.all(waits).then(() => {});
}
