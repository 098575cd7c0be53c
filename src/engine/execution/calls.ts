/**
 * The REST calls of one execution. Each is checked and counted before it is sent, with the options
 * of the caller's request.
 */
import { withPartScopes } from '../api/accepted-scopes.ts';
import { checkAnswer, checkAnswers } from '../rest/operation/answer-check.ts';
import type { IdsOfCall } from '../cache/call-parts.ts';
import {
  type CallContext,
  type CallSettings,
  onSendOf,
  optionsOf,
  type SharedOptions,
} from './call-settings.ts';
import { ReadLimit } from './read-limit.ts';
import type { KnownStates } from './stored-reads.ts';
import { upstreamError } from '../api/error.ts';
import {
  type AnyOperation,
  type Args,
  isRead,
  type ResponseOf,
  serviceOf,
} from '../api/operation.ts';
import { unlessEtag } from '../rest/request/outgoing-request.ts';
import type { CallOptions, FileInfo, Requester } from '../rest/upstream.ts';
import type { Identity } from '../caller/identity.ts';
import { callerKey, type ProvenScopes } from '../caller/identities.ts';
import { type CallRecord, recorded } from '../trace/call-record.ts';
import { pause } from '../caller/pause.ts';
import { hasUnknownOutcome, unknownOutcome } from '../rest/call/unknown-outcome.ts';

export interface SendOptions
  extends Pick<CallOptions, 'headers' | 'idempotent' | 'file' | 'mayBeSent'> {
  /** Types whose keys the answer may contain: batches of these types wait for the call. */
  readonly downstream?: ReadonlySet<string> | undefined;
  /**
   * Whether the caller can do with an answer in which errors take the place of invalid values.
   * Otherwise one of them fails a read as a whole. Answers of writes can always have some: what
   * they report has happened.
   */
  readonly acceptsInvalid?: boolean;
  /** How a read names the entities that it reads, each of which can be stored. */
  readonly byIds?: IdsOfCall | undefined;
}

/** Maximum time in ms of a read that nobody waits for. */
const refreshMs = 10_000;

interface OneCall<O extends AnyOperation> {
  readonly operation: O;
  /** With the headers that the call needs: what one of them unlocks is not shown without it. */
  readonly args: Args<O>;
  readonly options: SendOptions;
  readonly record: CallRecord | undefined;
}

/** An answer that is stored needs no promise. */
type Answered<O extends AnyOperation> = ResponseOf<O> | Promise<ResponseOf<O>>;

const NO_TYPES: ReadonlySet<string> = new Set();

/** The id in the body of a write: that of the entity. */
function bodyId({ body }: { readonly body?: { readonly id?: unknown } }): string | undefined {
  return typeof body?.id === 'string' ? body.id : undefined;
}

export class Calls implements Requester {
  /** Writes that the deadline cut off here and that the service may still execute. */
  readonly detachedWrites: Promise<void>[] = [];
  readonly #settings: CallSettings;
  readonly #context: CallContext;
  /** The reads that are under way. */
  readonly reads: ReadLimit;
  /** The options of each call with the main identity. */
  readonly #options: SharedOptions;
  /** Whose token the last answer has shown to be valid. */
  #accepted: Identity | undefined;
  /** What the answers of the execution prove about the scopes of that token. */
  #proven: ProvenScopes | undefined;
  #states: KnownStates | undefined;
  #hasEnded = false;

  constructor(settings: CallSettings, context: CallContext) {
    this.#settings = settings;
    this.#context = context;
    this.reads = new ReadLimit(settings.readsAtOnce);
    this.#options = optionsOf(settings, context, this);
  }

  /** Ends calls, waits and turns of the execution when the client leaves, if it is set. */
  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Sends no further read: the response is complete. Some reads can be left over, whose values
   * would be below what an error has made null.
   */
  end(): void {
    this.#hasEnded = true;
  }

  /** Sends calls without a condition of their own only while this holds, from now on. */
  sendOnlyWhile(mayBeSent: () => boolean): void {
    this.#options.mayBeSent = mayBeSent;
  }

  /** Ends the calls that begin from now on so many ms before the deadline of the execution. */
  keepTime(ms: number): void {
    this.#options.deadline = this.#settings.deadline - ms;
  }

