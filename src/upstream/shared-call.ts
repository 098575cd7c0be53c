/**
 * A read in flight that several requests of one caller wait for. Each of them waits no longer than
 * its own deadline, and leaves when its client disconnects; the read goes on for the others, and is
 * aborted when the last one has left.
 */
import type { CallResult } from './call-outcome.ts';
import { CallAbort } from './call-signal.ts';
import { UpstreamError, upstreamError } from './error.ts';
import type { HttpCallOptions } from './http-call.ts';
import type { AnyOperation } from './operation.ts';
import { readResponseBody } from './response-body.ts';
import { type PreparedCall, sendCall } from './send-call.ts';

type WaitOptions = Pick<HttpCallOptions, 'deadline' | 'signal'>;

/** One request that waits for the read. */
class Waiter {
  readonly options: WaitOptions;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly #call: SharedCall;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    call: SharedCall,
    options: WaitOptions,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.#call = call;
    this.options = options;
    this.resolve = resolve;
    this.reject = reject;
    options.signal?.addEventListener('abort', this);
  }

  /** Called when the client disconnects. */
  handleEvent(): void {
    this.#call.leave(this);
  }

  /** Leaves at the deadline. A request that waits alone needs no timer: the read has the same. */
  startTimer(): void {
    this.#timer ??= setTimeout(
      () => this.#call.leave(this),
      this.options.deadline - performance.now(),
    );
  }

  release(): void {
    clearTimeout(this.#timer);
    this.options.signal?.removeEventListener('abort', this);
  }
}

/** One read, and the requests that wait for it. It is the options of the read, too. */
export class SharedCall implements HttpCallOptions {
  /** Instant in ms of `performance.now()`. */
  readonly startedAt = performance.now();
  readonly identity: HttpCallOptions['identity'];
  /** The requests of the read are counted by the one that started it. */
  readonly onSend: HttpCallOptions['onSend'];
  readonly signal = new CallAbort();
  /** The deadline of the request that waits longest. */
  deadline: number;
  readonly #operation: AnyOperation;
  /** Called when the last request has left. */
  readonly #onAbandoned: () => void;
  #waiters: Waiter[] = [];

  constructor({ operation, options }: PreparedCall<unknown>, onAbandoned: () => void) {
    this.identity = options.identity;
    this.onSend = options.onSend;
    this.deadline = options.deadline;
    this.#operation = operation;
    this.#onAbandoned = onAbandoned;
  }

  /** The first request waits for the read that `run` sends. */
  wait(options: WaitOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiter = new Waiter(this, options, resolve, reject);
      this.#waiters.push(waiter);
      if (options.signal?.aborted) this.leave(waiter);
    });
  }

  /** A further request waits, too. */
  join(options: WaitOptions): Promise<unknown> {
    const joined = this.wait(options);
    this.deadline = Math.max(this.deadline, options.deadline);
    for (const waiter of this.#waiters) waiter.startTimer();
    return joined;
  }

  /**
   * Sends the read, with its retries.
   * @param onEnd is called before anybody learns of the outcome; without a response the read failed
   */
  run(call: PreparedCall<unknown>, onEnd: (response?: CallResult, error?: unknown) => void): void {
    let response: CallResult | undefined;
    const shared: PreparedCall<unknown> = {
      ...call,
      options: this,
      read: (prepared, ended) => call.read(prepared, (response = ended)),
    };
    sendCall(shared).then(
      (value) => {
        this.#release();
        onEnd(response);
        this.#succeed(value, response!);
      },
      (error: unknown) => {
        this.#release();
        onEnd(undefined, error);
        this.#fail(error);
      },
    );
  }

  /** Called when a request stops waiting. */
  leave(waiter: Waiter): void {
    waiter.release();
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    waiter.reject(upstreamError(this.#operation, 'UPSTREAM_TIMEOUT'));
    if (this.#waiters.length > 0) return;
    this.#onAbandoned();
    this.signal.abort();
  }

  #release(): void {
    for (const waiter of this.#waiters) waiter.release();
  }

  /** Resolvers attach refs to the objects of an answer, so each request has objects of its own. */
  #succeed(value: unknown, response: CallResult): void {
    const [first, ...others] = this.#waiters;
    first?.resolve(value);
    for (const waiter of others) waiter.resolve(readResponseBody(this.#operation, response));
  }

  #fail(error: unknown): void {
    const [first, ...others] = this.#waiters;
    first?.reject(error);
    for (const waiter of others) waiter.reject(copyOf(error));
  }
}

const copyOf = (error: unknown): unknown =>
  error instanceof UpstreamError ? new UpstreamError(error.failure, error.cause) : error;
