/** The scope of one execution: on whose behalf and until when, its loaders, what it cost, what is worth a warning. */
import { upstreamError } from '../upstream/error.ts';
import { type AnyOperation, type Args, isRead, type ResponseOf } from '../upstream/operation.ts';
import { encodePathId } from '../upstream/id.ts';
import type { CallOptions, Identity, Upstream } from '../upstream/upstream.ts';
import { prefetch } from './read/prefetch.ts';
import type { WellKnownIds } from './read/well-known-id.ts';
import { Allowance, type QueryLimits } from './cost/allowance.ts';
import { Usage } from './cost/usage.ts';
import type { DownloadLinks } from './transfer/download-link.ts';
import { ResourceLoader } from './read/loader.ts';
import { ReadLimit } from './read/read-limit.ts';
import { Paths } from './read/path.ts';
import type { EntityProjection, Projection } from './read/projection.ts';
import type { Quota, Quotas } from './cost/quota.ts';
import { attachRef, type Ref, type Resource, entityKey } from './read/resource.ts';
import { BatchScheduler } from './read/batch-scheduler.ts';
import type { KeyedMutex } from './write/keyed-mutex.ts';
import type { Store } from './store/store.ts';
import type { UploadRecord, NewUpload, UploadSessions } from './transfer/upload-session.ts';

export interface ExecutionSettings {
  readonly upstream: Upstream;
  /** What replicas share. */
  readonly store: Store;
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly quotas: Quotas;
  readonly identity: Identity;
  readonly signal?: AbortSignal | undefined;
  /** Instant in ms of `performance.now()`. */
  readonly deadline: number;
  /** How long a batch waits at most for calls that may still feed it. */
  readonly patienceMs: number;
  /** How many reads the execution has under way at once. */
  readonly readsAtOnce: number;
  readonly limits: QueryLimits;
  readonly wellKnownIds: WellKnownIds;
  /** Writes that must not overlap, of all executions. */
  readonly mutex: KeyedMutex;
}

/** What is no error and yet worth telling (`extensions.warnings`). */
export interface Warning {
  readonly code: 'UNKNOWN_VALUE' | 'EXPECTED_ABSENCE';
  readonly path: readonly (string | number)[];
  readonly value: string;
}

export interface SendOptions extends Pick<CallOptions, 'headers' | 'idempotent' | 'file'> {
  readonly downstream?: ReadonlySet<string>;
}

/** What a write answered about a thing. */
export interface WriteAnswer {
  readonly ref: Ref;
  readonly answer: object;
}

const nothing: ReadonlySet<string> = new Set();

function isId(id: string | undefined): id is string {
  try {
    return encodePathId('id', id) !== '';
  } catch {
    return false;
  }
}

export class Execution {
  readonly identity: Identity;
  readonly usage = new Usage();
  readonly allowance: Allowance;
  readonly quota: Quota;
  readonly warnings: Warning[] = [];
  readonly scheduler: BatchScheduler;
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly #settings: ExecutionSettings;
  readonly #loaders = new Map<Resource, ResourceLoader>();
  /** Pages of lists by what was asked. */
  readonly #pages = new Map<string, Promise<unknown>>();
  readonly #reads: ReadLimit;
  readonly #runningOn: Promise<void>[] = [];
  readonly #runOn = (ended: Promise<void>): void => void this.#runningOn.push(ended);

  constructor(settings: ExecutionSettings) {
    this.#settings = settings;
    this.identity = settings.identity;
    this.uploads = settings.uploads;
    this.downloads = settings.downloads;
    this.quota = settings.quotas.of(settings.identity);
    this.allowance = new Allowance(settings.limits);
    this.#reads = new ReadLimit(settings.readsAtOnce);
    this.scheduler = new BatchScheduler(settings.patienceMs);
  }

  /** The thing, or null where upstream leaves it out; a promise only where a call is needed. */
  load(ref: Ref, projection: EntityProjection): object | null | Promise<object | null> {
    const { read } = ref.resource;
    if (read.kind === 'local')
      return read.find(this, ref.key).then((value) => value && attachRef(value, ref));
    if (projection.paths.size > 0) this.usage.countEntity();
    return this.#loaderOf(ref.resource).load(ref, projection);
  }

