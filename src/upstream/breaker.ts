/**
 * The circuit breaker of one service. After repeated failures it stops the calls to the service:
 * they fail at once, and the service is not loaded while it recovers. One call per second is sent
 * as a probe, and the first success lets all calls through again.
 *
 * No library is used: those wrap each call in a function and promises of their own. Here a call
 * that succeeds costs two counts.
 */
import type { CallOutcome } from './call-outcome.ts';
import { upstreamError, type UpstreamError } from './error.ts';
import { type AnyOperation, isRead } from './operation.ts';
import type { BreakerSettings } from './settings.ts';
import { SlidingCount } from './sliding-count.ts';

/**
 * `closed`: all calls are sent. `open`: none is. `halfOpen`: a probe has been sent, and has not
 * ended.
 */
export type BreakerState = 'closed' | 'open' | 'halfOpen';

/** The error reason by which clients recognise a call that was not sent. */
export const pausedReason = 'callsPaused';

/** An attempt of a call that has ended. */
interface EndedAttempt {
  /** In ms of `performance.now()`. */
  readonly startedAt: number;
  readonly outcome: CallOutcome | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Whether bytes of it may have reached the service. */
  readonly sent: boolean;
  readonly onStaleConnection: boolean;
  /** The same object for all calls that failed because their batch did. */
  readonly sharedRetry: { isCounted?: boolean } | undefined;
}

/** Counts the requests to a service, and decides whether the next one is sent. */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #requests: SlidingCount;
  readonly #failures: SlidingCount;
  /** Failures since the last success. */
  #consecutive = 0;
  #isOpen = false;
  /** When it was last opened or closed, in ms of `performance.now()`, like all instants here. */
  #changedAt = -1;
  #nextProbeAt = 0;
  /** Probes that have not ended. */
  #probes = 0;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
    this.#requests = new SlidingCount(settings.windowMs);
    this.#failures = new SlidingCount(settings.windowMs);
  }

  get state(): BreakerState {
    if (!this.#isOpen) return 'closed';
    return this.#probes > 0 ? 'halfOpen' : 'open';
  }

  /** Whether calls are refused: nothing is sent a second time then. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Whether a request may be sent, as a probe if the breaker is open. A write is a probe only if no
   * read has come for another interval. The end of the request has to be told to `onEnd`.
   */
  allows(operation: AnyOperation, now: number): boolean {
    if (!this.#isOpen) return true;
    const { probeMs } = this.#settings;
    const probeAt = isRead(operation) ? this.#nextProbeAt : this.#nextProbeAt + probeMs;
    if (now < probeAt) return false;
    // A probe that hangs must not delay the next one.
    this.#nextProbeAt = now + probeMs;
    this.#probes += 1;
    return true;
  }

  /** Called when a request that was admitted has ended. */
  onEnd(request: EndedAttempt): void {
    // It was sent before the breaker was opened, or closed again: it tells nothing new.
    if (request.startedAt < this.#changedAt) return;
    const effect = effectOf(request);
    if (this.#isOpen) return this.#onProbe(effect);
    const now = performance.now();
    if (effect === 'success') {
      this.#consecutive = 0;
      this.#requests.add(now);
    } else if (effect === 'failure') this.#onFailure(now);
  }

  #onProbe(effect: Effect): void {
    this.#probes = Math.max(0, this.#probes - 1);
    if (effect !== 'success') return;
    this.#change(false, performance.now());
  }

  #onFailure(now: number): void {
    const { failures, ratio } = this.#settings;
    this.#consecutive += 1;
    this.#requests.add(now);
    this.#failures.add(now);
    const recent = this.#failures.total(now);
    const isMajority = recent >= failures && recent >= ratio * this.#requests.total(now);
    if (this.#consecutive < failures && !isMajority) return;
    this.#nextProbeAt = now + this.#settings.probeMs;
    this.#change(true, now);
  }

  #change(isOpen: boolean, now: number): void {
    this.#isOpen = isOpen;
    this.#changedAt = now;
    this.#consecutive = 0;
    this.#probes = 0;
    this.#requests.clear();
    this.#failures.clear();
  }

  /** The error of a call that is not sent. */
  error(operation: AnyOperation): UpstreamError {
    return upstreamError(operation, 'UPSTREAM_UNAVAILABLE', {
      reason: pausedReason,
      retryAfter: this.retryAfter,
    });
  }

  /** Whole seconds until the next probe. */
  get retryAfter(): number {
    return Math.max(1, Math.ceil((this.#nextProbeAt - performance.now()) / 1_000));
  }
}

/** What a request tells about the service. `none`: the gateway itself has ended it. */
type Effect = 'success' | 'failure' | 'none';

/**
 * A response below 500 proves that the service works, also a rejection or a rate limit. Calls that
 * fail because one batch has failed count once.
 */
function effectOf({ outcome, status, sent, onStaleConnection, sharedRetry }: EndedAttempt): Effect {
  switch (outcome) {
    case 'response':
      if (status < 500) return 'success';
      break;
    case 'connectionLost':
      if (onStaleConnection) return 'none';
      break;
    case 'timeout':
      // It has waited for a connection, which the requests before it have.
      if (!sent) return 'none';
      break;
    case 'notSent':
    case 'responseTruncated':
      break;
    default:
      return 'none';
  }
  if (sharedRetry === undefined) return 'failure';
  if (sharedRetry.isCounted) return 'none';
  sharedRetry.isCounted = true;
  return 'failure';
}
