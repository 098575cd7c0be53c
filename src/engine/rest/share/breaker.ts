/**
 * The protection of one service: its circuit breaker, and the budget of its retries.
 *
 * After repeated failures the breaker stops the calls to the service: they fail at once, and the
 * service is not loaded while it recovers. One call per `probeMs` is sent as a probe, and the first
 * success lets all calls through again.
 *
 * A service that hangs is recognised before its calls time out: a request that has been sent and is
 * silent for some time counts as a failure. If it is answered after all, the failure is taken back.
 * Silence alone cannot tell a service that hangs from one that has become slow. If silent requests
 * have opened the breaker and one of them is answered, the service was slow: the breaker closes,
 * and waits longer for as long as the service is slow.
 *
 * No library is used: those wrap each call in a function and promises of their own. Here a call
 * that succeeds costs one count.
 */
import type { Clock } from '../../caller/clock.ts';
import type { CallOutcome } from '../call/call-outcome.ts';
import { upstreamError, type UpstreamError } from '../../api/error.ts';
import { type AnyOperation, isRead } from '../../api/operation.ts';
import type { BreakerSettings, RetrySettings } from '../settings.ts';

/**
 * `closed`: all calls are sent. `open`: none is. `halfOpen`: a probe has been sent, and has not
 * ended.
 */
export type BreakerState = 'closed' | 'open' | 'halfOpen';

/** The error reason by which clients recognise a call that was not sent. */
export const pausedReason = 'callsPaused';

/** An attempt of a call that waits for its first byte. */
interface SilentAttempt {
  /** Instant of the clock. */
  readonly startedAt: number;
  /** When `onSilence` was called for it, as an instant of the clock. */
  readonly silentSince: number | undefined;
}

interface EndedAttempt extends SilentAttempt {
  /** Time without a first byte; 0 for a request that was answered within milliseconds. */
  readonly silentMs: number;
  readonly outcome: CallOutcome | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Whether bytes of it may have reached the service. */
  readonly sent: boolean;
  readonly onStaleConnection: boolean;
}

/** Writes take longer than reads: so many times as long. */
const writeFactor = 3;

/** A service that was slow may be silent for so many times as long as its answer took. */
const patienceFactor = 2;

/** Time in ms after its last slow answer for which a service counts as slow. */
const patienceMs = 60_000;

