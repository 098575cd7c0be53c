/** One `multipart/mixed` request for several calls: gives each of them its part of the response. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import {
  type CallHandler,
  type ConnectionUse,
  leaveConnection,
  type SharedRetry,
  type WaitingPlace,
} from '../call/call-handler.ts';
import { type CallOutcome, outcomeOfError } from '../call/call-outcome.ts';
import type { HttpCall } from '../call/http-call.ts';
import { boundaryOf, readResponseParts } from './multipart-mixed.ts';
import type { TransportSettings } from '../settings.ts';
import { countedBytes, ValueCount } from '../call/response-body.ts';

/** Statuses of a whole batch that are the answer to each of its calls, besides all from 500 on. */
const commonStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Limits of the response to a batch. */
export type BatchLimits = Pick<TransportSettings, 'maxAnswerBytes' | 'maxAnswerValues'>;

/** The handler that undici calls for a batch. */
export class BatchRequest implements CallHandler {
  /** Set by the connection that takes the request. */
  connection: ConnectionUse | undefined;
  place: WaitingPlace | undefined;
  readonly caller: string;
  /** The calls that have not ended, by the ids of their parts. */
  readonly #calls: Map<string, HttpCall>;
  readonly #limits: BatchLimits;
  /** Of the calls that fail because the whole batch fails: they are repeated as a whole. */
  readonly #sharedRetry: SharedRetry = {};
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  /** Separates the parts of the response; `undefined` while the response has none. */
  #boundary: string | undefined;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #hasEnded = false;

  constructor(calls: readonly HttpCall[], limits: BatchLimits) {
    this.#calls = new Map(calls.map((call, index) => [String(index), call]));
    this.#limits = limits;
    this.caller = calls[0]!.caller;
    for (const [id, call] of this.#calls) call.place = { leave: () => this.#leave(id) };
  }

  get isProbe(): boolean {
    return [...this.#calls.values()].some((call) => call.isProbe);
  }

  giveWay(): void {
    this.#endAll('gaveWay');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    for (const call of this.#calls.values()) call.place = undefined;
    const { responses } = this.connection ?? { responses: 0 };
    for (const [id, call] of this.#calls) {
      call.connection = { responses };
      call.batchSize = this.#calls.size;
      try {
        call.onRequestStart({ abort: () => this.#leave(id) });
      } catch {
        // Nobody waits for it any more.
        this.#calls.delete(id);
      }
    }
    // A thrown error leaves the connection usable: nothing has been written to it.
    if (this.#calls.size === 0) throw new Error('All calls of the batch have ended.');
  }

  onResponseStarted(): void {
    for (const call of this.#calls.values()) call.onResponseStarted();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    if (commonStatuses.has(status) || status >= 500) {
      this.#shareRetries();
      for (const call of this.#calls.values()) call.onResponseStart(controller, status, headers);
      return;
    }
    const boundary = boundaryOf(headers['content-type']);
    // Any other response, such as a 404 of the endpoint, is about no entity.
    const { 'content-encoding': encoding = 'identity' } = headers;
    if (status !== 200 || boundary === undefined || encoding !== 'identity')
      return this.#endAll('malformedResponse');
    this.#boundary = boundary;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#boundary === undefined) {
      for (const call of this.#calls.values()) call.onResponseData(controller, chunk);
      return;
    }
    if (this.#hasEnded) return;
    this.#chunks.push(chunk.subarray(0, this.#limits.maxAnswerBytes - this.#size));
    this.#size += chunk.length;
    if (this.#size > this.#limits.maxAnswerBytes) this.#endTooLarge(controller, this.#boundary);
  }

  /** Keeps the parts before the limit: a long one fails only itself and those after it. */
  #endTooLarge(controller: Dispatcher.DispatchController, boundary: string): void {
    this.#hasEnded = true;
    this.#passOnParts(controller, boundary);
    this.#endAll('responseTooLarge');
    controller.abort(new Error('The response to the batch is too large.'));
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    this.#hasEnded = true;
    leaveConnection(this, true);
    if (this.#boundary === undefined) {
      for (const call of this.#calls.values()) call.onResponseEnd();
      return;
    }
    const isComplete = this.#passOnParts(controller, this.#boundary);
    this.#endAll(isComplete ? 'malformedResponse' : 'responseTruncated');
  }

  onResponseError(
    controller: Dispatcher.DispatchController | null,
    error: Error & { readonly code?: unknown },
  ): void {
    leaveConnection(this, false);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#boundary === undefined) {
      this.#shareRetries();
      for (const call of this.#calls.values()) call.onResponseError(controller, error);
      return;
    }
    this.#passOnParts(controller, this.#boundary);
    const code = typeof error.code === 'string' ? error.code : error.name;
    this.#endAll(outcomeOfError(code, this.#status), code);
  }

  /** Gives the calls the parts that have arrived. @returns whether the response has its end */
  #passOnParts(controller: Dispatcher.DispatchController | null, boundary: string): boolean {
    const { parts, isComplete } = readResponseParts(Buffer.concat(this.#chunks), boundary);
    const isCounted = this.#size >= countedBytes;
    const count = isCounted ? new ValueCount(this.#limits.maxAnswerValues) : undefined;
    for (const { id, status, headers, body } of parts) {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (count?.add(body) === false) {
        call?.cut('responseTooLarge');
        continue;
      }
      call?.onResponseStart(controller, status, headers);
      call?.onResponseData(controller, body);
      call?.onResponseEnd();
    }
    return isComplete;
  }

  #shareRetries(): void {
    for (const call of this.#calls.values()) call.sharedRetry = this.#sharedRetry;
  }

  #endAll(outcome: CallOutcome, errorCode?: string): void {
    this.#shareRetries();
    for (const call of this.#calls.values()) call.cut(outcome, errorCode);
  }

  /** A call ends before its response; the request is aborted with the last one. */
  #leave(id: string): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (this.#hasEnded) return;
    if (call?.outcome === 'timeout') {
      // The calls were sent in one moment, so the time is over for all of them. Their timers differ
      // by milliseconds, and the calls would be repeated in as many batches.
      this.#hasEnded = true;
      call.sharedRetry = this.#sharedRetry;
      this.#endAll('timeout');
    } else if (this.#calls.size > 0) return;
    this.place?.leave();
    this.#controller?.abort(new Error('The calls of the batch have ended.'));
  }
}
