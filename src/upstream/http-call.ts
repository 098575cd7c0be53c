/** One request and its answer on one connection: keeps what comes, stops at its time limits, and says how it ended. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type AnyOperation, isRead } from './operation.ts';
import type { TransportSettings } from './settings.ts';
import type { CallOptions } from './upstream.ts';

/**
 * How an exchange ended. `answer`: a whole answer is there. `unsent`: no byte left. `reset`: the connection broke before the answer
 * began, `cut`: within it. `timeout`: a limit of this exchange passed, `late`: the caller's deadline. `gone`: the caller left.
 * `garbled`: what came is no HTTP, or is encoded in a way nobody asked for. `tooLarge`: more came than may.
 */
export type CallOutcome =
  | 'answer'
  | 'unsent'
  | 'reset'
  | 'cut'
  | 'timeout'
  | 'late'
  | 'gone'
  | 'garbled'
  | 'tooLarge';

export type OutgoingRequest = Dispatcher.DispatchOptions;

/** What an exchange needs to know of the connection that carries it. */
export interface Carrier {
  /** Answers that came over it since it was opened. */
  answered: number;
}

type Limits = Pick<TransportSettings, 'callTimeoutMs' | 'maxAnswerBytes'>;

/** Send a request. Resolves when it has ended for the caller; it never rejects. */
export function sendOnce(
  pool: Dispatcher,
  outgoing: OutgoingRequest,
  operation: AnyOperation,
  options: CallOptions,
  limits: Limits,
): Promise<HttpCall> {
  return new Promise((resolve) => {
    new HttpCall(operation, options, limits, resolve).start(pool, outgoing);
  });
}

/** The connections call its `on…` methods; one object a request, without closures, since every call goes through here. */
export class HttpCall implements Dispatcher.DispatchHandler {
  end: CallOutcome | undefined;
  /** Zero until the head of an answer is there. */
  status = 0;
  headers: IncomingHttpHeaders = {};
  /** The error code of the platform or the HTTP client, where there was an error. */
  cause: string | undefined;
  /** From here on bytes may have reached upstream. */
  sent = false;
  /** Set by the connection that takes the request. */
  carrier: Carrier | undefined;
  private readonly operation: AnyOperation;
  private readonly options: CallOptions;
  private readonly limits: Limits;
  private readonly resolve: (ended: HttpCall) => void;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private reused = false;
  private begun = false;
  private callEnds = 0;
  private timer: NodeJS.Timeout | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private runsOn: (() => void) | undefined;

  constructor(
    operation: AnyOperation,
    options: CallOptions,
    limits: Limits,
    resolve: (ended: HttpCall) => void,
  ) {
    this.operation = operation;
    this.options = options;
    this.limits = limits;
    this.resolve = resolve;
  }

  get succeeded(): boolean {
    return this.end === 'answer' && this.status >= 200 && this.status < 300;
  }

  /** Whether a kept-alive connection turned out dead: it had served before, and not one byte of an answer came. */
  get stale(): boolean {
    return this.end === 'reset' && this.reused && !this.begun;
  }

  get body(): Buffer {
    return this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.size);
  }

  start(pool: Dispatcher, outgoing: OutgoingRequest): void {
    const { signal, deadline } = this.options;
    const now = performance.now();
    if (signal?.aborted) return this.settle('gone');
    if (now >= deadline) return this.settle('late');
    this.callEnds = now + this.limits.callTimeoutMs;
    this.timer = setTimeout(expire, Math.min(this.limits.callTimeoutMs, deadline - now), this);
    signal?.addEventListener('abort', this);
    pool.dispatch(outgoing, this);
  }

  /** The caller left. */
  handleEvent(): void {
    if (this.cuttable) this.stop('gone');
  }

  expire(): void {
    if (this.end !== undefined || this.callEnds <= this.options.deadline)
      return this.stop('timeout');
    if (this.cuttable) return this.stop('late');
    // The caller waits no longer, the write runs on: cutting it now would leave its effect to chance.
    this.settle('late');
    this.options.onDetachedWrite?.(new Promise((resolve) => (this.runsOn = resolve)));
    this.timer = setTimeout(expire, this.callEnds - performance.now(), this);
  }

  private get cuttable(): boolean {
    return !this.sent || isRead(this.operation);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown rather than aborted: the connection, which has not been written to, stays usable.
    if (this.end !== undefined) throw stopped;
    this.controller = controller;
    this.sent = true;
    this.reused = this.carrier !== undefined && this.carrier.answered > 0;
    this.options.onSend?.(this.operation);
  }

  onResponseStarted(): void {
    this.begun = true;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200 || this.end !== undefined) return;
    this.status = status;
    this.headers = headers;
    if (this.encoded) return this.stop(this.encoded);
    if (Number(headers['content-length']) > this.limits.maxAnswerBytes) this.stop('tooLarge');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.end !== undefined) return;
    this.size += chunk.length;
    if (this.size > this.limits.maxAnswerBytes) return this.stop('tooLarge');
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.carrier !== undefined) this.carrier.answered++;
    this.detach();
    this.settle('answer');
  }

  onResponseError(
    _: Dispatcher.DispatchController | null,
    error: Error & { readonly code?: unknown },
  ): void {
    this.detach();
    if (this.end !== undefined) return;
    this.cause = typeof error.code === 'string' ? error.code : error.name;
    this.settle(this.sent ? endOf(this.cause, this.status) : 'unsent');
  }

  /** No encoding was asked for, so none can be read. A refusal's body is not worth more than its status. */
  private get encoded(): 'garbled' | 'tooLarge' | undefined {
    const encoding: string | string[] | undefined = this.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity' || this.status >= 300) return undefined;
    return [encoding].flat().join().split(',').length > 5 ? 'tooLarge' : 'garbled';
  }

  private stop(end: CallOutcome): void {
    this.settle(end);
    this.detach();
    this.controller?.abort(stopped);
  }

  private settle(end: CallOutcome): void {
    if (this.end !== undefined) return;
    this.end = end;
    this.resolve(this);
  }

  private detach(): void {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this);
    this.runsOn?.();
  }
}

const stopped = new Error('stopped');
const expire = (of: HttpCall): void => of.expire();

export function endOf(code: string, status: number): CallOutcome {
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'tooLarge';
  if (status > 0) return 'cut';
  // The parser's errors come without a code in some releases of the HTTP client.
  return code === 'HTTPParserError' ||
    code.startsWith('HPE_') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
    ? 'garbled'
    : 'reset';
}
