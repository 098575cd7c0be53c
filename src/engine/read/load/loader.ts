/**
 * The loader of one resource in one execution. It caches what the execution knows of each entity,
 * path by path, and collects requests for missing paths into batches.
 */
import { memoize } from '../../api/memoize.ts';
import { InvalidInput } from '../../api/error.ts';
import {
  BatchQueue,
  type BatchScheduler,
  FetchGroup,
  type OnEntries,
  OtherFetches,
  RunningBatch,
} from './batching.ts';
import { CacheEntry, readKnown, UNKNOWN, valuesOf } from './cache-entry.ts';
import { fetchEntities, type SendRead } from './entity-fetch.ts';
import { hasOwnerOnlyParts } from '../list/list.ts';
import { subsetFor } from './subset-read.ts';
import {
  attachRef,
  checkKey,
  entityKey,
  type Ref,
  refOf,
  type Resource,
  type WholeList,
} from '../resource.ts';
import type { Paths } from '../path.ts';
import {
  choiceArguments,
  type ChoiceProjection,
  entityChoice,
  type EntityProjection,
  mayRejectChoice,
} from '../walk/projection.ts';
import type { CallOptions } from '../../rest/upstream.ts';
import type { Usage } from '../usage.ts';

/** The execution, as its loaders see it. */
export interface LoaderContext {
  readonly scheduler: BatchScheduler;
  readonly sendRead: SendRead;
  readonly sharing: Pick<ReadSharing, 'end'>;
  readonly usesSubsets?: boolean | undefined;
}

interface KeptItems {
  readonly items: readonly object[];
  readonly paths: Paths;
}

export class ResourceLoader {
  readonly #resource: Resource;
  readonly #context: LoaderContext;
  /** Entries by batch key, then by entity key. */
  #entries = new Map<string, Map<string, CacheEntry>>();
  /** Items of lists, which become entries when an entity is asked for: most never are. */
  #kept: KeptItems[] = [];
  readonly #queues = new Map<string, BatchQueue>();
  /** The paths that were requested last: most entities of a list are loaded with the same ones. */
  #lastPaths: Paths | undefined;
  #lastIsOwnerOnly = false;

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
    if (this.#isOfList(ref)) return this.#loadWithList(ref, projection);
    const { paths } = projection;
    const batchKey = this.#batchKeyOf(ref, this.#isOwnerOnly(paths));
    const entry = this.#entryOf(batchKey, ref);
    const known = entry.read(paths);
    if (known !== UNKNOWN) return known;
    entry.ask(paths);
    const choice = ref.args === undefined && entityChoice(this.#resource, projection);
    if (choice) return this.#loadWithChoice(ref, projection, choice);
    const running = entry.loadOf(paths);
    if (running) return running;
    const load = this.#fetchUntilKnown(batchKey, entry, projection);
    entry.startLoad(paths, load);
    return load;
  }

  /** Whether the entity comes with the list of all, whose ref has an empty key. */
  #isOfList({ key }: Ref): boolean {
    return this.#resource.read.kind === 'wholeList' && key.length > 0;
  }

  #loadWithList(ref: Ref, projection: EntityProjection): object | null | Promise<object | null> {
    checkKey(this.#resource, ref.key);
    const list = this.load({ ...ref, key: [] }, projection);
    return list instanceof Promise ? list.then((whole) => itemOf(whole, ref)) : itemOf(list, ref);
  }

