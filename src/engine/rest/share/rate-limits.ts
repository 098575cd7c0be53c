/**
 * Rate limits that last. After a refusal, the calls that it concerns are paused, so that they are
 * not refused one by one. A pause holds for calls of one service, bucket and kind: reads, writes,
 * starts of uploads and copies. Limits are those of a user, or of the API project that a token was
 * issued for: whoever has a project of his own can be refused at will. So the refusal of one caller
 * concerns
 *
 * - nothing else, if the operation limits how often one object is read (`Operation.limitsObjects`):
 *   whoever reads it has to keep its interval
 * - the callers of a project, if the answer says that the limit is the project's
 *   (`Failure.limitOf`), as far as their own answers have named it; a caller joins no project by
 *   what others are answered
 * - otherwise the caller alone. All requests without a token are one caller: they use one key
 *
 * All callers are paused only on evidence (`CommonPauses`).
 *
 * A pause lasts as long as the service states, and at least a time that doubles with each refusal.
 * Refusals of calls that began before the pause tell nothing new. The first success of those it
 * concerns ends it. The call whose refusal has begun or lengthened the pause may be repeated before
 * its end, unless the service has stated the end; all others wait.
 *
 * A success costs one comparison while nothing is paused, and no wait: other processes announce
 * refusals by messages, and nothing is read from a store. A lost message costs a call.
 */
import { lruCache } from '../../caller/lru-cache.ts';
import { CommonPauses, probeMs } from './common-pauses.ts';
import { isOfWay } from '../call/classify-failure.ts';
import { type Failure, upstreamError, type UpstreamError } from '../../api/error.ts';
import { type AnyOperation, isRead, serviceOf } from '../../api/operation.ts';
import type { AnnouncedRefusal } from './pause-exchange.ts';
import type { ResolvedSettings, RetrySettings } from '../settings.ts';
import { anonymousCaller } from '../../caller/identity.ts';
import { Shares } from './shares.ts';
import { observed, type WaitObserver } from './wait-observer.ts';

/** The facts of a call that decide whether it is paused. */
interface PausableCall {
  readonly operation: AnyOperation;
  readonly options: {
    readonly callerKey?: string | undefined;
    readonly file?: object | undefined;
    readonly startsUpload?: boolean | undefined;
  };
}

/** A call that can wait for the end of its pause. */
interface WaitingCall extends PausableCall {
  readonly options: PausableCall['options'] & { readonly waits?: WaitObserver | undefined };
  /** Instant of the clock; it can move. */
  readonly deadline: number;
  readonly isCancelled: boolean;
}

interface RateLimitSettings
  extends Pick<ResolvedSettings, 'clock' | 'random' | 'isAccepted' | 'waits' | 'pauses'> {
  readonly retry: Pick<RetrySettings, 'rateLimitBaseDelayMs' | 'maxDelayMs' | 'maxAttempts'>;
}

/** Of a caller, or of the callers of a project. All instants are those of the clock. */
interface Pause {
  readonly endsAt: number;
  /** The end that the service has stated; 0 without one. */
  readonly statedEndsAt: number;
  readonly changedAt: number;
  /** Refusals since the last success that lengthened the pause. */
  readonly refusals: number;
}

/** Maximum pause without `Retry-After`. */
const maxBackoffMs = 30_000;

/** Maximum pause with `Retry-After`: then one call finds out whether the limit still holds. */
const maxStatedMs = 600_000;

/** Time for which refusals are remembered after a pause. */
const memoryMs = 60_000;

