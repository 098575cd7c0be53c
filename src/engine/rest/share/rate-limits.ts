/**
 * Rate limits that last. After a rate-limit error, the calls that the limit concerns are paused, so
 * that they do not fail one by one. Whom the limit concerns:
 *
 * - nothing else, if the operation limits how often one object is read (`Operation.limitsObjects`):
 *   whoever reads it has to keep its interval
 * - the caller, if the reason says so (`ErrorReason.limitsUser`)
 * - all calls of the service and bucket, if the service states a time (`Retry-After`), or if
 *   several callers get the error and none has a success in between
 * - otherwise the caller: a single error must not stop all others
 *
 * A pause lasts as long as the service states, and at least a time that doubles with each error.
 * Errors of calls that began before the pause tell nothing new. The first success ends the pause.
 * Retries of calls that have failed are its probes: they do not wait for its end, unless the
 * service has stated it.
 *
 * A success costs one comparison while nothing is paused, and no wait: other processes announce
 * their pauses by messages, and nothing is read from a store. A lost message costs a call.
 */
import { lruCache } from '../../execution/lru-cache.ts';
import type { Clock } from '../../execution/clock.ts';
import { type Failure, upstreamError, type UpstreamError } from '../call/error.ts';
import { errorReasonOf } from '../operation/error-reason.ts';
import { type AnyOperation, serviceOf } from '../operation/operation.ts';
import type { AnnouncedPause, PauseExchange } from './pause-exchange.ts';
import type { RetrySettings } from '../settings.ts';
import { anonymousCaller, type SharePolicy, Shares } from './shares.ts';

/** The facts of a call that decide whether it is paused. */
export interface PausableCall {
  readonly operation: AnyOperation;
  readonly options: { readonly callerKey?: string | undefined };
}

interface RateLimitSettings {
  readonly clock: Clock;
  readonly retry: Pick<RetrySettings, 'rateLimitBaseDelayMs' | 'maxDelayMs'>;
  readonly random: () => number;
  readonly sharePolicy: SharePolicy;
  readonly pauses?: PauseExchange | undefined;
}

/** All instants are those of the clock. */
interface Pause {
  readonly endsAt: number;
  /** The end that the service has stated; 0 without one. */
  readonly statedEndsAt: number;
  readonly changedAt: number;
  /** Errors since the last success that lengthened the pause. */
  readonly errors: number;
}

/** Maximum pause without `Retry-After`. */
const maxBackoffMs = 30_000;

/** Maximum pause with `Retry-After`: then one call finds out whether the limit still holds. */
const maxStatedMs = 600_000;

/** Time for which the number of errors is remembered after a pause. */
const memoryMs = 60_000;

/** A pause whose end moves by less, in milliseconds, remains as it is. */
const toleranceMs = 1_000;

/** Number of limited callers that shows that the limit concerns all. */
const limitedCallerCount = 3;

/** Time in which they have to get the error. */
const limitedCallerMs = 10_000;

/**
 * Maximum number of calls that wait for the end of a pause, and the part of it for callers with few
 * waiting calls. Further calls fail at once: each that waits keeps an operation of the gateway from
 * its end.
 */
const waitingLimit = { total: 500, reserve: 0.125 };

/** The pauses of all services. */
export class RateLimits {
  readonly #settings: RateLimitSettings;
  readonly #pauses = lruCache<Pause>(10_000);
  /** Of callers whose token no service has accepted: they displace no others. */
  readonly #strangers = lruCache<Pause>(1_000);
  /** By bucket: the callers that got an error, and when. */
  readonly #limitedCallers = new Map<string, Map<string, number>>();
  /** Until then some pause matters. */
  #relevantUntil = 0;
  readonly #waiting: Shares;
  readonly #unsubscribe: (() => void) | undefined;

  constructor(settings: RateLimitSettings) {
    this.#settings = settings;
    this.#waiting = new Shares({ ...settings.sharePolicy, ...waitingLimit });
    this.#unsubscribe = settings.pauses?.subscribe((pause) => this.#learn(pause));
  }

  /** Ends the exchange with other processes. */
  close(): void {
    this.#unsubscribe?.();
  }

  /** Whether the call has to wait, or fails, before it is sent the first time. */
  pauses(call: PausableCall, now: number): boolean {
    return now < this.#relevantUntil && this.#endOf(call, 'endsAt') > now;
  }

  /** The instant before which the service wants no call, retries included; 0 for none. */
  statedEndOf(call: PausableCall): number {
    return this.#relevantUntil === 0 ? 0 : this.#endOf(call, 'statedEndsAt');
  }