  /** If the service rejects the choice, such as a language, the entity is loaded without it. */
  #loadWithChoice(
    ref: Ref,
    { paths, downstream }: EntityProjection,
    choice: ChoiceProjection,
  ): object | null | Promise<object | null> {
    const { operation } = this.#resource.read;
    const loadWithout = (error: unknown): object | null | Promise<object | null> => {
      if (!mayRejectChoice(error, choice, operation)) throw error;
      return this.load(ref, { paths, downstream });
    };
    try {
      const args = choiceArguments(choice, operation);
      const value = this.load({ ...ref, args }, choice.projection);
      return value instanceof Promise ? value.catch(loadWithout) : value;
    } catch (error) {
      return loadWithout(error);
    }
  }

  /**
   * An entity that changes between two answers loses paths of the first: they are fetched again.
   */
  #fetchUntilKnown(
    batchKey: string,
    entry: CacheEntry,
    projection: EntityProjection,
    isRepeated = false,
  ): Promise<object | null> {
    const { paths } = projection;
    this.#fetchMissing(batchKey, entry, projection);
    return entry.whenFetched(paths).then(() => {
      entry.endLoad();
      const known = entry.read(paths);
      if (known !== UNKNOWN) return known;
      if (isRepeated)
        throw new Error(`${this.#resource.name}: an answer lacks paths that were requested.`);
      // Answers that are stored between requests can differ in age.
      this.#context.sharing.end();
      return this.#fetchUntilKnown(batchKey, entry, projection, true);
    });
  }

  /**
   * Loads entities before the fields that show them are resolved: hands on those that are known,
   * and fetches all others. Failures are stored for those fields.
   * @param onValues receives the entities of each call, if something follows from them; its promise
   * is waited for
   * @returns undefined if nothing has to be waited for
   */
  prefetch(
    refs: readonly Ref[],
    projection: EntityProjection,
    onValues?: (values: readonly object[]) => Promise<void> | undefined,
  ): Promise<void> | undefined {
    if (refs[0] && this.#isOfList(refs[0])) {
      const list = { ...refs[0], key: [] };
      return this.prefetch(
        [list],
        projection,
        onValues && (([whole]) => onValues(refs.flatMap((ref) => itemIn(whole, ref) ?? []))),
      );
    }
    const choice = entityChoice(this.#resource, projection);
    if (choice) {
      const args = choiceArguments(choice, this.#resource.read.operation);
      const withChoice = refs.map((ref) => ({ ...ref, args }));
      return this.prefetch(withChoice, choice.projection, onValues);
    }
    const { paths } = projection;
    const isOwnerOnly = this.#isOwnerOnly(paths);
    const requested = this.#withAlwaysRequested(paths);
    const onEntries: OnEntries = (entries) => onValues?.(valuesOf(entries, paths));
    const known: object[] = [];
    const groups = new Map<string, FetchGroup>();
    let others: OtherFetches | undefined;
    for (const ref of refs) {
      const batchKey = this.#batchKeyOf(ref, isOwnerOnly);
      const entry = this.#entryOfValid(batchKey, ref);
      const value = entry && readKnown(entry, paths);
      if (!entry || value === null) continue;
      if (value !== UNKNOWN) {
        known.push(value!);
        continue;
      }
      let group = groups.get(batchKey);
      if (!group)
        groups.set(batchKey, (group = this.#groupOf([], requested, projection, onEntries)));
      if (group.take(entry)) continue;
      entry.ask(paths);
      this.#fetchMissing(batchKey, entry, projection);
      others ??= new OtherFetches(paths, onEntries);
      others.add(entry);
    }
    const waits: Promise<unknown>[] = others ? [others.ended] : [];
    for (const [batchKey, group] of groups)
      if (group.entries.length > 0) waits.push(this.#queueOf(batchKey).add(group));
    const belowKnown = known.length > 0 ? onValues?.(known) : undefined;
    if (belowKnown) waits.push(belowKnown);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
  }

  /**
   * Forgets all entities, after a write. Answers of running calls go to entries that no later field
   * reads.
   */
  clear(): void {
    this.#entries = new Map();
    this.#kept = [];
  }

  /** Whether some of the paths are known or pending. */
  has(ref: Ref, paths: Paths): boolean {
    return this.#entriesOf(this.#batchKeyOf(ref, false)).get(entityKey(ref))?.has(paths) ?? false;
  }

  /** Keeps items of a list, of each of which the answer has the paths. */
  keep(items: readonly object[], paths: Paths): void {
    this.#kept.push({ items, paths });
  }

  /** Stores the answer of a write, or of another call than that of the entity. */
  prime(ref: Ref, answer: object, paths: Paths): void {
    this.#entryOf(this.#batchKeyOf(ref, false), ref).store(answer, paths);
  }

  /**
   * Entities with the same batch key can share a call: they have the same parent keys and the same
   * extra arguments. Parts that only the owner may see are requested apart from all other parts,
   * since they fail the call for other callers.
   */
  #batchKeyOf({ key, args }: Ref, isOwnerOnly: boolean): string {
    const hasParents = key.length > 1 && this.#resource.read.kind === 'batch';
    if (args === undefined && !isOwnerOnly && !hasParents) return '';
    return JSON.stringify([hasParents ? key.slice(0, -1) : [], args ?? {}, isOwnerOnly]);
  }

  #isOwnerOnly(paths: Paths): boolean {
    if (paths !== this.#lastPaths) {
      this.#lastPaths = paths;
      this.#lastIsOwnerOnly = hasOwnerOnlyParts(this.#resource.read.operation, paths);
    }
    return this.#lastIsOwnerOnly;
  }

  #entriesOf(batchKey: string): Map<string, CacheEntry> {
    if (this.#kept.length > 0) this.#storeKept();
    let entries = this.#entries.get(batchKey);
    if (!entries) this.#entries.set(batchKey, (entries = new Map()));
    return entries;
  }

  #storeKept(): void {
    const kept = this.#kept;
    this.#kept = [];
    for (const { items, paths } of kept)
      for (const item of items) {
        const ref = item instanceof Error ? undefined : refOf(item);
        if (ref) this.#entryOfValid(this.#batchKeyOf(ref, false), ref)?.store(item, paths);
      }
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

  /** Requests those paths of an entity that are neither known nor pending. */
  #fetchMissing(batchKey: string, entry: CacheEntry, projection: EntityProjection): void {
    const missing = entry.missing(this.#withAlwaysRequested(projection.paths));
    if (missing.size === 0) return;
    void this.#queueOf(batchKey).add(this.#groupOf([entry], missing, projection));
  }

  /** @returns a group of the entities, which can take others until it is queued */
  #groupOf(
    entries: CacheEntry[],
    paths: Paths,
    { paths: selected, downstream }: EntityProjection,
    onEntries?: OnEntries,
  ): FetchGroup {
    const subset = this.#context.usesSubsets ? subsetFor(this.#resource, selected) : undefined;
    const options = { downstream, subset, onEntries };
    return new FetchGroup(entries, paths, this.#answeredPaths(paths), options);
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

  #queueOf(batchKey: string): BatchQueue {
    let queue = this.#queues.get(batchKey);
    if (queue) return queue;
    const { name: type } = this.#resource;
    const { scheduler } = this.#context;
    const fetch = (groups: readonly FetchGroup[]) => this.#fetchGroups(batchKey, groups);
    this.#queues.set(batchKey, (queue = new BatchQueue({ scheduler, type, fetch })));
    return queue;
  }

  #fetchGroups(batchKey: string, groups: readonly FetchGroup[]): (Promise<void> | undefined)[] {
    const entries = this.#entriesOf(batchKey);
    const batch = new RunningBatch(groups);
    const calls = fetchEntities(this.#resource, groups, this.#context.sendRead, {
      onFound: (value, paths) => addEntry(entries, value, paths),
      onCallEnd: (ofCall) => batch.onCallEnd(ofCall),
    });
    return batch.ends(calls);
  }
}