/** A pause whose end moves by less, in milliseconds, remains as it is. */
const toleranceMs = 1_000;

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
  /** The project of a caller, as an answer to the caller has named it. */
  readonly #projects = lruCache<string>(10_000);
  readonly #common: CommonPauses;
  /** Until then some pause matters. */
  #relevantUntil = 0;
  readonly #waiting: Shares;
  readonly #unsubscribe: (() => void) | undefined;

  constructor(settings: RateLimitSettings) {
    this.#settings = settings;
    this.#common = new CommonPauses(settings.clock);
    this.#waiting = new Shares({ isAccepted: settings.isAccepted, ...waitingLimit });
    this.#unsubscribe = settings.pauses?.subscribe((message) => {
      if (message.event === 'refusal') this.#learn(message);
      else if (message.event === 'success') this.#common.onSuccess(message.calls);
      else this.#onProbe(message.calls, message.wasRefused);
    });
  }

  /** Ends the exchange with other processes. */
  close(): void {
    this.#unsubscribe?.();
  }

  /** Whether the call may be sent the first time. If all callers are paused, it is their probe. */
  admits(call: PausableCall, now: number): boolean {
    return now >= this.#relevantUntil || this.admitsRetry(call, now, false);
  }

  /**
   * Waits for the end of a short pause, and a random time longer, so that not all calls start at
   * once. The pause can become longer meanwhile.
   * @param signal fires when the call is cancelled
   * @returns false if the pause is too long, or if too many calls wait
   */
  async whenAdmitted(call: WaitingCall, signal?: AbortSignal): Promise<boolean> {
    const { clock, retry, waits } = this.#settings;
    for (let count = 0; !this.admits(call, clock.now()); count += 1) {
      const wait = count < retry.maxAttempts ? this.#wait(call, signal) : undefined;
      if (wait === undefined) return false;
      await observed(wait, 'rateLimit', waits, call.options.waits);
      if (call.isCancelled) return true;
    }
    return true;
  }

  #wait(call: WaitingCall, signal: AbortSignal | undefined): Promise<void> | undefined {
    const { clock, retry, random } = this.#settings;
    const now = clock.now();
    const remainingMs = this.#endOf(call, false) - now;
    const waitMs = remainingMs + random() * Math.min(retry.rateLimitBaseDelayMs, probeMs);
    if (remainingMs > retry.maxDelayMs || now + waitMs >= call.deadline) return undefined;
    const caller = callerOf(call);
    if (this.#waiting.take(caller) !== undefined) return undefined;
    const signals = [signal, this.#common.of(callsOf(call))?.end.signal];
    const wake = AbortSignal.any(signals.filter((each) => each !== undefined));
    return clock.sleep(waitMs, wake).finally(() => this.#waiting.release(caller));
  }

  /**
   * The instant before which the call must not be repeated; infinite if it should not wait.
   * @param isOwnPause whether the refusal of the call has begun or lengthened its pause
   */
  retryAt(call: PausableCall, isOwnPause: boolean): number {
    const end = this.#endOf(call, isOwnPause);
    const isStated = end === this.#endOf(call, true);
    const waitMs = end - this.#settings.clock.now();
    return isStated || waitMs <= this.#settings.retry.maxDelayMs ? end : Infinity;
  }

  /** Whether the call may be sent: its pause ends at `until` at the latest. */
  admitsRetry(call: PausableCall, until: number, isOwnPause: boolean): boolean {
    if (this.#endOf(call, isOwnPause) > until) return false;
    const calls = callsOf(call);
    if (this.#common.of(calls) === undefined) return true;
    const wasRefused = this.wasRefused(call);
    this.#onProbe(calls, wasRefused);
    this.#settings.pauses?.announce({ event: 'probe', calls, wasRefused });
    return true;
  }

  /** The instant before which the call must not be sent; 0 for none. */
  #endOf(call: PausableCall, isOwnPause: boolean): number {
    if (this.#relevantUntil === 0) return 0;
    const all = this.#common.of(callsOf(call));
    const pauses = this.#pausesOf(call);
    if (pauses.length === 0) return all?.nextProbeAt ?? 0;
    const statedEnd = Math.max(...pauses.map(({ statedEndsAt }) => statedEndsAt));
    if (all) return Math.max(statedEnd, all.nextRetryAt);
    return isOwnPause ? statedEnd : Math.max(...pauses.map(({ endsAt }) => endsAt));
  }

  /** Whether such a call of its caller, or of the project, was refused lately. */
  wasRefused(call: PausableCall): boolean {
    return this.#pausesOf(call).length > 0;
  }

  /** The pauses that have not been forgotten: of its caller, and of the project if it is known. */
  #pausesOf(call: PausableCall): readonly Pause[] {
    return this.#keysOf(call)
      .map((key) => this.#find(key))
      .filter((pause) => pause !== undefined);
  }

  /** The names of what may be paused for the call. */
  #keysOf(call: PausableCall): readonly string[] {
    const calls = callsOf(call);
    const caller = callerOf(call);
    const project = this.#projects.get(caller);
    const own = `${calls} ${caller}`;
    return project === undefined ? [own] : [own, `${calls} ${project}`];
  }

  error(call: PausableCall): UpstreamError {
    const remainingMs = this.#endOf(call, false) - this.#settings.clock.now();
    return upstreamError(call.operation, 'RATE_LIMITED', {
      retryAfter: Math.max(1, Math.ceil(remainingMs / 1_000)),
    });
  }

  /**
   * Called for each refusal.
   * @param startedAt when the request that was refused began
   * @returns whether it has begun or lengthened a pause, or pauses nothing
   */
  onRefusal(call: PausableCall, startedAt: number, failure: Failure): boolean {
    if (call.operation.limitsObjects) return true;
    const calls = callsOf(call);
    const caller = callerOf(call);
    const isAnonymous = caller === anonymousCaller;
    const isAccepted = !isAnonymous && this.#settings.isAccepted(caller);
    // Who has invented a token has no project.
    const limitOf = isAccepted ? limitOfFailure(failure) : undefined;
    const key = this.#keyOf({ calls, caller, limitOf });
    const pause = this.#extend(key, startedAt, (failure.retryAfter ?? 0) * 1_000);
    if (pause === undefined) return false;
    const isTrusted = isAccepted || isAnonymous;
    this.#set(key, pause, isTrusted);
    if (!isTrusted) return true;
    const now = this.#settings.clock.now();
    const remainingMs = pause.endsAt - now;
    const isStated = pause.statedEndsAt > now;
    const refusal = { event: 'refusal', calls, caller, limitOf, remainingMs, isStated } as const;
    this.#addEvidence(refusal);
    this.#settings.pauses?.announce(refusal);
    return true;
  }

  /** Called for each success. @param startedAt when the request began */
  onSuccess(call: PausableCall, startedAt: number): void {
    if (startedAt > this.#relevantUntil) return;
    const calls = callsOf(call);
    if (this.#common.of(calls)) this.#settings.pauses?.announce({ event: 'success', calls });
    this.#common.onSuccess(calls);
    for (const key of this.#keysOf(call))
      for (const table of [this.#pauses, this.#strangers])
        if ((table.get(key)?.changedAt ?? Infinity) < startedAt) table.delete(key);
  }

  /** The name of what a refusal pauses. */
  #keyOf({
    calls,
    caller,
    limitOf,
  }: Pick<AnnouncedRefusal, 'calls' | 'caller' | 'limitOf'>): string {
    const isOfProject = limitOf !== undefined && limitOf !== 'user';
    if (isOfProject) this.#projects.set(caller, limitOf);
    return `${calls} ${isOfProject ? limitOf : caller}`;
  }

  /** @returns the longer pause; undefined if the refusal tells nothing new */
  #extend(key: string, startedAt: number, statedMs: number): Pause | undefined {
    const now = this.#settings.clock.now();
    const known = this.#find(key);
    const isNew = known === undefined || startedAt > known.changedAt;
    const statedEndsAt = statedMs === 0 ? 0 : now + Math.min(statedMs, maxStatedMs);
    if (!isNew && statedEndsAt < known.endsAt + toleranceMs) return undefined;
    const refusals = (known?.refusals ?? 0) + (isNew ? 1 : 0);
    const { rateLimitBaseDelayMs } = this.#settings.retry;
    const backoffMs = Math.min(maxBackoffMs, rateLimitBaseDelayMs * 2 ** (refusals - 1));
    return {
      endsAt: Math.max(statedEndsAt, isNew ? now + backoffMs : known.endsAt),
      statedEndsAt: Math.max(statedEndsAt, known?.statedEndsAt ?? 0),
      changedAt: now,
      refusals,
    };
  }

  /** Another process was refused a call. */
  #learn(refusal: AnnouncedRefusal): void {
    const now = this.#settings.clock.now();
    const key = this.#keyOf(refusal);
    const known = this.#find(key);
    const endsAt = now + Math.min(refusal.remainingMs, maxStatedMs);
    if (known === undefined || endsAt >= known.endsAt + toleranceMs) {
      const { statedEndsAt = 0, refusals = 0 } = known ?? {};
      const pause = {
        endsAt,
        statedEndsAt: refusal.isStated ? endsAt : statedEndsAt,
        changedAt: now,
        refusals: refusals + 1,
      };
      this.#set(key, pause, true);
    }
    this.#addEvidence(refusal);
  }

  #set(key: string, pause: Pause, isTrusted: boolean): void {
    const [own, other] = isTrusted
      ? [this.#pauses, this.#strangers]
      : [this.#strangers, this.#pauses];
    own.set(key, pause);
    other.delete(key);
    this.#remember(pause.endsAt);
  }

  #remember(until: number): void {
    this.#relevantUntil = Math.max(this.#relevantUntil, until + memoryMs);
  }

  /** A pause that has not been forgotten. */
  #find(key: string): Pause | undefined {
    const pause = this.#pauses.get(key) ?? this.#strangers.get(key);
    if (pause === undefined) return undefined;
    return this.#settings.clock.now() < pause.endsAt + memoryMs ? pause : undefined;
  }

  /** Takes a refusal as evidence that all callers are refused, unless it says whose limit it is. */
  #addEvidence({ calls, caller, limitOf }: AnnouncedRefusal): void {
    if (limitOf === undefined && caller !== anonymousCaller) this.#common.addRefusal(calls, caller);
  }

  #onProbe(calls: string, wasRefused: boolean): void {
    this.#common.onProbe(calls, wasRefused);
    this.#remember(this.#settings.clock.now());
  }
}

const callerOf = ({ options: { callerKey = anonymousCaller } }: PausableCall): string => callerKey;

/** Whose limit the call exceeds; undefined if the answer does not say so. */
const limitOfFailure = (failure: Failure): string | undefined =>
  failure.meaning?.limitsUser ? 'user' : failure.limitOf;

/** Names the calls that a refusal pauses, among those of its caller. */
function callsOf({ operation, options }: PausableCall): string {
  const isUpload = options.file !== undefined || options.startsUpload || operation.copies;
  const kind = isRead(operation) ? 'read' : 'write';
  return `${serviceOf(operation)} ${operation.bucket} ${isUpload ? 'upload' : kind}`;
}

/**
 * Whether the error is a limit that lifts within seconds. The service rejects such a call without
 * executing it, so writes are retried, too.
 */
export function isRateLimit(failure: Failure): boolean {
  if (isOfWay(failure)) return false;
  const limit = failure.meaning?.limit;
  if (failure.status === 403) return limit === 'short';
  return failure.status === 429 && limit !== 'long';
}
