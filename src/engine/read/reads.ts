/**
 * The reads of one execution: the loaders of entities, the pages of lists, and other calls that
 * fields share. They know what was read; a write makes all of them forget it.
 */
import { upstreamError } from '../api/error.ts';
import { isPathId } from '../rest/request/request.ts';
import type { AnyOperation } from '../api/operation.ts';
import { observed, type WaitObserver } from '../rest/share/wait-observer.ts';
import type { Usage } from './usage.ts';
import type { SendOptions } from '../execution/calls.ts';
import type { Clock } from '../caller/clock.ts';
import { FieldCalls } from './field-calls.ts';
import { PageLoader } from './list/page-loader.ts';
import { BatchScheduler } from './load/batching.ts';
import type { SendRead } from './load/entity-fetch.ts';
import { Paths } from './path.ts';
import { type LoaderContext, ReadSharing, ResourceLoader } from './load/loader.ts';
import {
  attachRef,
  keysByName,
  type LocalReadContext,
  type Ref,
  type Resource,
  type WriteAnswer,
} from './resource.ts';
import type { Freshness } from './freshness.ts';
import type { EntityProjection } from './walk/projection.ts';
import type { WellKnownIds } from './well-known-id.ts';

/** The services and limits of reads. */
export interface ReadSettings {
  /** Maximum time in ms that a batch waits for calls that may add keys to it. */
  readonly batchMaxWaitMs: number;
  readonly wellKnownIds: WellKnownIds;
  /** Whether entities are read by the subsets of their reads, where they suffice. Default: no. */
  readonly usesSubsets?: boolean | undefined;
}

interface ReadExecution extends LocalReadContext, WaitObserver {
  readonly clock: Clock;
  readonly usage: Usage;
  readonly freshness: Freshness;
  /** Makes a REST call; see `Calls.send`. */
  readonly send: (operation: AnyOperation, args: object, options: SendOptions) => Promise<unknown>;
}

/** One for each execution. */
export class Reads {
  readonly scheduler: BatchScheduler;
  readonly sharing: ReadSharing;
  readonly #execution: ReadExecution;
  readonly #wellKnownIds: WellKnownIds;
  readonly #loaders: Loaders;
  #pages: PageLoader | undefined;
  /** Calls that no loader makes. */
  #sharedCalls: FieldCalls | undefined;

  constructor(
    { batchMaxWaitMs, wellKnownIds, usesSubsets }: ReadSettings,
    execution: ReadExecution,
  ) {
    this.#execution = execution;
    this.#wellKnownIds = wellKnownIds;
    this.scheduler = new BatchScheduler(batchMaxWaitMs, execution.clock);
    this.sharing = new ReadSharing(execution.usage);
    const { scheduler, sharing } = this;
    const sendRead: SendRead = (...call) => {
      execution.usage.countLoad();
      return this.#read(...call);
    };
    this.#loaders = new Loaders({ scheduler, sharing, sendRead, usesSubsets });
  }

  /** The loader of the entities of a resource. */
  get loaderOf(): Loaders['of'] {
    return this.#loaders.of;
  }

  /** The pages of lists; made by the first list. */
  get pages(): PageLoader {
    this.#pages ??= new PageLoader(this.scheduler, this.#read);
    return this.#pages;
  }

  /** @returns the entity, or null if it does not exist; a promise only if a call is needed */
  load(ref: Ref, projection: EntityProjection): object | null | Promise<object | null> {
    const { read } = ref.resource;
    if (read.kind === 'local') {
      this.#execution.freshness.addMomentary();
      const found = read.find(this.#execution, ref.key);
      const attach = (value: object | null): object | null => value && attachRef(value, ref);
      return found instanceof Promise
        ? observed(found, 'store', this.#execution).then(attach)
        : attach(found);
    }
    if (projection.paths.size > 0) this.#execution.usage.countEntity();
    return this.loaderOf(ref.resource).load(ref, projection);
  }

  /** See `Execution.wellKnownId`. */
  async wellKnownId(ref: Ref, downstream?: ReadonlySet<string>): Promise<string> {
    const { resource } = ref;
    const { operation } = resource.read;
    const execution = this.#execution;
    const { token } = execution.identities.of(operation);
    if (token === undefined) throw upstreamError(operation, 'UNAUTHENTICATED');
    return this.#wellKnownIds.resolve(ref, execution, async () => {
      const args = { ...resource.fixed, ...keysByName(ref), fields: 'id' };
      const { id } = (await execution.send(operation, args, { downstream })) as {
        readonly id?: string;
      };
      if (!isPathId(id)) throw upstreamError(operation, 'UPSTREAM_INVALID');
      this.loaderOf(resource).prime({ resource, key: [id] }, { id }, Paths.of('id'));
      return id;
    });
  }

  /** See `Execution.sharedCall`. */
  sharedCall(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    downstream: ReadonlySet<string>,
  ): Promise<unknown> {
    const key = JSON.stringify([operation.key, args]);
    const known = this.#sharedCalls?.find(key);
    // The shared call is registered again: this field waits for other types than the first one.
    if (known) return known.finally(this.scheduler.start(downstream));
    this.#sharedCalls ??= new FieldCalls();
    return this.#sharedCalls.add(key, () => this.#read(operation, args, downstream));
  }

  /** Forgets what was read, after writes. The answers of the writes are stored for `paths`. */
  replace(written: readonly WriteAnswer[], paths: Paths): void {
    this.#loaders.replace(written, paths);
    this.#pages?.clear();
    this.#sharedCalls?.clear();
  }

  /** Runs several writes at once, whose answers are stored at their end; see `Loaders.collect`. */
  collect<T>(writes: () => Promise<T>): Promise<T> {
    return this.#loaders.collect(writes);
  }

  /** Makes a call whose answer may have errors in the place of invalid values. */
  readonly #read: SendRead = (operation, args, downstream, byIds) =>
    this.#execution.send(operation, args, { downstream, acceptsInvalid: true, byIds });
}

/** Answers of writes, of which the paths are known. */
interface Answers {
  readonly written: readonly WriteAnswer[];
  readonly paths: Paths;
}

/** The loaders of one execution, and what its writes do to their caches. */
class Loaders {
  readonly #context: LoaderContext;
  readonly #loaders = new Map<Resource, ResourceLoader>();
  /** Those of writes that run at once; undefined if no such writes run. */
  #collected: Answers[] | undefined;

  constructor(context: LoaderContext) {
    this.#context = context;
  }

  readonly of = (resource: Resource): ResourceLoader => {
    let loader = this.#loaders.get(resource);
    if (!loader)
      this.#loaders.set(resource, (loader = new ResourceLoader(resource, this.#context)));
    return loader;
  };

  /** Forgets all entities, and stores the answers of writes. */
  replace(written: readonly WriteAnswer[], paths: Paths): void {
    for (const loader of this.#loaders.values()) loader.clear();
    this.#store({ written, paths });
    if (written.length > 0) this.#collected?.push({ written, paths });
  }

  /**
   * Runs several writes at once, none of which changes the entity of another one: at their end the
   * answers of all are stored. Meanwhile each of them forgets those of the others.
   */
  async collect<T>(writes: () => Promise<T>): Promise<T> {
    const collected: Answers[] = [];
    this.#collected = collected;
    try {
      return await writes();
    } finally {
      this.#collected = undefined;
      for (const answers of collected) this.#store(answers);
    }
  }

  #store({ written, paths }: Answers): void {
    for (const { ref, answer } of written) this.of(ref.resource).prime(ref, answer, paths);
  }
}