  /**
   * Waits for the end of the pause, and a random time longer, so that not all calls start at once.
   * @returns undefined if the call should not wait: the pause is too long, or too many calls wait
   */
  wait(
    call: PausableCall,
    deadline: number,
    sleep: (ms: number) => Promise<void>,
  ): Promise<void> | undefined {
    const { retry, random } = this.#settings;
    const now = this.#settings.clock.now();
    const remainingMs = this.#endOf(call, 'endsAt') - now;
    const waitMs = remainingMs + random() * retry.rateLimitBaseDelayMs;
    if (remainingMs > retry.maxDelayMs || now + waitMs >= deadline) return undefined;
    const caller = callerOf(call);
    if (this.#waiting.take(caller) !== undefined) return undefined;
    return sleep(waitMs).finally(() => this.#waiting.release(caller));
  }

  /** The error of a call that is not sent. */
  error(call: PausableCall): UpstreamError {
    const remainingMs = this.#endOf(call, 'endsAt') - this.#settings.clock.now();
    return upstreamError(call.operation, 'RATE_LIMITED', {
      retryAfter: Math.max(1, Math.ceil(remainingMs / 1_000)),
    });
  }

  /** Called for each rate-limit error. @param startedAt when the request that got it began */
  onError(call: PausableCall, startedAt: number, failure: Failure): void {
    if (call.operation.limitsObjects) return;
    const now = this.#settings.clock.now();
    const caller = callerOf(call);
    const isTrusted = caller === anonymousCaller || this.#settings.sharePolicy.isAccepted(caller);
    const keys = keysOf(call);
    const key = this.#concernsAll(call, failure, isTrusted) ? keys.bucket : keys.caller;
    const pause = this.#extend(key, startedAt, (failure.retryAfter ?? 0) * 1_000);
    if (pause === undefined) return;
    this.#set(key, pause, isTrusted || key === keys.bucket);
    if (!isTrusted) return;
    const isStated = pause.statedEndsAt > now;
    this.#settings.pauses?.announce({ key, remainingMs: pause.endsAt - now, isStated });
  }

  /** Whether the limit is not one of the caller. */
  #concernsAll(call: PausableCall, failure: Failure, isTrusted: boolean): boolean {
    const { retryAfter = 0 } = failure;
    if (errorReasonOf(failure)?.limitsUser) return false;
    const { bucket } = keysOf(call);
    if (retryAfter > 0 || this.#find(bucket) !== undefined) return true;
    return isTrusted && this.#isSharedByCallers(bucket, callerOf(call));
  }

  /** Called for each success. @param startedAt when the request began */
  onSuccess(call: PausableCall, startedAt: number): void {
    if (startedAt > this.#relevantUntil) return;
    const { bucket, caller } = keysOf(call);
    this.#limitedCallers.delete(bucket);
    for (const key of [bucket, caller])
      for (const table of [this.#pauses, this.#strangers])
        if ((table.get(key)?.changedAt ?? Infinity) <= startedAt) table.delete(key);
  }

  #endOf(call: PausableCall, end: 'endsAt' | 'statedEndsAt'): number {
    const { bucket, caller } = keysOf(call);
    return Math.max(this.#stored(bucket)?.[end] ?? 0, this.#stored(caller)?.[end] ?? 0);
  }

  /** @returns the longer pause; undefined if the error tells nothing new */
  #extend(key: string, startedAt: number, statedMs: number): Pause | undefined {
    const now = this.#settings.clock.now();
    const known = this.#find(key);
    const isNew = known === undefined || startedAt >= known.changedAt;
    const statedEndsAt = statedMs === 0 ? 0 : now + Math.min(statedMs, maxStatedMs);
    if (!isNew && statedEndsAt < known.endsAt + toleranceMs) return undefined;
    const errors = (known?.errors ?? 0) + (isNew ? 1 : 0);
    const { rateLimitBaseDelayMs } = this.#settings.retry;
    const backoffMs = Math.min(maxBackoffMs, rateLimitBaseDelayMs * 2 ** (errors - 1));
    return {
      endsAt: Math.max(statedEndsAt, isNew ? now + backoffMs : known.endsAt),
      statedEndsAt: Math.max(statedEndsAt, known?.statedEndsAt ?? 0),
      changedAt: now,
      errors,
    };
  }

  /** Another process has paused calls. */
  #learn({ key, remainingMs, isStated }: AnnouncedPause): void {
    const now = this.#settings.clock.now();
    const known = this.#find(key);
    const endsAt = now + Math.min(remainingMs, maxStatedMs);
    if (known && endsAt < known.endsAt + toleranceMs) return;
    const { statedEndsAt = 0, errors = 1 } = known ?? {};
    const pause = {
      endsAt,
      statedEndsAt: isStated ? endsAt : statedEndsAt,
      changedAt: now,
      errors,
    };
    this.#set(key, pause, true);
  }

  #set(key: string, pause: Pause, isTrusted: boolean): void {
    const [own, other] = isTrusted
      ? [this.#pauses, this.#strangers]
      : [this.#strangers, this.#pauses];
    own.set(key, pause);
    other.delete(key);
    this.#relevantUntil = Math.max(this.#relevantUntil, pause.endsAt + memoryMs);
  }

  #stored(key: string): Pause | undefined {
    return this.#pauses.get(key) ?? this.#strangers.get(key);
  }

  /** A pause that has not been forgotten. */
  #find(key: string): Pause | undefined {
    const pause = this.#stored(key);
    if (pause === undefined) return undefined;
    return this.#settings.clock.now() < pause.endsAt + memoryMs ? pause : undefined;
  }

  /** Counts the caller. @returns whether as many got the error that the limit concerns all */
  #isSharedByCallers(bucket: string, caller: string): boolean {
    const now = this.#settings.clock.now();
    const callers = this.#limitedCallers.get(bucket) ?? new Map<string, number>();
    this.#limitedCallers.set(bucket, callers);
    for (const [each, at] of callers) if (at < now - limitedCallerMs) callers.delete(each);
    callers.set(caller, now);
    if (callers.size < limitedCallerCount) return false;
    this.#limitedCallers.delete(bucket);
    return true;
  }
}

const callerOf = ({ options: { callerKey = anonymousCaller } }: PausableCall): string => callerKey;

/** The names of what may be paused for a call. */
function keysOf(call: PausableCall): { readonly bucket: string; readonly caller: string } {
  const { operation } = call;
  const bucket = `${serviceOf(operation)} ${operation.bucket}`;
  return { bucket, caller: `${bucket} ${callerOf(call)}` };
}

/**
 * Whether the error is a limit that lifts within seconds. The service rejects such a call without
 * executing it, so writes are retried, too.
 */
export function isRateLimit(failure: Failure): boolean {
  const limit = errorReasonOf(failure)?.limit;
  if (failure.status === 403) return limit === 'short';
  return failure.status === 429 && limit !== 'long';
}
