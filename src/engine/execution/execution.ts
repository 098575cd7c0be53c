/**
 * One execution of an operation: the caller, the deadline, the cost so far and the warnings. What
 * it has read is in `Reads`, `Turns` orders its writes, and `Calls` makes its REST calls.
 */
import type { AnyOperation, Args, ResponseOf } from '../api/operation.ts';
import type { WaitKind, WaitObserver } from '../rest/share/wait-observer.ts';
import type { Api } from '../api/api.ts';
import type { OwnHeaders } from '../api/known-headers.ts';
import { Freshness } from '../read/freshness.ts';
import { Allowance, Usage } from '../read/usage.ts';
import { Paths } from '../read/path.ts';
import { Reads } from '../read/reads.ts';
import type { Ref, WriteAnswer } from '../read/resource.ts';
import type { EntityProjection } from '../read/walk/projection.ts';
import type { DownloadSource, DownloadUrl } from '../transfer/download-link.ts';
import type { MediaContent } from '../rest/upstream.ts';
import type { UploadRecord } from '../transfer/upload-session.ts';
import { Turns } from '../lock/turns.ts';
import { type Clock, systemClock } from '../caller/clock.ts';
import { Calls, type SendOptions } from './calls.ts';
import { ContentReads, type SomeBytes } from './content-read.ts';
import type { ExecutionSettings } from './execution-settings.ts';
import type { Warning } from '../trace/response-extensions.ts';

/** The state of one execution, and the only way to its REST calls. */
export class Execution implements WaitObserver {
  readonly settings: ExecutionSettings;
  readonly clock: Clock;
  readonly usage = new Usage();
  readonly freshness = new Freshness();
  readonly allowance: Allowance;
  readonly quota: ReturnType<ExecutionSettings['quotas']['of']>;
  readonly warnings: Warning[] = [];
  readonly knownHeaders: OwnHeaders;
  readonly #reads: Reads;
  readonly #calls: Calls;
  #contents: ContentReads | undefined;
  #turns: Turns | undefined;
  #openedUploads: Map<string, UploadRecord> | undefined;
  #hasBegunWrite = false;

  constructor(settings: ExecutionSettings) {
    this.settings = settings;
    this.clock = settings.clock ?? systemClock;
    this.knownHeaders = settings.upstream.api.knownHeaders();
    const { agentBudget: agents, client } = settings;
    this.quota = settings.quotas.of(settings.identities, { waits: this, agents, client });
    this.allowance = new Allowance(settings.limits, this.api);
    this.#reads = new Reads(settings, this);
    this.#calls = new Calls(settings, this);
  }

  get api(): Api {
    return this.settings.upstream.api;
  }

  get identities(): ExecutionSettings['identities'] {
    return this.settings.identities;
  }

  get storedReads(): ExecutionSettings['storedReads'] {
    return this.settings.storedReads;
  }

  get usesSubsets(): boolean {
    return this.settings.usesSubsets === true;
  }

  get knownScopes(): ExecutionSettings['knownScopes'] {
    return this.settings.knownScopes;
  }

  get uploads(): ExecutionSettings['uploads'] {
    return this.settings.uploads;
  }

  get unconditional(): ExecutionSettings['unconditional'] {
    return this.settings.unconditional;
  }

  get workflows(): ExecutionSettings['workflows'] {
    return this.settings.workflows;
  }

  get receiverOrigins(): readonly string[] {
    return this.settings.receiverOrigins ?? [];
  }

  get scheduler(): Reads['scheduler'] {
    return this.#reads.scheduler;
  }

  get sharing(): Reads['sharing'] {
    return this.#reads.sharing;
  }

  get pages(): Reads['pages'] {
    return this.#reads.pages;
  }

  get loaderOf(): Reads['loaderOf'] {
    return this.#reads.loaderOf;
  }

  /** The turns of its writes; made by the first one. */
  get turns(): Turns {
    const { mutex, deadline, identities, acceptedCallers } = this.settings;
    this.#turns ??= new Turns(
      { mutex, deadline, clock: this.clock, identities, acceptedCallers, waits: this },
      this.#calls,
    );
    return this.#turns;
  }

  /** @returns the entity, or null if it does not exist; a promise only if a call is needed */
  load(ref: Ref, projection: EntityProjection): object | null | Promise<object | null> {
    return this.#reads.load(ref, projection);
  }

  /** @returns a URL that downloads a file on behalf of the caller */
  downloadUrl<O extends AnyOperation>(source: DownloadSource<O>): DownloadUrl {
    this.freshness.addMomentary();
    return this.settings.downloads.create(this.identities, source);
  }

  /** Makes a REST call; see `Calls.send`. */
  send<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options?: SendOptions,
  ): Promise<ResponseOf<O>> {
    return this.#turns
      ? this.#turns.send(operation, () => this.#calls.send(operation, args, options))
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
    return this.#turns
      ? this.#turns.send(parameters[0], () => this.#calls.startUpload(...parameters))
      : this.#calls.startUpload(...parameters);
  }

  /** Reads the bytes of a file; see `ContentReads.read`. */
  readContent<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    some?: SomeBytes,
  ): Promise<MediaContent> {
    this.#contents ??= new ContentReads({ context: this, calls: this.#calls });
    return this.#contents.read({ operation, args, some });
  }

  /** Opens a response with many answers; see `Calls.stream`. */
  stream<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<NonNullable<ResponseOf<O>>>> {
    return this.#calls.stream(operation, args, signal);
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
  wellKnownId(ref: Ref, downstream?: ReadonlySet<string>): Promise<string> {
    return this.#reads.wellKnownId(ref, downstream);
  }

  /** Makes a call that reads. Fields with equal arguments share it, until the next write. */
  sharedCall(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    downstream: ReadonlySet<string>,
  ): Promise<unknown> {
    return this.#reads.sharedCall(operation, args, downstream);
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
    return this.#calls.pause(ms, stop);
  }

  /** Clears the cache after a write. The answer of the write is stored for `paths`. */
  invalidate(ref?: Ref, answer?: object | null, paths: Paths = Paths.none): void {
    this.invalidateMany(ref && answer ? [{ ref, answer }] : [], paths);
  }

  /** Clears the cache after several writes, of which none has changed the entity of another one. */
  invalidateMany(written: readonly WriteAnswer[], paths: Paths): void {
    this.#reads.replace(written, paths);
  }

  onWait(kind: WaitKind, ms: number): void {
    this.settings.waits?.onWait(kind, ms);
    this.settings.recorder?.onWait(kind, ms);
  }

  /** Reports an error that is a defect of the gateway, and that no error of the response shows. */
  reportDefect(error: Error): void {
    this.settings.defects?.onDefect(error);
  }

  warn(warning: Warning): void {
    this.warnings.push(warning);
  }

  /** Runs several writes at once, whose answers are stored at their end; see `Loaders.collect`. */
  runTogether<T>(writes: () => Promise<T>): Promise<T> {
    return this.#reads.collect(writes);
  }
}
