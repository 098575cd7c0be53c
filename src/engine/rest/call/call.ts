/**
 * A REST call with its retries, and the requests of the gateway that wait for it. Each of them
 * waits no longer than its own deadline, and leaves when its client disconnects; a read goes on for
 * the others. When the last one has left, a read is not sent any more, or its response has
 * `abandonedReadMs` to arrive, so that its connection stays usable.
 */
import type { TracedAttempt } from './attempt-observer.ts';
import type { CallPool } from './call-handler.ts';
import type { CallResult } from './call-outcome.ts';
import { classifyFailure } from './classify-failure.ts';
import {
  type Failure,
  outdatedReason,
  type UpstreamCode,
  UpstreamError,
  upstreamError,
} from '../../api/error.ts';
import type { CallState } from './call-state.ts';
import { HttpCall } from './http-call.ts';
import { type AnyOperation, isRead } from '../../api/operation.ts';
import type { OutgoingRequest } from '../request/outgoing-request.ts';
import { isRateLimit } from '../share/rate-limits.ts';
import { unmodified, unreadable } from './response-body.ts';
import { RetryState } from './retry-state.ts';
import type { ServiceConnections } from '../connection/service-connections.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { CallOptions, Requester } from '../upstream.ts';
import { Timed } from '../share/timed-list.ts';

/** A request, and the rules by which its response is read. */
interface PreparedCall
  extends Pick<Call, 'operation' | 'request' | 'options' | 'connections' | 'pool' | 'settings'> {
  /** See `classifyFailure`. */
  readonly isContent?: true;
  /** The value of a response of status 2xx, or `unreadable`. */
  readonly read: (call: Call, response: CallResult) => unknown;
}

/** Learns when a call ends, before those that wait for it. */
export interface CallObserver {
  /** @param error with which the call has failed */
  onEnd(call: Call, error?: unknown): void;
  /** Called when the last request that waited for the call has left. */
  onAbandoned(call: Call): void;
}

/** The place of a read among those in flight. */
interface Sharing {
  /** Key of the caller that is no secret. */
  readonly callerKey: string;
  /** Names the request among those of the caller. */
  readonly key: string;
}

/** Replace those of a call that has ended. */
const noOptions: CallOptions = { identity: {}, deadline: 0 };
const noWaiters: readonly never[] = [];

/** One call; it is sent by `send`. */
export class Call implements CallState<HttpCall> {
  /** Instant of the clock. */
  readonly startedAt: number;
  readonly operation: AnyOperation;
  request: OutgoingRequest;
  /** Those of the request that makes the call; others may wait for it later. */
  options: CallOptions;
  readonly connections: ServiceConnections;
  readonly pool: CallPool;
  readonly settings: ResolvedSettings;
  /** The latest deadline of those that wait. */
  deadline: number;
  isProbe = false;
  observer: CallObserver | undefined = undefined;
  /** Set for a read that equal reads of its caller can join. */
  sharing: Sharing | undefined = undefined;
  readonly #isContent: PreparedCall['isContent'];
  readonly #read: PreparedCall['read'];
  /** The first one is in no list until another one joins: the call ends at the same time. */
  #waiters: readonly Waiter[] = noWaiters;
  #retries: RetryState | undefined = undefined;

  constructor(prepared: PreparedCall) {
    const { operation, request, options, connections, pool, settings, isContent, read } = prepared;
    this.operation = operation;
    this.request = request;
    this.options = options;
    this.connections = connections;
    this.pool = pool;
    this.settings = settings;
    this.startedAt = settings.clock.now();
    this.deadline = options.deadline;
    this.#isContent = isContent;
    this.#read = read;
  }

  /**
   * Sends the call.
   * @returns the value of the first response that can be read; `undefined` for a deletion whose
   * repetition finds the entity gone; `unmodified` for a 304
   * @throws {UpstreamError} for the last failure, where no further attempt is allowed, or if the
   * breaker of the service is open
   */
  send(): Promise<unknown> {
    const waiter = new Waiter(this, this.options);
    this.#waiters = [waiter];
    if (this.connections.rateLimits.admits(this, this.startedAt)) this.#sendFirst();
    else void this.#sendAfterPause();
    return waiter.promise;
  }