  /** Loads what the links below a list will ask for, where waiting for it delays nothing else. */
  prefetch(answer: unknown, projection: Projection): Promise<void> | undefined {
    return prefetch(answer, projection, (resource) => this.#loaderOf(resource));
  }

  /** One call. `feeds`: resources that what is done with the answer will ask next; `repeatable`, `file`: see CallOptions. */
  async send<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    { downstream = nothing, headers, idempotent, file }: SendOptions = {},
  ): Promise<ResponseOf<O>> {
    const { upstream, identity, signal, deadline } = this.#settings;
    if (operation.auth === 'user' && identity.token === undefined)
      throw upstreamError(operation, 'UNAUTHENTICATED');
    this.allowance.takeCall(operation);
    const land = this.scheduler.start(downstream);
    const call = (): Promise<ResponseOf<O>> =>
      this.quota.pass(operation, () =>
        upstream.call(operation, args, {
          identity,
          signal,
          deadline,
          headers,
          idempotent,
          file,
          onSend: this.#sent,
          onDetachedWrite: this.#runOn,
        }),
      );
    try {
      return await (isRead(operation) ? this.#reads.run(call) : call());
    } finally {
      land();
    }
  }

  /** Opens an upload, whose bytes come later and past GraphQL. @param facts what is known of the file, and what it will make */
  async upload<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    facts: Pick<NewUpload, 'contentType' | 'total' | 'creates'>,
  ): Promise<UploadRecord> {
    const { upstream, uploads, identity, signal, deadline } = this.#settings;
    const file = { contentType: facts.contentType, length: facts.total ?? undefined };
    const options = { identity, signal, deadline, onSend: this.#sent };
    this.allowance.takeCall(operation);
    const target = await this.quota.pass(operation, () =>
      upstream.media.startUpload(operation, args, file, options),
    );
    return uploads.create(identity, { ...facts, operation, target });
  }

  /**
   * The id that a well-known id of the caller (`primary`, `root`) means: requested once per caller.
   * @param operation reads the entity of the resource by the well-known id
   * @param downstream types whose keys the id becomes a part of
   * @throws UpstreamError UNAUTHENTICATED without a token, which has no well-known ids
   */
  async wellKnownId<O extends AnyOperation>(
    resource: Resource,
    operation: O,
    args: Args<O>,
    downstream: ReadonlySet<string> = nothing,
  ): Promise<string> {
    if (this.identity.token === undefined) throw upstreamError(operation, 'UNAUTHENTICATED');
    return this.#settings.wellKnownIds.resolve(
      `${operation.key} ${JSON.stringify(args)}`,
      this.identity,
      async () => {
        const { id } = (await this.send(operation, { ...args, fields: 'id' }, { downstream })) as {
          readonly id?: string;
        };
        if (!isId(id)) throw upstreamError(operation, 'UPSTREAM_INVALID');
        this.#loaderOf(resource).keep({ resource, key: [id] }, { id }, Paths.of('id'));
        return id;
      },
    );
  }

  readonly #sent = (operation: AnyOperation): void => {
    this.usage.countRequest(operation);
    this.quota.spend(operation);
  };

  /** Whether `page` would make no call. */
  hasPage(operation: AnyOperation, args: Readonly<Record<string, unknown>>): boolean {
    return this.#pages.has(JSON.stringify([operation.key, args]));
  }

  /** A list's call. The same question is asked once, however many fields put it, until something is written. */
  async page(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    downstream: ReadonlySet<string>,
  ): Promise<unknown> {
    const question = JSON.stringify([operation.key, args]);
    const known = this.#pages.get(question);
    if (!known) {
      const asked = this.send(operation, args, { downstream });
      this.#pages.set(question, asked);
      return asked;
    }
    const land = this.scheduler.start(downstream);
    return known.finally(land);
  }

  /**
   * Writes below one thing that must not overlap, though several requests ask them at once: one after the other in this
   * process, in the order asked. Whoever leaves before their turn sends nothing.
   * @param operation the write that errors name
   */
  runExclusive<T>(ref: Ref, operation: AnyOperation, work: () => Promise<T>): Promise<T> {
    const { mutex, signal, deadline } = this.#settings;
    // A write that is cut off by the deadline runs on upstream: its turn lasts as long as it does.
    const ended = (): Promise<unknown> => Promise.all(this.#runningOn);
    return mutex.runExclusive(
      `${ref.resource.name} ${entityKey(ref)}`,
      { signal, deadline, operation },
      work,
      ended,
    );
  }

  /** A write went out: all that is held may be stale; what it answered is known at `paths`. */
  invalidate(ref?: Ref, answer?: object | null, paths: Paths = Paths.none): void {
    this.invalidateMany(ref && answer ? [{ ref, answer }] : [], paths);
  }

  /** The same for several writes of one kind, none of which has changed what the others answered. */
  invalidateMany(written: readonly WriteAnswer[], paths: Paths): void {
    for (const loader of this.#loaders.values()) loader.forget();
    this.#pages.clear();
    for (const { ref, answer } of written) this.#loaderOf(ref.resource).keep(ref, answer, paths);
  }

  warn(warning: Warning): void {
    this.warnings.push(warning);
  }

  #loaderOf(resource: Resource): ResourceLoader {
    let loader = this.#loaders.get(resource);
    if (!loader) this.#loaders.set(resource, (loader = new ResourceLoader(resource, this)));
    return loader;
  }

  /** A loader's call. */
  call(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    downstream: ReadonlySet<string>,
  ): Promise<unknown> {
    this.usage.countLoad();
    return this.send(operation, args, { downstream });
  }
}
