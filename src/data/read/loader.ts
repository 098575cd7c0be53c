/**
 * The loader of one resource in one execution. It caches what the execution knows of each entity,
 * path by path, and collects requests for missing paths into batches.
 */
import DataLoader from 'dataloader';
import { InvalidInput } from '../../upstream/error.ts';
import type { BatchScheduler } from './batch-scheduler.ts';
import { CacheEntry, UNKNOWN } from './cache-entry.ts';
import { type EntityFetch, type FetchCall, fetchEntities, type SendRead } from './entity-fetch.ts';
import { checkKey } from './key.ts';
import { Paths } from './path.ts';
import type { EntityProjection } from './projection.ts';
import { attachRef, entityKey, type Ref, refOf, type Resource } from './resource.ts';

interface LoaderContext {
  readonly scheduler: BatchScheduler;
  readonly sendRead: SendRead;
}

/** A fetch that has its place in a batch. */
interface QueuedFetch extends EntityFetch {
  /** Called when the paths are no longer pending. */
  readonly end: () => void;
}

/**
 * Receives the entities of a prefetch as soon as their call has ended.
 * @returns a promise that the prefetch waits for; undefined if there is nothing to wait for
 */
type OnEntries = (entries: readonly CacheEntry[]) => Promise<void> | undefined;

/** Fetches that one caller waits for together. */
interface FetchGroup {
  readonly fetches: readonly QueuedFetch[];
  readonly onEntries?: OnEntries | undefined;
}

type Queue = DataLoader<FetchGroup, Promise<void>>;

/** The loader of one resource. */
export class ResourceLoader {
  readonly #resource: Resource;
  readonly #context: LoaderContext;
  /** Entries by batch key, then by entity key. */
  #entries = new Map<string, Map<string, CacheEntry>>();
  readonly #queues = new Map<string, Queue>();

  constructor(resource: Resource, context: LoaderContext) {
    this.#resource = resource;
    this.#context = context;
  }

  /**
   * @returns the entity, or null if it does not exist; a promise only if a call is needed. With no
   * paths requested no call is made, and the entity may not exist.
   */
  load(ref: Ref, projection: EntityProjection): object | null | Promise<object | null> {
    if (projection.paths.size === 0) return attachRef({}, ref);
    const batchKey = this.#batchKeyOf(ref, projection.paths);
    const entry = this.#entryOf(batchKey, ref);
    const known = entry.read(projection.paths);
    return known === UNKNOWN ? this.#fetchUntilKnown(batchKey, entry, projection) : known;
  }

