/**
 * Batches: the entities of one type that are requested together, by one call or several, the groups
 * in which fields and prefetches have requested them, and the scheduler, which decides when a batch
 * is sent.
 */
import { type Clock, measuredNow, systemClock, type Timer } from '../../caller/clock.ts';
import DataLoader from 'dataloader';
import { askerSet, type BatchWait, type CallRecord } from '../../trace/call-record.ts';
import type { CacheEntry, PathListener, PendingFetch } from './cache-entry.ts';
import type { EntitiesFetch } from './entity-fetch.ts';
import type { Paths } from '../path.ts';

interface BatchQueueOptions {
  readonly scheduler: Pick<BatchScheduler, 'whenReady'>;
  /** The type of the entities. */
  readonly type: string;
  /** Starts the calls of a batch. @returns for each group of a prefetch the end of its calls */
  readonly fetch: (groups: readonly FetchGroup[]) => (Promise<void> | undefined)[];
}

/**
 * DataLoader collects the groups of one batch key until the scheduler dispatches them. It neither
 * caches nor splits batches: entries know which paths of an entity are missing, and one group takes
 * one promise for all entities of a list, each of which may be in several groups. Its batch
 * function fulfils each group of a prefetch with the promise of that group's own calls, so that it
 * does not wait for the calls of another one. A group of a single load has none: the load waits for
 * its entity.
 */
export class BatchQueue {
  readonly #loader: DataLoader<FetchGroup, Promise<void> | undefined>;
  /** Whether answers of the batch that is not sent yet lead to other calls. */
  #hasDownstream = false;

  constructor({ scheduler, type, fetch }: BatchQueueOptions) {
    const send = (
      groups: readonly FetchGroup[],
    ): Promise<readonly (Promise<void> | undefined)[]> => {
      this.#hasDownstream = false;
      return Promise.resolve(fetch(groups));
    };
    const isLeaf = (): boolean => !this.#hasDownstream;
    this.#loader = new DataLoader(send, {
      cache: false,
      batchScheduleFn: (dispatch) => scheduler.whenReady(type, dispatch, isLeaf),
    });
  }

  /** @returns resolves when the batch is sent, and the calls for a prefetch have ended */
  add(group: FetchGroup): Promise<unknown> {
    this.#hasDownstream ||= group.downstream.size > 0;
    return this.#loader.load(group);
  }
}

/** A call whose answer may add keys to batches. */
interface PendingCall {
  /** Absent in an execution whose calls are not recorded. */
  readonly record: CallRecord | undefined;
  readonly downstream: ReadonlySet<string>;
}

/** Ends a call that adds keys to no batch. */
const nothing = (): void => {};

interface WaitingBatch {
  /** Sends the batch, unless a call can still add keys to it. */
  readonly check: () => void;
  /** Whether no call follows from the batch, so that it delays none if it waits. */
  readonly isLeaf: () => boolean;
}

/**
 * The scheduler of one execution. It sends a batch as soon as no running call can add keys to it,
 * and at the latest after a maximum wait. A call declares its downstream types, whose keys its
 * answer may contain; batches of other types do not wait for it. Of several batches, those from
 * which no call follows are sent a turn of the event loop after the others, whose answers may add
 * keys to them. Batches wait for nothing else, so no wait can form a cycle.
 */
export class BatchScheduler {
  /** The wait of the batch that is being sent; undefined if it has not waited. */
  batchWait: BatchWait | undefined = undefined;
  /** Running calls, and those that have ended while a batch waits, until their keys have come. */
  readonly #pending = new Set<PendingCall>();
  readonly #waiting = new Set<WaitingBatch>();
  /** Batches whose first check has not come yet. */
  #unchecked = 0;
  /** All batches since there was last none of these. */
  #arrived = 0;
  readonly #maxWaitMs: number;
  readonly #clock: Clock;

  /** @param maxWaitMs maximum wait of a batch in milliseconds */
  constructor(maxWaitMs: number, clock: Clock = systemClock) {
    this.#maxWaitMs = maxWaitMs;
    this.#clock = clock;
  }

