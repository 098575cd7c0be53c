/** A group of entities in a batch: it is one record for all of them, and one wait. */
import type { CacheEntry, PendingFetch } from './cache-entry.ts';
import type { EntitiesFetch, FetchCall } from './entity-fetch.ts';

/**
 * Receives the entities of a prefetch as soon as their call has ended.
 * @returns a promise that the prefetch waits for; undefined if there is nothing to wait for
 */
export type OnEntries = (entries: readonly CacheEntry[]) => Promise<void> | undefined;

/** Entities of one batch key, of which one caller requests the same paths. */
export interface FetchGroup extends EntitiesFetch, PendingFetch {
  readonly entries: CacheEntry[];
  readonly onEntries: OnEntries | undefined;
}

/** Adds an entity to a group that is not queued yet. */
export function addTo(group: FetchGroup, entry: CacheEntry): void {
  entry.startFetch(group);
  group.entries.push(entry);
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
  // A load waits for its entity instead.
  if (!onEntries) return Promise.resolve();
  const waits: Promise<void>[] = [];
  for (const { entries, done } of calls) {
    const own = entries.filter((entry) => entry.isFetchedBy(group));
    if (own.length > 0) waits.push(done.then(() => onEntries(own)));
  }
  return waits.length === 1 ? waits[0]! : Promise.all(waits).then(() => {});
}
