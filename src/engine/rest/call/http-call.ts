/**
 * One HTTP request and its response: collects the response, enforces the time limits and records
 * the outcome.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Attempt } from './attempt-observer.ts';
import type { CallHandler, ConnectionUse, WaitingPlace } from './call-handler.ts';
import {
  type CallOutcome,
  type CallResult,
  firstByteTimeout,
  nextBytesTimeout,
  outcomeOfError,
} from './call-outcome.ts';
import type { CallState } from './call-state.ts';
import { isRead } from '../../api/operation.ts';
import { anonymousCaller } from '../../caller/identity.ts';
import { Timed, type TimedList } from '../share/timed-list.ts';
import { hasTooManyValues } from './response-body.ts';
import { measuredNow } from '../../caller/clock.ts';

/**
 * A call with less time left is not sent. Other timers of the gateway fire up to two milliseconds
 * early: without this, a call that waits for one of them would be sent when the time is over.
 */
const MIN_TIME_MS = 2;

/** Checked often: a call that is late keeps its caller waiting. */
export const callCheckMs = 20;

/**
 * The handler that undici calls. Every call goes through here: one object per request, and no
 * closures.
 */
export class HttpCall extends Timed implements CallHandler, CallResult, Attempt {
  /** `undefined` while the call is open. */
  outcome: CallOutcome | undefined;
  status = 0;
  headers: IncomingHttpHeaders = noHeaders;
  /** Error code of Node or undici, if there was an error. */
  errorCode: string | undefined;
  /** Whether bytes of the request may have reached the service. */
  sent = false;
  /** Set by the connection that takes the request. */
  connection: ConnectionUse | undefined;
  place: WaitingPlace | undefined;
  /** Since when it counts as a failure, because it has waited so long for its first byte. */
  silentSince: number | undefined = undefined;
  override endAt = 0;
  /** When it was started, in ms of `performance.now()`. */
  measuredFrom = 0;
  readonly #call: CallState<HttpCall>;
  #chunks: Buffer[] = [];
  #size = 0;
  #connectionWasUsed = false;
  #responseStarted = false;
  /** Instant at which the call itself times out, independently of its caller's deadline. */
  #timeoutAt = 0;
  /** When it was sent, and when its first and its last byte came, in `runningMs`. */
  #sentAt = 0;
  #answeredAt = 0;
  #heardAt = 0;
  /**
   * Whether it has been sent, has not ended, and must not be silent for long. undici ends requests
   * with files, which take as long as their bytes.
   */
  #isListening = false;
  #controller: Dispatcher.DispatchController | undefined;
  #resolveDetached: (() => void) | undefined;

  constructor(call: CallState<HttpCall>) {
    super();
    this.#call = call;
  }

  get succeeded(): boolean {
    return this.outcome === 'response' && this.status >= 200 && this.status < 300;
  }

  /**
   * Whether the service had closed a keep-alive connection: it had been used before, and no byte of
   * a response came.
   */
  get onStaleConnection(): boolean {
    return this.outcome === 'connectionLost' && this.#connectionWasUsed && !this.#responseStarted;
  }

  get startedAt(): number {
    return this.#timeoutAt - this.#call.settings.callTimeoutMs;
  }

  get caller(): string {
    return this.#call.options.callerKey ?? anonymousCaller;
  }

  get isProbe(): boolean {
    return this.#call.isProbe;
  }

  /** Time since it was sent without a first byte, as of the last check. */
  get silentMs(): number {
    if (!this.sent) return 0;
    return (this.#responseStarted ? this.#answeredAt : this.#openCalls.runningMs) - this.#sentAt;
  }

  get #openCalls(): TimedList {
    return this.#call.connections.openCalls;
  }

  get size(): number {
    return this.#size;
  }

  get body(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks, this.#size)];
    return this.#chunks[0]!;
  }

