/**
 * One execution of an operation: the caller, the deadline, the loaders and their cache, the cost so
 * far and the warnings. `Calls` makes its REST calls.
 */
import { upstreamError } from '../rest/call/error.ts';
import {
  type AnyOperation,
  type Args,
  isRead,
  type ResponseOf,
} from '../rest/operation/operation.ts';
import { isPathId } from '../rest/operation/id.ts';
import type { Upstream } from '../rest/upstream.ts';
import { observed, type WaitKind, type WaitObserver } from '../rest/share/wait-observer.ts';
import type { AcceptedCallers } from './accepted-callers.ts';
import { Calls, type SendOptions, type RecorderSettings } from './calls.ts';
import type { Identities } from './identities.ts';
import { pause } from './pause.ts';
import type { KnownScopes } from './known-scopes.ts';
import type { WellKnownIds } from '../read/well-known-id.ts';
import { Allowance, type QueryLimits } from '../cost/allowance.ts';
import { Usage } from '../cost/usage.ts';
import type { DownloadLinks } from '../transfer/download-link.ts';
import type { SendRead } from '../read/load/entity-fetch.ts';
import { FieldCalls } from '../read/field-calls.ts';
import { Loaders } from '../read/load/loaders.ts';
import { PageLoader } from '../read/list/page-loader.ts';
import { ReadSharing } from '../read/read-sharing.ts';
import { api } from '../api/api.ts';
import { Paths } from '../read/path.ts';
import type { EntityProjection } from '../read/walk/projection.ts';
import type { Quota, Quotas } from '../cost/quota.ts';
import { attachRef, keysByName, type Ref } from '../read/resource.ts';
import type { WriteAnswer } from '../read/resource.ts';
import { BatchScheduler } from '../read/load/batch-scheduler.ts';
import type { UnconditionalOperations } from '../write/update/unconditional-operations.ts';
import type { KeyedMutex } from '../write/lock/keyed-mutex.ts';
import type { RunningWrites } from '../write/lock/running-writes.ts';
import { Turns } from '../write/lock/turns.ts';
import type { WorkflowServices } from './progress-report.ts';
import type { Warning } from './response-extensions.ts';
import type { UploadRecord, UploadSessions } from '../transfer/upload-session.ts';

/** The services and limits of one execution. */
export interface ExecutionSettings extends RecorderSettings {
  readonly upstream: Upstream;
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly quotas: Quotas;
  readonly identities: Identities;
  readonly signal?: AbortSignal | undefined;
  /** In ms of `performance.now()`. */
  readonly deadline: number;
  /** Maximum time in ms that a batch waits for calls that may add keys to it. */
  readonly batchMaxWaitMs: number;
  /** Maximum number of concurrent reads. */
  readonly readsAtOnce: number;
  readonly limits: QueryLimits;
  /** Learns how long the execution waits. */
  readonly waits?: WaitObserver | undefined;
  readonly wellKnownIds: WellKnownIds;
  readonly knownScopes: KnownScopes;
  readonly acceptedCallers: AcceptedCallers;
  /** Orders the writes of all executions. */
  readonly mutex: KeyedMutex;
  readonly writes: RunningWrites;
  /** Operations that reject every `If-Match`; shared by all executions. */
  readonly unconditional: UnconditionalOperations;
  readonly workflows?: WorkflowServices;
  /** Origins of the receivers that clients may name for watch channels. Default: none. */
  readonly receiverOrigins?: readonly string[];
}

/** The state of one execution, and the only way to its REST calls. */
export class Execution implements WaitObserver {
  readonly identities: Identities;
  readonly knownScopes: KnownScopes;
  readonly usage = new Usage();
  readonly sharing: ReadSharing;
  readonly allowance: Allowance;
  readonly quota: Quota;
  readonly warnings: Warning[] = [];
  readonly scheduler: BatchScheduler;
  readonly knownHeaders = api().knownHeaders();
  readonly uploads: UploadSessions;
  readonly downloads: DownloadLinks;
  readonly unconditional: UnconditionalOperations;
  readonly workflows: WorkflowServices | undefined;
  readonly receiverOrigins: readonly string[];
  readonly settings: ExecutionSettings;
  readonly #loaders = new Loaders(this);
  /** Calls that no loader makes. */
  #sharedCalls: FieldCalls | undefined;
  #pages: PageLoader | undefined;
  readonly #calls: Calls;
  #turns: Turns | undefined;
  #openedUploads: Map<string, UploadRecord> | undefined;
  #hasBegunWrite = false;

  constructor(settings: ExecutionSettings) {
    this.settings = settings;
    this.identities = settings.identities;
    this.knownScopes = settings.knownScopes;
    this.sharing = new ReadSharing(this.usage);
    this.uploads = settings.uploads;
    this.downloads = settings.downloads;
    this.unconditional = settings.unconditional;
    this.workflows = settings.workflows;
    this.receiverOrigins = settings.receiverOrigins ?? [];
    this.quota = settings.quotas.of(settings.identities, this);
    this.allowance = new Allowance(settings.limits);
    this.scheduler = new BatchScheduler(settings.batchMaxWaitMs);
    this.#calls = new Calls(settings, this);
  }