/** Counts the requests to a service, and decides whether the next one is sent. */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #requests: SlidingCount;
  readonly #failures: SlidingCount;
  /** Failures since the last success. */
  #consecutive = 0;
  #isOpen = false;
  /** When it was last opened or closed, as an instant of the clock, like all instants here. */
  #changedAt = -1;
  #nextProbeAt = 0;
  /** Probes that have not ended. */
  #probes = 0;
  /** Whether a silent request was the last failure before it opened. */
  #isOpenedBySilence = false;
  /** The time in ms for which a slow service may be silent, and until when it counts as slow. */
  #slowService = { silenceMs: 0, until: 0 };

  constructor(settings: BreakerSettings, clock: Pick<Clock, 'now'>) {
    this.#settings = settings;
    this.#clock = clock;
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

  /** Time in ms without a first byte after which `onSilence` has to be called for a request. */
  silenceMs(operation: AnyOperation, now: number): number {
    return (isRead(operation) ? 1 : writeFactor) * this.silenceMsOfReads(now);
  }

  silenceMsOfReads(now: number): number {
    const { silenceMs, until } = this.#slowService;
    return now < until ? silenceMs : this.#settings.slowMs;
  }

  /** Called once for a request that has not ended. */
  onSilence({ startedAt, silentSince = this.#clock.now() }: SilentAttempt): void {
    if (this.#isOpen || startedAt < this.#changedAt) return;
    this.#onFailure(silentSince);
    this.#isOpenedBySilence = this.#isOpen;
  }

  /** Called when a request that was admitted has ended. */
  onEnd(request: EndedAttempt): void {
    const effect = effectOf(request);
    const now = this.#clock.now();
    if (effect === 'success' && request.silentMs > 0) this.#onLateSuccess(request, now);
    // It was sent before the breaker was opened, or closed again: it tells nothing new.
    if (request.startedAt < this.#changedAt) return;
    if (this.#isOpen) return this.#onProbe(effect);
    if (effect === 'success') {
      this.#consecutive = 0;
      const { silentSince } = request;
      if (silentSince !== undefined) this.#failures.add(silentSince, -1);
      else this.#requests.add(now);
    } else if (effect === 'failure' && request.silentSince === undefined) this.#onFailure(now);
  }

  /** Finds out that the service is slow, if silence has opened the breaker. */
  #onLateSuccess({ silentMs, startedAt, silentSince }: EndedAttempt, now: number): void {
    const { until, silenceMs } = this.#slowService;
    const isRefuted = silentSince !== undefined && this.#isOpen && this.#isOpenedBySilence;
    if (isRefuted)
      this.#slowService = {
        silenceMs: Math.max(patienceFactor * silentMs, now < until ? silenceMs : 0),
        until: now + patienceMs,
      };
    else if (now < until && silentMs > this.#settings.slowMs)
      this.#slowService.until = now + patienceMs;
    if (isRefuted && startedAt < this.#changedAt) this.#change(false, now);
  }

  #onProbe(effect: Effect): void {
    this.#probes = Math.max(0, this.#probes - 1);
    if (effect !== 'success') return;
    this.#change(false, this.#clock.now());
  }

  #onFailure(now: number): void {
    const { failures, ratio } = this.#settings;
    this.#isOpenedBySilence = false;
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
    return Math.max(1, Math.ceil((this.#nextProbeAt - this.#clock.now()) / 1_000));
  }
}

/** The verdict of a request on the service. `none`: the gateway itself has ended it. */
type Effect = 'success' | 'failure' | 'none';

/** A response below 500 proves that the service works, also a rejection or a rate limit. */
function effectOf({ outcome, status, sent, onStaleConnection }: EndedAttempt): Effect {
  switch (outcome) {
    case 'response':
      return status < 500 ? 'success' : 'failure';
    case 'connectionLost':
      return onStaleConnection ? 'none' : 'failure';
    case 'timeout':
      // Unsent, it has waited for a connection, which the requests before it have.
      return sent ? 'failure' : 'none';
    case 'notSent':
    case 'responseTruncated':
      return 'failure';
    default:
      return 'none';
  }
}

/** Parts of the window: counts are dropped one part at a time. */
const slotCount = 10;

/** The number of events in a window that ends now. */
export class SlidingCount {
  readonly #slotMs: number;
  readonly #counts = Array.from({ length: slotCount }, () => 0);
  /** The number of the slot, counted from time 0, to which each count belongs. */
  readonly #slots = Array.from({ length: slotCount }, () => -slotCount);

  /** @param windowMs the length of the window */
  constructor(windowMs: number) {
    this.#slotMs = windowMs / slotCount;
  }

  clear(): void {
    this.#slots.fill(-slotCount);
  }

  /**
   * Counts an event.
   * @param at when it was, as an instant of the clock
   * @param change -1: takes it back
   */
  add(at: number, change: 1 | -1 = 1): void {
    const slot = Math.floor(at / this.#slotMs);
    const index = slot % slotCount;
    // It was before the window.
    if (this.#slots[index]! > slot) return;
    if (this.#slots[index] !== slot) {
      this.#slots[index] = slot;
      this.#counts[index] = 0;
    }
    this.#counts[index]! += change;
  }

  /** @returns the events of the window that ends now */
  total(now: number): number {
    const newestDropped = Math.floor(now / this.#slotMs) - slotCount;
    let sum = 0;
    for (let index = 0; index < slotCount; index += 1)
      if (this.#slots[index]! > newestDropped) sum += this.#counts[index]!;
    return sum;
  }
}

/**
 * Counts calls and retries of a service: retries are a share of its calls, over a sliding window.
 */
export class RetryBudget {
  readonly #ratio: number;
  readonly #floor: number;
  readonly #calls: SlidingCount;
  readonly #retries: SlidingCount;

  constructor({ budgetRatio, budgetFloor, budgetWindowMs }: RetrySettings) {
    this.#ratio = budgetRatio;
    this.#floor = budgetFloor;
    this.#calls = new SlidingCount(budgetWindowMs);
    this.#retries = new SlidingCount(budgetWindowMs);
  }

  /** Counts a call, whose retries are not counted again. @param now of the clock */
  countCall(now: number): void {
    this.#calls.add(now);
  }

  /** Takes one retry from the budget. @param now of the clock @returns whether there was one */
  spend(now: number): boolean {
    const share = Math.floor(this.#ratio * this.#calls.total(now));
    if (this.#retries.total(now) >= Math.max(this.#floor, share)) return false;
    this.#retries.add(now);
    return true;
  }
}