  async #fetchUntilKnown(
    batchKey: string,
    entry: CacheEntry,
    { paths, downstream }: EntityProjection,
  ): Promise<object | null> {
    // An entity that changes between two answers loses paths of the first: they are fetched again.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      void this.#enqueue(batchKey, [{ entry, paths, downstream }]);
      await entry.whenFetched(paths);
      const known = entry.read(paths);
      if (known !== UNKNOWN) return known;
    }
    throw new Error(`${this.#resource.name}: an answer lacks paths that were requested.`);
  }

  /**
   * Loads entities before the fields that show them are resolved. Failures are stored for those
   * fields.
   * @param onValues receives the entities of each call; its promise is waited for
   * @returns undefined if nothing has to be waited for
   */
  prefetch(
    refs: readonly Ref[],
    projection: EntityProjection,
    onValues: (values: readonly object[]) => Promise<void> | undefined,
  ): Promise<void> | undefined {
    const { paths } = projection;
    const known: object[] = [];
    const missing = new Map<string, EntityFetch[]>();
    const waits: Promise<unknown>[] = [];
    const onEntries: OnEntries = (entries) => onValues(valuesOf(entries, paths));
    for (const ref of refs) {
      const batchKey = this.#batchKeyOf(ref, paths);
      const entry = this.#entryOfValid(batchKey, ref);
      const value = entry && readKnown(entry, paths);
      if (!entry || value === null) continue;
      // `missing` returns the same object if no path is known or pending: the usual case.
      const isNew = value === UNKNOWN && entry.missing(paths) === paths;
      if (value !== UNKNOWN) known.push(value!);
      else if (isNew) append(missing, batchKey, { entry, ...projection });
      else {
        void this.#enqueue(batchKey, [{ entry, ...projection }]);
        waits.push(entry.whenFetched(paths).then(() => onEntries([entry])));
      }
    }
    for (const [batchKey, fetches] of missing)
      waits.push(this.#enqueue(batchKey, fetches, onEntries)!);
    const belowKnown = known.length > 0 ? onValues(known) : undefined;
    if (belowKnown) waits.push(belowKnown);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
  }

  /** Forgets all entities, after a write. Answers of running calls are not stored any more. */
  clear(): void {
    this.#entries = new Map();
  }

  /** Stores the answer of a write. */
  prime(ref: Ref, answer: object, paths: Paths): void {
    this.#entryOf(this.#batchKeyOf(ref, Paths.none), ref).store(answer, paths);
  }

  /**
   * Entities with the same batch key can share a call: they have the same parent keys and the same
   * extra arguments. Parts that only the owner may see are requested apart from all others, since
   * they fail the call for other callers.
   */
  #batchKeyOf({ key, args }: Ref, paths: Paths): string {
    const { kind, operation } = this.#resource.read;
    const { ownerOnlyParts = [] } = operation;
    const hasParents = kind === 'batch' && key.length > 1;
    const ownerOnly =
      ownerOnlyParts.length === 0
        ? ownerOnlyParts
        : paths.parts.filter((part) => ownerOnlyParts.includes(part));
    if (args === undefined && ownerOnly.length === 0 && !hasParents) return '';
    return JSON.stringify([hasParents ? key.slice(0, -1) : [], args ?? {}, ownerOnly]);
  }

  #entriesOf(batchKey: string): Map<string, CacheEntry> {
    let entries = this.#entries.get(batchKey);
    if (!entries) this.#entries.set(batchKey, (entries = new Map()));
    return entries;
  }

  /** @throws InvalidInput for a key that cannot be an id */
  #entryOf(batchKey: string, ref: Ref): CacheEntry {
    const entries = this.#entriesOf(batchKey);
    const key = entityKey(ref);
    let entry = entries.get(key);
    if (entry) return entry;
    checkKey(this.#resource, ref.key);
    entries.set(key, (entry = new CacheEntry(ref)));
    return entry;
  }

  /**
   * @returns undefined for a key that cannot be an id: the field that loads it reports the error
   */
  #entryOfValid(batchKey: string, ref: Ref): CacheEntry | undefined {
    try {
      return this.#entryOf(batchKey, ref);
    } catch (error) {
      if (error instanceof InvalidInput) return undefined;
      throw error;
    }
  }

  /** @returns resolves when the calls have ended; undefined if all paths are known or pending */
  #enqueue(
    batchKey: string,
    fetches: readonly EntityFetch[],
    onEntries?: OnEntries,
  ): Promise<unknown> | undefined {
    const queued: QueuedFetch[] = [];
    for (const { entry, downstream, paths: requested } of fetches) {
      const paths = entry.missing(this.#withAlwaysRequested(requested));
      if (paths.size === 0) continue;
      const end = entry.startFetch(this.#answeredPaths(paths));
      queued.push({ entry, downstream, paths, end });
    }
    if (queued.length === 0) return undefined;
    return this.#queueOf(batchKey).load({ fetches: queued, onEntries });
  }

  #withAlwaysRequested(paths: Paths): Paths {
    const { read } = this.#resource;
    return read.kind === 'single' && read.alwaysRequested
      ? paths.with(...read.alwaysRequested)
      : paths;
  }

  /** Paths that the answer has: the ids of the items of a list operation are always requested. */
  #answeredPaths(paths: Paths): Paths {
    const { read } = this.#resource;
    if (read.kind === 'bodyBatch') return read.paths;
    return read.kind === 'batch' || read.kind === 'wholeList' ? paths.with(read.idPath) : paths;
  }

  /**
   * DataLoader collects the groups of one batch key until the scheduler dispatches them. It neither
   * caches nor splits batches: entries know which paths of an entity are missing, and one group
   * takes one promise for all entities of a list, each of which may be in several groups. Its batch
   * function fulfils each group with the promise of that group's own calls, so that a group does
   * not wait for the calls of another one.
   */
  #queueOf(batchKey: string): Queue {
    let queue = this.#queues.get(batchKey);
    if (queue) return queue;
    const { name } = this.#resource;
    const { scheduler } = this.#context;
    queue = new DataLoader((groups) => this.#fetchGroups(batchKey, groups), {
      cache: false,
      batchScheduleFn: (dispatch) => scheduler.whenReady(name, dispatch),
    });
    this.#queues.set(batchKey, queue);
    return queue;
  }

  #fetchGroups(batchKey: string, groups: readonly FetchGroup[]): Promise<Promise<void>[]> {
    const fetches = groups.flatMap((group) => group.fetches);
    const entries = this.#entriesOf(batchKey);
    const addFound = (value: object, paths: Paths): void => addEntry(entries, value, paths);
    const calls = fetchEntities(this.#resource, fetches, this.#context.sendRead, addFound);
    return Promise.resolve(groups.map((group) => whenEnded(group, calls)));
  }
}

/**
 * Adds an entity that an answer has besides the requested ones to the entries of its batch key,
 * unless its paths are known, or another call requests them.
 */
function addEntry(entries: Map<string, CacheEntry>, value: object, paths: Paths): void {
  const ref = refOf(value)!;
  const key = entityKey(ref);
  let entry = entries.get(key);
  if (!entry) entries.set(key, (entry = new CacheEntry(ref)));
  if (entry.missing(paths).size > 0) entry.store(value, paths);
}

/** Resolves when the calls for all entities of the group have ended, and `onEntries` with them. */
function whenEnded({ fetches, onEntries }: FetchGroup, calls: readonly FetchCall[]): Promise<void> {
  const fetchOf = new Map(fetches.map((fetch) => [fetch.entry, fetch]));
  const waits = calls.flatMap(({ entries, done }) => {
    const ended = entries.flatMap((entry) => fetchOf.get(entry) ?? []);
    if (ended.length === 0) return [];
    const onDone = (): Promise<void> | undefined => {
      for (const { end } of ended) end();
      return onEntries?.(ended.map(({ entry }) => entry));
    };
    return [done.then(onDone)];
  });
  return waits.length === 1 ? waits[0]! : Promise.all(waits).then(() => {});
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** @returns null also for an entity whose read has failed */
function readKnown(entry: CacheEntry, paths: Paths): object | null | typeof UNKNOWN {
  try {
    return entry.read(paths);
  } catch {
    return null;
  }
}

const valuesOf = (entries: readonly CacheEntry[], paths: Paths): object[] =>
  entries.flatMap((entry) => {
    const value = readKnown(entry, paths);
    return value === null || value === UNKNOWN ? [] : [value];
  });