/** By the items of a whole list: the entities by their ids. */
const itemsById = memoize(
  (items: readonly object[]): ReadonlyMap<string, object> =>
    new Map(items.map((item) => [refOf(item)?.key[0] ?? '', item])),
);

function itemIn(whole: object | null | undefined, { key: [id] }: Ref): object | undefined {
  return whole ? itemsById((whole as WholeList).items).get(id!) : undefined;
}

/** @throws InvalidValue if the entity can be an item without a valid id */
function itemOf(whole: object | null, ref: Ref): object | null {
  const item = itemIn(whole, ref);
  const invalid = item
    ? undefined
    : (whole as WholeList | null)?.items.find((each) => each instanceof Error);
  if (invalid) throw invalid;
  return item ?? null;
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

type Sharing = Pick<CallOptions, 'onShared'>;

/**
 * Whether the reads of one execution share the answers of equal reads of its caller, as options of
 * its calls. At first, each read is sent.
 */
export class ReadSharing implements Sharing {
  onShared: (() => void) | undefined;
  readonly #usage: Usage;

  constructor(usage: Usage) {
    this.#usage = usage;
  }

  /** Called for queries only: writes and events need the current state. */
  start(): void {
    this.onShared = () => this.#usage.countShared();
  }

  /** From now on, each read is sent. */
  end(): void {
    this.onShared = undefined;
  }
}