  #sendFirst(now = this.startedAt): void {
    const { breaker, retryBudget } = this.connections;
    this.isProbe = breaker.isOpen;
    if (!breaker.allows(this.operation, now)) return this.#fail(breaker.error(this.operation));
    retryBudget.countCall(now);
    new HttpCall(this).start();
  }

  async #sendAfterPause(): Promise<void> {
    const { rateLimits } = this.connections;
    if (await rateLimits.whenAdmitted(this, this.#onlySignal))
      this.#sendFirst(this.settings.clock.now());
    else this.#fail(rateLimits.error(this));
  }

  /** A further request waits for the call. */
  join(options: WaitOptions): Promise<unknown> {
    const waiter = new Waiter(this, options);
    this.deadline = Math.max(this.deadline, options.deadline);
    this.#waiters = [...this.#waiters, waiter];
    for (const each of this.#waiters) each.watch();
    return waiter.promise;
  }

  /** Called when a request stops waiting that shares the call, or has shared it. */
  leave(waiter: Waiter): void {
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    waiter.reject(upstreamError(this.operation, 'UPSTREAM_TIMEOUT'));
    if (this.#waiters.length === 0) this.observer?.onAbandoned(this);
  }

  /** Whether nobody waits any more, or a request must not be sent any more. */
  get isCancelled(): boolean {
    return this.isLeft || this.options.mayBeSent?.() === false;
  }

  get isLeft(): boolean {
    return this.#waiters.length === 0 || this.#onlyWaiter?.hasLeft === true;
  }

  get #onlyWaiter(): Waiter | undefined {
    return this.#waiters.length === 1 ? this.#waiters[0] : undefined;
  }

  /** The signal of the request that waits alone; several requests have none in common. */
  get #onlySignal(): AbortSignal | undefined {
    return this.#onlyWaiter?.signal;
  }

  /** Called when an attempt has ended. */
  onAttemptEnd(attempt: HttpCall): void {
    this.settings.observer?.onAttempt(this.operation, attempt);
    this.options.onAttempt?.(tracedAttempt(this, attempt));
    this.connections.breaker.onEnd(attempt);
    let value: unknown = unreadable;
    try {
      if (attempt.succeeded) value = this.#read(this, attempt);
      else if (this.#isUnmodified(attempt)) value = unmodified;
    } catch (error) {
      return this.#fail(error);
    }
    if (value === unreadable)
      return void this.#retry(attempt).catch((error: unknown) => this.#fail(error));
    this.connections.rateLimits.onSuccess(this, attempt.startedAt);
    this.#succeed(value, attempt);
  }

  #isUnmodified({ outcome, status }: HttpCall): boolean {
    const { headers } = this.options;
    return status === 304 && outcome === 'response' && headers?.['if-none-match'] !== undefined;
  }

  /** Sends the call again, or fails. */
  async #retry(attempt: HttpCall): Promise<void> {
    // An attempt that is cut gives back its place and its connection first.
    await Promise.resolve();
    this.#retries ??= new RetryState(this);
    const { api, clock } = this.settings;
    const isOfKey = this.options.identity.token === undefined;
    const kind = { isOfKey, isContent: this.#isContent };
    const failure = classifyFailure(this.operation, attempt, { api, clock, ...kind });
    if (this.#retries.isCompletedDeletion(failure)) return this.#succeed(undefined, attempt);
    const { breaker, rateLimits } = this.connections;
    if (attempt.outcome === 'gaveWay' && breaker.isOpen) throw breaker.error(this.operation);
    const isOwnPause =
      !isRateLimit(failure) || rateLimits.onRefusal(this, attempt.startedAt, failure);
    const retryAt = rateLimits.retryAt(this, isOwnPause);
    const delayMs = this.#retries.delayAfter(attempt, failure, retryAt);
    logFailure(this.settings, failure, attempt, delayMs);
    if (delayMs === undefined) throw this.#finalError(failure, attempt);
    if (delayMs > 0) await this.settings.clock.sleep(delayMs, this.#onlySignal);
    // The service may have failed for others, or refused them, in the meantime. A connection that
    // it had closed is no failure: a probe goes on.
    const isAdmitted =
      attempt.onStaleConnection ||
      (!breaker.isOpen && rateLimits.admitsRetry(this, retryAt, isOwnPause));
    if (!isAdmitted) throw this.#finalError(failure, attempt);
    this.settings.observer?.onRetry(this.operation);
    new HttpCall(this).start();
  }

  #finalError(failure: Failure, { errorCode, outcome }: HttpCall): UpstreamError {
    const final = this.#retries!.finalFailure(failure);
    if (outcome === 'cancelled' && !this.isLeft)
      return new UpstreamError({ ...final, code: 'UPSTREAM_UNAVAILABLE', reason: outdatedReason });
    const lacksToken = tokenCodes.has(final.code) && this.options.identity.token === undefined;
    return new UpstreamError(lacksToken ? { ...final, withoutToken: true } : final, errorCode);
  }

  /** Resolvers attach refs to the objects of an answer, so each request has objects of its own. */
  #succeed(value: unknown, response: CallResult): void {
    const waiters = this.#end();
    this.observer?.onEnd(this);
    waiters.forEach((waiter, index) =>
      waiter.resolve(index === 0 || value === unmodified ? value : this.#read(this, response)),
    );
  }

  #fail(error: unknown): void {
    const waiters = this.#end();
    this.observer?.onEnd(this, error);
    waiters.forEach((waiter, index) => waiter.reject(index === 0 ? error : copyOf(error)));
  }

  /**
   * Refers to no request any more: the tables that a `Map` of calls discards keep ended calls in
   * memory until the next full garbage collection.
   */
  #end(): readonly Waiter[] {
    const waiters = this.#waiters;
    for (const waiter of waiters) waiter.unwatch();
    this.#waiters = noWaiters;
    this.options = noOptions;
    return waiters;
  }
}