  /** See `Execution.pause`. */
  pause(ms: number, stop?: AbortSignal): Promise<boolean> {
    const { deadline } = this.#settings;
    return pause(ms, { signal: this.signal, deadline, clock: this.#context.clock }, stop);
  }

  /** Whether what begins from now on ends when the client leaves. */
  followClient(isFollowed: boolean): void {
    this.#options.signal = isFollowed ? this.#settings.signal : undefined;
  }

  /**
   * Makes a REST call.
   * @throws UpstreamError UNAUTHENTICATED for a call that needs a token, MISSING_SCOPE for one
   * whose scopes the token is known to lack, QUERY_TOO_EXPENSIVE for one beyond the limits of the
   * execution, QUOTA_EXCEEDED for one beyond the daily quota, UPSTREAM_INVALID for an answer with
   * an invalid value, or the error of the call
   */
  send<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: SendOptions = {},
  ): Promise<ResponseOf<O>> {
    this.#context.freshness.services.add(serviceOf(operation));
    try {
      if (this.#hasEnded && isRead(operation)) throw upstreamError(operation, 'UPSTREAM_TIMEOUT');
      this.checkAccess(operation);
      this.#context.allowance.takeCall(operation);
    } catch (error) {
      return Promise.reject(error);
    }
    const { scheduler } = this.#context;
    const record = this.#settings.recorder?.startCall(operation, args, scheduler.batchWait);
    const onEnd = scheduler.start(options.downstream ?? NO_TYPES, record);
    const isLimited = isRead(operation);
    const turn = isLimited ? this.reads.enter() : undefined;
    const mayBeStored = this.#mayBeStored(operation, options);
    if (!mayBeStored) this.#context.freshness.addMomentary();
    const call = (): Answered<O> => {
      const known = this.#context.knownHeaders.addTo(operation, args);
      const one: OneCall<O> = { operation, args: known, options, record };
      return mayBeStored ? this.#read(one) : this.#call(one);
    };
    const answer = turn
      ? turn.then(() => {
          record?.admit();
          return call();
        })
      : call();
    return recorded(Promise.resolve(answer), record).then(
      (value) => {
        if (!mayBeStored) this.#accept(operation);
        const { fields } = args as { readonly fields?: string };
        const isValid = checkAnswer(this.#settings.upstream.api, operation, fields, value);
        const { quota, knownHeaders } = this.#context;
        knownHeaders.learn(operation, args, value);
        if (quota.learnsAccount) quota.learnAccount(operation, args, value);
        this.#end(isLimited, onEnd);
        if (!isValid && !options.acceptsInvalid && isRead(operation))
          throw upstreamError(operation, 'UPSTREAM_INVALID');
        return value;
      },
      (error: unknown) => {
        const failed = mayBeStored ? Promise.reject(error) : this.#fail(operation, args, error);
        return failed.finally(() => this.#end(isLimited, onEnd));
      },
    );
  }

  /** Called when a call has ended. @param onEnd that of the scheduler */
  #end(isLimited: boolean, onEnd: () => void): void {
    if (isLimited) this.reads.leave();
    onEnd();
  }

  /** Whether what is stored may answer: for queries alone, which need no current state. */
  #mayBeStored(operation: AnyOperation, { acceptsInvalid }: SendOptions): boolean {
    const { storedReads, identities } = this.#settings;
    if (!storedReads || !acceptsInvalid || !this.#context.sharing.onShared) return false;
    return storedReads.mayAnswer(operation, identities.of(operation));
  }

  /** Answers a read by what is stored, as far as there is something, and by calls. */
  #read<O extends AnyOperation>(call: OneCall<O>): Answered<O> {
    const { operation, args, options, record } = call;
    const { storedReads, identities, wantsFresh = false } = this.#settings;
    const identity = identities.of(operation);
    let needsCall = false;
    const answer = storedReads!.read({
      operation,
      args,
      byIds: options.byIds,
      identity,
      states: (this.#states ??= new Map()),
      isFresh: wantsFresh,
      send: async (some, by, etag) => {
        needsCall = true;
        if (record) record.source = 'service';
        try {
          const conditional = { ...options, ...unlessEtag(etag) };
          const own = { ...call, args: some as Args<O>, options: conditional };
          const value = await this.#call(own, by);
          if (by === identity) this.#accept(operation);
          return value;
        } catch (error) {
          return this.#fail(operation, some, error, by);
        }
      },
      refresh: (some, by, etag) =>
        this.#refresh(operation, some as Args<O>, { identity: by, ...unlessEtag(etag) }),
      onParts: (age) => {
        this.#context.freshness.add(age);
        if (age.stored === 0) return;
        this.#context.usage.countShared(age.stored);
        // It is read again meanwhile.
        if (age.ageMs >= age.ttlMs) needsCall = true;
        if (record?.attempts.length === 0) record.source = 'cache';
      },
    });
    const accept = (value: unknown): ResponseOf<O> => {
      if (!needsCall) this.#context.quota.avoid(operation);
      return value as ResponseOf<O>;
    };
    return answer instanceof Promise ? answer.then(accept) : accept(answer);
  }

  /** Reads again what nobody waits for. */
  #refresh<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    by: Pick<CallOptions, 'identity' | 'headers'>,
  ): Promise<unknown> {
    const { quota, clock } = this.#context;
    const options: CallOptions = {
      ...by,
      callerKey: callerKey(by.identity),
      deadline: clock.now() + refreshMs,
      onSend: () => quota.spend(operation, by.identity),
    };
    const call = (): Promise<unknown> => this.#settings.upstream.call(operation, args, options);
    return quota.makeCall(operation, call, by.identity).finally(() => {
      if (this.#hasEnded) quota.settle();
    });
  }

  /**
   * Calls the service if the quota allows it.
   * @param by left out: the caller
   */
  #call<O extends AnyOperation>(
    { operation, args, options: send, record }: OneCall<O>,
    by?: Identity,
  ): Promise<ResponseOf<O>> {
    const { headers, idempotent, file, mayBeSent = this.#options.mayBeSent } = send;
    const { upstream } = this.#settings;
    this.#options.onShared = this.#context.sharing.onShared;
    const own = this.#optionsOf(operation, by);
    const isPlain = (headers ?? idempotent ?? file ?? mayBeSent) === undefined;
    const unrecorded = isPlain ? own : { ...own, headers, idempotent, file, mayBeSent };
    const options = record ? record.recording(unrecorded) : unrecorded;
    try {
      const taken = this.#context.quota.takeCall(operation, own.identity);
      return taken
        ? taken.then(() => upstream.call(operation, args, options))
        : upstream.call(operation, args, options);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * @param identity that the call was made with. Default: that of the caller
   * @throws the error of a call, with what is known about its cause, and about its outcome
   */
  async #fail(
    operation: AnyOperation,
    args: object,
    error: unknown,
    identity = this.#settings.identities.of(operation),
  ): Promise<never> {
    const { upstream, knownScopes, acceptedCallers } = this.#settings;
    acceptedCallers.forgetIfRejected(identity, error);
    // The write may have changed what the cache has.
    if (hasUnknownOutcome(error)) this.#context.invalidate();
    const failure = await this.#context.quota.markExhausted(operation, error, identity);
    const scoped = withPartScopes(upstream.api, operation, args, failure);
    const known = knownScopes.learn(operation, identity, scoped);
    throw hasUnknownOutcome(known) ? unknownOutcome(known, bodyId(args)) : known;
  }

  /**
   * Checks what is known about the caller's token before a call.
   * @throws UpstreamError UNAUTHENTICATED, MISSING_SCOPE or FORBIDDEN
   */
  checkAccess(operation: AnyOperation): void {
    const { identities, knownScopes } = this.#settings;
    const identity = identities.of(operation);
    if (operation.auth === 'user' && identity.token === undefined)
      throw upstreamError(operation, 'UNAUTHENTICATED');
    identity.grant?.check?.(operation);
    knownScopes.check(operation, identity);
  }

  /** Starts a resumable upload. @returns path and query of its URL, which is a secret */
  async startUpload<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    file: FileInfo,
  ): Promise<string> {
    const { media } = this.#settings.upstream;
    const sent = this.#context.knownHeaders.addTo(operation, args);
    const start = (options: CallOptions) => media.startUpload(operation, sent, file, options);
    return this.startMedia(operation, args, start);
  }

  /**
   * Makes a REST call whose response has many answers. It is one call, however many there are.
   * @param signal ends the response
   */
  async stream<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<NonNullable<ResponseOf<O>>>> {
    const { upstream } = this.#settings;
    const start = (options: CallOptions) => upstream.media.answers(operation, args, options);
    const answers = await this.startMedia(operation, args, start, signal);
    return checkAnswers(upstream.api, operation, answers);
  }

  /**
   * Starts an upload, or a response that is read as it comes.
   * @param args those that the trace shows
   * @param start sends the call
   * @param given cuts the call off, instead of the signal of the execution
   */
  async startMedia<T>(
    operation: AnyOperation,
    args: Readonly<Record<string, unknown>>,
    start: (options: CallOptions) => Promise<T>,
    given?: AbortSignal,
  ): Promise<T> {
    const { knownScopes, acceptedCallers, recorder } = this.#settings;
    const { identity, deadline, onSend, callerKey: key, ...shared } = this.#optionsOf(operation);
    const signal = given ?? shared.signal;
    this.checkAccess(operation);
    this.#context.allowance.takeCall(operation);
    const record = recorder?.startCall(operation, args);
    const own = { identity, callerKey: key, signal, deadline, onSend };
    const options = record ? record.recording(own) : own;
    const started = this.#context.quota.makeCall(operation, () => start(options));
    const result = await recorded(started, record).catch((error: unknown) => {
      acceptedCallers.forgetIfRejected(identity, error);
      throw knownScopes.learn(operation, identity, error);
    });
    this.#accept(operation);
    return result;
  }

  /** The service of the operation has accepted the caller's token, with one of its scopes. */
  #accept(operation: AnyOperation): void {
    const { identities, acceptedCallers, knownScopes } = this.#settings;
    const identity = identities.of(operation);
    if (identity !== this.#accepted) {
      this.#accepted = identity;
      acceptedCallers.accept(identity);
      this.#proven = knownScopes.provenOf(identity);
    }
    this.#proven?.add(operation.scopes);
  }

  /** The same object for all operations, unless a service has a token of its own. */
  #optionsOf(
    operation: AnyOperation,
    identity = this.#settings.identities.of(operation),
  ): SharedOptions {
    if (identity === this.#options.identity) return this.#options;
    const onSend = onSendOf(this.#context, identity);
    return { ...this.#options, identity, callerKey: callerKey(identity), onSend };
  }
}
