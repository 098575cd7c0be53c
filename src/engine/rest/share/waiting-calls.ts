/**
 * The calls of one service that wait for a connection. Their callers take turns, so that a single
 * call of one caller waits no longer because another caller has thousands. If too many wait, the
 * newest one of the caller with most of them gives way.
 *
 * A service that answers soon needs a long queue for bursts. A service that does not answer at all
 * gets a short one, because each waiting call keeps an operation of the gateway from its end, and
 * all services share the places of operations.
 */
import { type Clock, measuredNow } from '../../caller/clock.ts';
import type { CallHandler, WaitingPlace } from '../call/call-handler.ts';
import { CallerQueue, type QueueEntry } from './caller-queue.ts';
import type { OutgoingRequest } from '../request/outgoing-request.ts';
import { type IsAccepted, Shares, type ShareUse } from './shares.ts';

interface WaitingSettings {
  readonly clock: Pick<Clock, 'now'>;
  readonly maxWaitingCalls: number;
  /** Maximum number while the service does not answer: as many as it has connections. */
  readonly connectionsPerService: number;
  readonly isAccepted: IsAccepted;
}

/**
 * Calls of a turn. An operation with a hundred calls ends after a few turns: if all operations
 * ended at the same time, all of them would be in memory for as long.
 */
const turnSize = 32;

class WaitingCall implements QueueEntry<WaitingCall>, WaitingPlace {
  older: WaitingCall | undefined = undefined;
  newer: WaitingCall | undefined = undefined;
  waiter: QueueEntry<WaitingCall>['waiter'] = undefined;
  readonly request: OutgoingRequest;
  readonly handler: CallHandler;
  readonly caller: string;
  /** In ms of `performance.now()`: the wait is only measured. */
  readonly startedAt = measuredNow();
  readonly #calls: WaitingCalls;

  constructor(request: OutgoingRequest, handler: CallHandler, calls: WaitingCalls) {
    this.request = request;
    this.handler = handler;
    this.caller = handler.caller;
    this.#calls = calls;
  }

  giveWay(): void {
    this.leave();
    this.handler.giveWay();
  }

  leave(): void {
    this.#calls.delete(this);
  }
}

/** Those of one service. */
export class WaitingCalls {
  readonly #settings: WaitingSettings;
  readonly #silenceMs: (now: number) => number;
  readonly #shares: Shares;
  readonly #queue: CallerQueue<WaitingCall>;
  /** When the service answered last, or the first call began to wait. */
  #answeredAt = 0;
  /** Whether calls have waited in vain, and no answer has come since. */
  #isHanging = false;
  /** Whether further calls give way in the next turn of the event loop. */
  #isShortened = false;

  /** @param silenceMs time in ms after which a service without answers counts as hanging */
  constructor(settings: WaitingSettings, silenceMs: (now: number) => number) {
    this.#settings = settings;
    this.#silenceMs = silenceMs;
    const { isAccepted, maxWaitingCalls: total } = settings;
    this.#queue = new CallerQueue(isAccepted, { turnSize });
    const newestOf = (caller: string): WaitingCall | undefined => this.#queue.newestOf(caller);
    this.#shares = new Shares({ total, isAccepted, newestOf });
  }

  get count(): number {
    return this.#shares.used;
  }

  get use(): ShareUse {
    return this.#shares.use;
  }

  /** Lets the request wait, or another one in its place; the one that cannot gives way at once. */
  add(request: OutgoingRequest, handler: CallHandler): void {
    this.#setTotal(this.#settings.clock.now());
    const call = new WaitingCall(request, handler, this);
    if (this.#shares.take(call.caller) !== undefined) return handler.giveWay();
    handler.place = call;
    this.#queue.add(call);
  }

  /** Called when the service has answered a call, with any status. */
  onAnswer(): void {
    this.#isHanging = false;
    if (this.count > 0) this.#answeredAt = this.#settings.clock.now();
  }

  /** Removes the request whose turn it is, for a connection that has become free. */
  take(): WaitingCall | undefined {
    const call = this.#queue.take();
    if (call === undefined) return undefined;
    this.#shares.release(call.caller);
    call.handler.place = undefined;
    call.handler.onWaited?.(measuredNow() - call.startedAt);
    return call;
  }

  /** Without effect if the call does not wait. */
  delete(call: WaitingCall): void {
    if (call.waiter === undefined) return;
    this.#queue.delete(call);
    this.#shares.release(call.caller);
    call.handler.place = undefined;
  }

  #setTotal(now: number): void {
    const { maxWaitingCalls, connectionsPerService } = this.#settings;
    if (this.count === 0) this.#answeredAt = now;
    this.#isHanging ||= now - this.#answeredAt > this.#silenceMs(now);
    this.#shares.total = this.#isHanging
      ? Math.min(maxWaitingCalls, connectionsPerService)
      : maxWaitingCalls;
    if (this.#isHanging) this.#shorten();
  }

  /** Lets one call give way in each turn of the event loop: there can be thousands. */
  #shorten(): void {
    if (this.#isShortened) return;
    this.#shares.makeRoom(1);
    this.#isShortened = this.count > this.#shares.total;
    if (!this.#isShortened) return;
    setImmediate(() => {
      this.#isShortened = false;
      if (this.#isHanging) this.#shorten();
    });
  }
}