  /** The turns of its writes; made by the first one. */
  get turns(): Turns {
    const { mutex, deadline, identities, acceptedCallers } = this.settings;
    this.#turns ??= new Turns(
      { mutex, deadline, identities, acceptedCallers, waits: this },
      this.#calls,
    );
    return this.#turns;
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
      const found = read.find(this, ref.key);
      const attach = (value: object | null): object | null => value && attachRef(value, ref);
      return found instanceof Promise ? observed(found, 'store', this).then(attach) : attach(found);
    }
    if (projection.paths.size > 0) this.usage.countEntity();
    return this.loaderOf(ref.resource).load(ref, projection);
  }

  /** Makes a REST call; see `Calls.send`. */
  send<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options?: SendOptions,
  ): Promise<ResponseOf<O>> {
    const turn = this.#turns?.provisional;
    return turn
      ? turn.send(isRead(operation), () => this.#calls.send(operation, args, options))
      : this.#calls.send(operation, args, options);
  }

  /** Fails later calls without a condition of their own by `outdatedReason` if this is false. */
  sendOnlyWhile(mayBeSent: () => boolean): void {
    this.#calls.sendOnlyWhile(mayBeSent);
  }

  /** Keeps time for later calls; see `Calls.keepTime`. */
  keepTime(ms: number): void {
    this.#calls.keepTime(ms);
  }

  /** Ends the reads when the response is complete; see `Calls.end`. */
  end(): void {
    this.#calls.end();
  }

  /** Checks what is known about the caller's token before a call; see `Calls.checkAccess`. */
  checkAccess(operation: AnyOperation): void {
    this.#calls.checkAccess(operation);
  }

  /** Starts a resumable upload; see `Calls.startUpload`. */
  startUpload(...parameters: Parameters<Calls['startUpload']>): Promise<string> {
    const turn = this.#turns?.provisional;
    return turn
      ? turn.send(false, () => this.#calls.startUpload(...parameters))
      : this.#calls.startUpload(...parameters);
  }

  /** Upload sessions that this execution has opened: the store can have failed to take them. */
  get openedUploads(): Map<string, UploadRecord> {
    return (this.#openedUploads ??= new Map());
  }

  /**
   * The real id behind a well-known id of the caller (`primary`, `root`); requested once per
   * caller.
   * @param ref has the well-known id as its key
   * @param downstream types whose keys the id becomes a part of
   * @throws UpstreamError UNAUTHENTICATED without a token, which has no well-known ids, NOT_FOUND
   * with the well-known id if the caller has no such entity
   */
  async wellKnownId(ref: Ref, downstream?: ReadonlySet<string>): Promise<string> {
    const { resource } = ref;
    const { operation } = resource.read;
    const { token } = this.identities.of(operation);
    if (token === undefined) throw upstreamError(operation, 'UNAUTHENTICATED');
    return this.settings.wellKnownIds.resolve(ref, this, async () => {
      const args = { ...resource.fixed, ...keysByName(ref), fields: 'id' };
      const { id } = (await this.send<AnyOperation>(operation, args, { downstream })) as {
        readonly id?: string;
      };
      if (!isPathId(id)) throw upstreamError(operation, 'UPSTREAM_INVALID');
      this.loaderOf(resource).prime({ resource, key: [id] }, { id }, Paths.of('id'));
      return id;
    });
  }

  /** Makes a call that reads. Fields with equal arguments share it, until the next write. */
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

  /**
   * Runs one write of a mutation. If the client leaves before it has begun, it sends nothing. Once
   * it has begun, it runs to its end, and so do the writes after it: all their calls, repetitions
   * and waits, until the deadline. Reads for the response still end when the client leaves.
   * @param write calls `begin` when its checks have passed and its turn has come
   */
  async runWrite<T>(write: (begin: () => void) => Promise<T>): Promise<T> {
    const begin = (): void => {
      this.#hasBegunWrite = true;
      this.#calls.followClient(false);
    };
    if (this.#hasBegunWrite) begin();
    try {
      return await this.settings.writes.run(() => write(begin));
    } finally {
      this.#calls.followClient(true);
    }
  }

  /** Runs writes to one entity one after the other; see `Turns.runExclusive`. */
  runExclusive<T>(ref: Ref, operation: AnyOperation, work: () => Promise<T>): Promise<T> {
    return this.turns.runExclusive(ref, operation, work);
  }

  /**
   * Waits.
   * @returns false if the client has left and no write is running, `stop` fires, or, immediately,
   * the deadline would pass
   */
  pause(ms: number, stop?: AbortSignal): Promise<boolean> {
    const { deadline } = this.settings;
    return pause(ms, { signal: this.#calls.signal, deadline }, stop);
  }

  /** Clears the cache after a write. The answer of the write is stored for `paths`. */
  invalidate(ref?: Ref, answer?: object | null, paths: Paths = Paths.none): void {
    this.invalidateMany(ref && answer ? [{ ref, answer }] : [], paths);
  }

  /** Clears the cache after several writes, of which none has changed the entity of another one. */
  invalidateMany(written: readonly WriteAnswer[], paths: Paths): void {
    this.#loaders.replace(written, paths);
    this.#pages?.clear();
    this.#sharedCalls?.clear();
  }

  onWait(kind: WaitKind, ms: number): void {
    this.settings.waits?.onWait(kind, ms);
    this.settings.recorder?.onWait(kind, ms);
  }

  warn(warning: Warning): void {
    this.warnings.push(warning);
  }

  /** Runs several writes at once, whose answers are stored at their end; see `Loaders.collect`. */
  runTogether<T>(writes: () => Promise<T>): Promise<T> {
    return this.#loaders.collect(writes);
  }

  /** The loader of the entities of a resource. */
  get loaderOf(): Loaders['of'] {
    return this.#loaders.of;
  }

  /** Makes a call whose answer may have errors in the place of invalid values. */
  readonly #read: SendRead = (operation, args, downstream) =>
    this.send(operation, args, { downstream, acceptsInvalid: true });

  /** Makes the call of a loader. */
  readonly sendRead: SendRead = (operation, args, downstream) => {
    this.usage.countLoad();
    return this.#read(operation, args, downstream);
  };
}