function tracedAttempt(
  { request: { method }, connections: { baseUrl } }: Call,
  { outcome, status, size, sent: isCounted, measuredFrom: startedAt }: HttpCall,
): TracedAttempt {
  return { outcome, status, method, baseUrl, isCounted, size, startedAt };
}

/** Codes of failures that an access token can help against. */
const tokenCodes: ReadonlySet<UpstreamCode> = new Set(['NOT_FOUND', 'UNAUTHENTICATED']);

const copyOf = (error: unknown): unknown =>
  error instanceof UpstreamError ? new UpstreamError(error.failure, error.cause) : error;

/** Logs only stable words and numbers: no URL with its query, no token, key or body. */
function logFailure(
  { log }: ResolvedSettings,
  { service, operation, code, status, reason }: Failure,
  { outcome, errorCode }: HttpCall,
  retryInMs: number | undefined,
): void {
  log?.debug(
    { service, operation, code, status, reason, outcome, errorCode, retryInMs },
    retryInMs === undefined ? 'call failed' : 'call failed, will be retried',
  );
}

type WaitOptions = Pick<CallOptions, 'deadline' | 'requester' | 'signal'>;

class Waiter extends Timed {
  override endAt: number;
  readonly signal: AbortSignal | undefined;
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly #call: Call;
  readonly #requester: Requester | undefined;

  constructor(call: Call, { deadline, signal, requester }: WaitOptions) {
    super();
    this.#call = call;
    // A write that has begun is finished.
    this.#requester = isRead(call.operation) ? requester : undefined;
    this.endAt = deadline;
    this.signal = signal;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** Whether the request does not need the answer any more. */
  get hasLeft(): boolean {
    return this.signal?.aborted === true || this.#requester?.hasEnded === true;
  }

  /** Lets the request leave at its own deadline: others wait for the call, too. */
  watch(): void {
    this.#call.connections.openWaiters.add(this);
  }

  /** The call has ended. */
  unwatch(): void {
    this.#call.connections.openWaiters.delete(this);
  }

  override check(now: number): void {
    if (this.hasLeft || now >= this.endAt) this.expire();
  }

  override expire(): void {
    this.unwatch();
    this.#call.leave(this);
  }
}