  start(): void {
    const { request, pool, settings, deadline, isCancelled } = this.#call;
    const now = settings.clock.now();
    this.measuredFrom = measuredNow();
    this.#timeoutAt = now + settings.callTimeoutMs;
    if (isCancelled) return this.#finish('cancelled');
    if (deadline - now < MIN_TIME_MS) return this.#finish('deadlineExceeded');
    this.endAt = Math.min(this.#timeoutAt, deadline);
    this.#openCalls.add(this);
    pool.dispatch(request, this);
  }

  override check(now: number): void {
    super.check(now);
    if (this.#isSilentTooLong)
      return this.cut('timeout', this.#responseStarted ? nextBytesTimeout : firstByteTimeout);
    if (this.outcome !== undefined) return;
    if (this.sent && !this.#responseStarted) this.#checkSilence(now);
    else if (this.place && !this.isProbe && this.#call.connections.breaker.isOpen) this.giveWay();
    // A call that has been sent keeps its answer, even if it must not be sent again.
    const isCancelled = this.sent ? this.#call.isLeft : this.#call.isCancelled;
    if (isCancelled && this.#canBeCut) this.#abandon('cancelled');
  }

  #checkSilence(now: number): void {
    const { operation, options, connections, settings } = this.#call;
    const { silentMs } = this;
    // A request with a file takes as long as its bytes.
    if (silentMs < settings.breaker.slowMs || options.file !== undefined) return;
    if (this.silentSince !== undefined || silentMs < connections.breaker.silenceMs(operation, now))
      return;
    this.silentSince = now;
    connections.breaker.onSilence(this);
  }

  /** Whether the service has sent no byte for too long, also if nobody waits for the call. */
  get #isSilentTooLong(): boolean {
    if (!this.#isListening) return false;
    const { settings, connections } = this.#call;
    return connections.openCalls.runningMs - this.#heardAt >= settings.firstByteTimeoutMs;
  }

  override expire(): void {
    const { deadline, options } = this.#call;
    const endAt = Math.min(this.#timeoutAt, deadline);
    // The deadline has moved.
    if (this.outcome === undefined && endAt > this.endAt) return void (this.endAt = endAt);
    if (this.outcome !== undefined || this.#timeoutAt <= deadline) return this.cut('timeout');
    if (this.#canBeCut) return this.#abandon('deadlineExceeded');
    // The caller stops waiting, but the write continues: an aborted write may or may not be
    // applied.
    this.#finish('deadlineExceeded');
    options.onDetachedWrite?.(new Promise((resolve) => (this.#resolveDetached = resolve)));
    this.endAt = this.#timeoutAt;
  }

  get #canBeCut(): boolean {
    return !this.sent || isRead(this.#call.operation);
  }

  /**
   * Ends the call for its caller, who no longer waits for it. If it was sent, its response usually
   * arrives soon, and its connection remains usable; an abort would close the connection.
   */
  #abandon(outcome: CallOutcome): void {
    if (!this.sent) return this.cut(outcome);
    const { abandonedReadMs, clock } = this.#call.settings;
    this.endAt = Math.min(this.#timeoutAt, clock.now() + abandonedReadMs);
    this.#finish(outcome);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A thrown error, unlike an abort, leaves the connection usable: nothing has been written to
    // it.
    this.check(this.#call.settings.clock.now());
    if (this.outcome !== undefined) throw cutError;
    const { operation, options, settings } = this.#call;
    this.#controller = controller;
    this.sent = true;
    // The last check was up to so long ago.
    this.#sentAt = this.#openCalls.runningMs + callCheckMs;
    this.#heardAt = this.#sentAt;
    this.#isListening = options.file === undefined;
    this.#connectionWasUsed = this.connection !== undefined && this.connection.responses > 0;
    options.onSend?.(operation);
    settings.observer?.onSend(operation);
  }

  onResponseStarted(): void {
    this.#responseStarted = true;
    this.#answeredAt = this.#openCalls.runningMs;
    this.#heardAt = this.#answeredAt + callCheckMs;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200 || this.outcome !== undefined) return;
    this.status = status;
    this.headers = headers;
    const problem = encodingProblem(status, headers);
    if (problem !== undefined) return this.cut(problem);
    if (Number(headers['content-length']) > this.#call.settings.maxAnswerBytes)
      this.cut('responseTooLarge');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#heardAt = this.#openCalls.runningMs + callCheckMs;
    if (this.outcome !== undefined) return;
    this.#size += chunk.length;
    if (this.#size > this.#call.settings.maxAnswerBytes) return this.cut('responseTooLarge');
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#leaveConnection(true);
    this.#release();
    this.#finish(this.#hasTooManyValues() ? 'responseTooLarge' : 'response');
  }

  /** Whether a success has too many. The status of an error is more important than its body. */
  #hasTooManyValues(): boolean {
    const { operation, settings } = this.#call;
    if (this.status >= 300 || operation.download === 'always') return false;
    return hasTooManyValues(this.body, settings.maxAnswerValues);
  }

  onResponseError(
    _: Dispatcher.DispatchController | null,
    error: Error & { readonly code?: unknown },
  ): void {
    this.#leaveConnection(false);
    this.#release();
    if (this.outcome !== undefined) return;
    this.errorCode = typeof error.code === 'string' ? error.code : error.name;
    this.#finish(this.sent ? outcomeOfError(this.errorCode, this.status) : 'notSent');
  }

  onWaited(ms: number): void {
    const { options, settings } = this.#call;
    settings.waits?.onWait('connection', ms);
    options.waits?.onWait('connection', ms);
  }

  giveWay(): void {
    this.cut('gaveWay');
  }

  /** Ends the call and aborts its request. */
  cut(outcome: CallOutcome, errorCode?: string): void {
    this.errorCode ??= errorCode;
    this.#finish(outcome);
    this.#release();
    this.place?.leave();
    this.#controller?.abort(cutError);
  }

  #finish(outcome: CallOutcome): void {
    if (this.outcome !== undefined) return;
    this.outcome = outcome;
    this.#call.settings.work?.goOn(this.caller);
    this.#openCalls.countEnd();
    this.#call.onAttemptEnd(this);
  }

  /** The connection can carry another request. */
  #leaveConnection(hasAnswered: boolean): void {
    const { connection } = this;
    this.connection = undefined;
    if (connection === undefined) return;
    if (hasAnswered) connection.responses += 1;
    connection.release?.(hasAnswered);
  }

  #release(): void {
    this.#isListening = false;
    this.#openCalls.delete(this);
    this.#resolveDetached?.();
  }
}

const noHeaders: IncomingHttpHeaders = {};

/** One error for all aborted calls: a stack trace for each would be expensive, and is not used. */
const cutError = new Error('The call was aborted.');

/** Maximum number of encodings: more of them would exhaust memory. */
const maxEncodings = 5;

/**
 * The reason for which a response cannot be read; undefined if it can. The status of an error is
 * more important than its body.
 */
function encodingProblem(status: number, headers: IncomingHttpHeaders): CallOutcome | undefined {
  const encoding: string | string[] | undefined = headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity' || status >= 300) return undefined;
  const layers = [encoding].flat().join().split(',').length;
  return layers > maxEncodings ? 'responseTooLarge' : 'malformedResponse';
}
