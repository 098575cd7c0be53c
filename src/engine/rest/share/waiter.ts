/** A request of the gateway that waits for a call. */
import { type AnyOperation, isRead } from '../operation/operation.ts';
import { Timed, TimedList } from './timed-list.ts';
import type { CallOptions, Requester } from '../upstream.ts';

/** How long a request waits. */
export type WaitOptions = Pick<CallOptions, 'deadline' | 'requester' | 'signal'>;

/** The call that requests wait for. */
interface AwaitedCall {
  readonly operation: AnyOperation;
  /** Called when a request stops waiting that shares the call, or has shared it. */
  leave(waiter: Waiter): void;
}

const openWaiters = new TimedList(20);

/** A request that waits for a call. */
export class Waiter extends Timed {
  override endAt: number;
  readonly signal: AbortSignal | undefined;
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly #call: AwaitedCall;
  readonly #requester: Requester | undefined;

  constructor(call: AwaitedCall, { deadline, signal, requester }: WaitOptions) {
    super();
    this.#call = call;
    // A write that has begun is finished.
    this.#requester = isRead(call.operation) ? requester : undefined;
    this.endAt = deadline;
    this.signal = signal;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.promise = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** Whether the request does not need the answer any more. */
  get hasLeft(): boolean {
    return this.signal?.aborted === true || this.#requester?.hasEnded === true;
  }

  /** Lets the request leave at its own deadline: others wait for the call, too. */
  watch(): void {
    openWaiters.add(this);
  }

  /** The call has ended. */
  unwatch(): void {
    openWaiters.delete(this);
  }

  override check(now: number): void {
    if (this.hasLeft || now >= this.endAt) this.expire();
  }

  override expire(): void {
    this.unwatch();
    this.#call.leave(this);
  }
}
