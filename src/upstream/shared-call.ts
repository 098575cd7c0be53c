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
import { type Timed, TimedList } from './timed-list.ts';

type WaitOptions = Pick<HttpCallOptions, 'deadline' | 'signal'>;

const openWaiters = new TimedList(20);

/** One request that waits for the read. */
class Waiter implements Timed {
  endAt: number;
  next: Timed | undefined;
  previous: Timed | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly #call: SharedCall;
  readonly #signal: WaitOptions['signal'];
  #isTimed = false;

  constructor(
    call: SharedCall,
    options: WaitOptions,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.#call = call;
    this.endAt = options.deadline;
    this.#signal = options.signal;
    this.resolve = resolve;
    this.reject = reject;
    options.signal?.addEventListener('abort', this);
  }

  /** Called when the client disconnects. */
  handleEvent(): void {
    this.#call.leave(this);
  }

  /** Leaves at the deadline. A request that waits alone needs no time: the read has the same. */
  startTime(): void {
    if (!this.#isTimed) openWaiters.add(this);
    this.#isTimed = true;
  }

  /** Called at the deadline. */
  expire(): void {
    this.#call.leave(this);
  }

  /** Called when the wait has ended. */
  release(): void {
    openWaiters.delete(this);
    this.#signal?.removeEventListener('abort', this);
  }
}

/** One read, and the requests that wait for it. It is the options of the read, too. */
export class SharedCall implements HttpCallOptions {
  /** Instant in ms of `performance.now()`. */
  readonly startedAt = performance.now();
  readonly identity: HttpCallOptions['identity'];
  /** The requests of the read are counted by the one that started it. */
  onSend: HttpCallOptions['onSend'];
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
    for (const waiter of this.#waiters) waiter.startTime();
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
        const waiters = this.#end();
        onEnd(response);
        this.#succeed(waiters, value, response!);
      },
      (error: unknown) => {
        const waiters = this.#end();
        onEnd(undefined, error);
        this.#fail(waiters, error);
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

  /**
   * Refers to nothing any more: the tables that the `Map` of the calls discards keep ended calls in
   * memory until the next full garbage collection.
   */
  #end(): readonly Waiter[] {
    const waiters = this.#waiters;
    for (const waiter of waiters) waiter.release();
    this.#waiters = [];
    this.onSend = undefined;
    return waiters;
  }

  /** Resolvers attach refs to the objects of an answer, so each request has objects of its own. */
  #succeed([first, ...others]: readonly Waiter[], value: unknown, response: CallResult): void {
    first?.resolve(value);
    for (const waiter of others) waiter.resolve(readResponseBody(this.#operation, response));
  }

  #fail([first, ...others]: readonly Waiter[], error: unknown): void {
    first?.reject(error);
    for (const waiter of others) waiter.reject(copyOf(error));
  }
}

const copyOf = (error: unknown): unknown =>
  error instanceof UpstreamError ? new UpstreamError(error.failure, error.cause) : error;