  /**
   * Registers a call.
   * @param downstream types whose keys the answer of the call may contain
   * @param record of the call, if calls are recorded
   * @returns a function to call when the call has ended
   */
  start(downstream: ReadonlySet<string>, record?: CallRecord): () => void {
    if (downstream.size === 0) return nothing;
    const call: PendingCall = { downstream, record };
    this.#pending.add(call);
    return () => {
      if (this.#waiting.size > 0) this.#endInTwoTurns(call);
      else this.#pending.delete(call);
    };
  }

  /**
   * Ends a call for the batches that wait. In the first turn, resolvers read the answer and fill
   * batches of other types; in the second, those batches become running calls, whose answers may
   * add keys, too.
   */
  #endInTwoTurns(call: PendingCall): void {
    const end = (): void => {
      this.#pending.delete(call);
      const hasOthers = this.#waiting.size > 1;
      for (const batch of this.#waiting) if (!hasOthers || !batch.isLeaf()) batch.check();
      if (hasOthers) setImmediate(() => this.#checkAll());
    };
    setImmediate(() => setImmediate(end));
  }

  #checkAll(): void {
    for (const { check } of this.#waiting) check();
  }

  /**
   * Calls `dispatch` once, when no running call can add keys of the type any more.
   * @param isLeaf whether no call follows from the batch
   */
  whenReady(type: string, dispatch: () => void, isLeaf: () => boolean): void {
    let timer: Timer | undefined;
    let isDispatched = false;
    let wait: BatchWait | undefined;
    const dispatchOnce = (): void => {
      if (isDispatched) return;
      isDispatched = true;
      timer?.cancel();
      this.#waiting.delete(batch);
      this.batchWait = wait;
      dispatch();
      this.batchWait = undefined;
    };
    const check = (): void => {
      if (isDispatched) return;
      if (!this.#canAddKeys(type)) return dispatchOnce();
      wait = this.#waitFor(type, wait);
      timer ??= this.#clock.after(this.#maxWaitMs, dispatchOnce);
      this.#waiting.add(batch);
    };
    const batch: WaitingBatch = { check, isLeaf };
    this.#unchecked += 1;
    this.#arrived += 1;
    // The resolvers of the current turn add their keys first.
    setImmediate(() => {
      const hasOthers = this.#arrived > 1;
      this.#unchecked -= 1;
      if (this.#unchecked === 0) this.#arrived = 0;
      if (hasOthers && isLeaf()) setImmediate(check);
      else check();
    });
  }

  /** Adds the recorded calls that can add keys of the type. @param since the wait so far */
  #waitFor(type: string, since: BatchWait | undefined): BatchWait | undefined {
    let wait = since;
    for (const { downstream, record } of this.#pending)
      if (record && downstream.has(type)) {
        wait ??= { startedAt: measuredNow(), calls: new Set() };
        wait.calls.add(record);
      }
    return wait;
  }

  #canAddKeys(type: string): boolean {
    for (const { downstream } of this.#pending) if (downstream.has(type)) return true;
    return false;
  }
}

/**
 * Receives the entities of a prefetch as soon as their call has ended.
 * @returns a promise that the prefetch waits for; undefined if there is nothing to wait for
 */
export type OnEntries = (entries: readonly CacheEntry[]) => Promise<void> | undefined;

/**
 * Entities of one batch key, of which one field or prefetch requests the same paths: one object for
 * all of them, and one wait.
 */
export class FetchGroup implements EntitiesFetch, PendingFetch {
  readonly entries: CacheEntry[];
  readonly paths: Paths;
  readonly downstream: ReadonlySet<string>;
  readonly answered: Paths;
  readonly subset: EntitiesFetch['subset'];
  readonly alone: readonly PendingFetch[] = [this];
  readonly askers = askerSet();
  /** Of a prefetch: a load waits for its entity instead. */
  readonly prefetch: PrefetchEnd | undefined;

  /**
   * @param entries belongs to the group from now on
   * @param answered paths that the answer will have
   */
  constructor(
    entries: CacheEntry[],
    paths: Paths,
    answered: Paths,
    {
      downstream,
      subset,
      onEntries,
    }: Pick<EntitiesFetch, 'downstream' | 'subset'> & {
      readonly onEntries?: OnEntries | undefined;
    },
  ) {
    this.entries = entries;
    this.paths = paths;
    this.downstream = downstream;
    this.answered = answered;
    this.subset = subset;
    this.prefetch = onEntries && new PrefetchEnd(onEntries);
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

/** The end of a prefetch: that of its calls, and of what follows from each of them. */
class PrefetchEnd {
  readonly #onEntries: OnEntries;
  readonly #ended = Promise.withResolvers<void>();
  /** Number of calls that have not ended. */
  #left = 0;

  constructor(onEntries: OnEntries) {
    this.#onEntries = onEntries;
  }

  /**
   * Called when the calls for its entities have started.
   * @param calls their number
   * @returns resolves when all of them have ended, and what follows from them
   */
  after(calls: number): Promise<void> {
    this.#left = calls;
    if (calls === 0) this.#ended.resolve();
    return this.#ended.promise;
  }

  /** Called when a call has ended. @param entries those of the prefetch */
  onCallEnd(entries: readonly CacheEntry[]): void {
    try {
      const wait = this.#onEntries(entries);
      if (wait) wait.then(() => this.#end(), this.#ended.reject);
      else this.#end();
    } catch (error) {
      this.#ended.reject(error);
    }
  }

  #end(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#ended.resolve();
  }
}

/** The groups whose entities are fetched together. */
export class RunningBatch {
  readonly #groups: readonly FetchGroup[];
  readonly #fetches: ReadonlySet<PendingFetch>;
  readonly #awaited: readonly FetchGroup[];

  constructor(groups: readonly FetchGroup[]) {
    this.#groups = groups;
    this.#fetches = new Set(groups);
    this.#awaited = groups.filter(({ prefetch }) => prefetch);
  }

  /**
   * Called when all calls have started.
   * @param calls the entities of each call
   * @returns for each group the end of its own calls; undefined if nobody waits for it
   */
  ends(calls: readonly (readonly CacheEntry[])[]): (Promise<void> | undefined)[] {
    return this.#groups.map((group) =>
      group.prefetch?.after(calls.filter((call) => this.#own(group, call).length > 0).length),
    );
  }

  /** Called when a call has ended: its entities are no longer fetched by the groups. */
  onCallEnd(entries: readonly CacheEntry[]): void {
    const own = this.#awaited.map((group) => this.#own(group, entries));
    for (const entry of entries) entry.endFetches(this.#fetches);
    for (const [index, group] of this.#awaited.entries())
      if (own[index]!.length > 0) group.prefetch!.onCallEnd(own[index]!);
  }

  /** @returns the entities of a group among those of a call that has not ended */
  #own(group: FetchGroup, entries: readonly CacheEntry[]): readonly CacheEntry[] {
    if (this.#groups.length === 1) return entries;
    return entries.filter((entry) => entry.isFetchedBy(group));
  }
}

/**
 * The entities of a prefetch of which others have requested some of the paths. Those that come with
 * one call are handed on together.
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
