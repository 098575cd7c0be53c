/**
 * Limits how many operations run at the same time: by a fixed number of slots, and by the delay of
 * the event loop. If more operations run than the CPU can execute, each turn of the event loop
 * takes long. Then everything waits, also requests that are only rejected, and the garbage
 * collection has to copy what all of them have in memory. Therefore fewer operations start while
 * turns are long. The others wait, and their callers take turns. When too many wait, callers
 * give way to others by the rules of `Shares`.
 */
import type { Clock, Timer } from '../../engine/execution/clock.ts';
import { every } from '../../engine/execution/interval.ts';
import { CallerQueue, type QueueEntry } from '../../engine/rest/share/caller-queue.ts';
import {
  type Holding,
  type Refusal,
  type SharePolicy,
  Shares,
} from '../../engine/rest/share/shares.ts';
import type { ExecutionResult, GraphQLError, ValidatedExecutionArgs } from 'graphql';
import { observed, type WaitObserver } from '../../engine/rest/share/wait-observer.ts';
import { shareError } from '../limits/share-error.ts';
import { toRequestError } from '../request-error.ts';

/** Milliseconds between two measurements of the delay. */
const intervalMs = 10;

/** Delay of the event loop in milliseconds from which fewer operations run. */
const maxDelayMs = 15;

/** Number of operations that may run whatever the delay is: it can have other causes. */
const minRunning = 8;

/** Number of waiting operations for each one that may run: they start within a few seconds. */
const waitingPerRunning = 40;

/**
 * Milliseconds for which more operations can wait. Many that come in one turn delay the event loop
 * only once: they start in the next turns.
 */
const burstMs = 250;

/**
 * Milliseconds that it takes to reject a request (`npm run bench -- overload`). Rejected requests
 * cause no delay that fewer running operations could shorten.
 */
const rejectionMs = 0.03;

/**
 * Bytes of a result that are made in the time of a small operation, about 2 ms. A larger result
 * counts as several turns of its caller.
 */
const bytesPerTurn = 32 * 1024;

/** An operation that waits for its start. */
interface WaitingOperation extends QueueEntry<WaitingOperation>, Holding {
  /** Called when it can run; it is not in the queue any more. */
  start(): void;
}

/** The operations of a gateway. */
export class OperationLimit {
  /** What callers have of the slots. */
  readonly slots: Shares;
  /** What callers have of the operations that wait. */
  readonly waiting: Shares;
  readonly #max: number;
  readonly #clock: Clock;
  readonly #queue: CallerQueue<WaitingOperation>;
  /** With the instants at which the waits began, the oldest first. */
  readonly #waits = new Map<WaitingOperation, number>();
  #running = 0;
  /** Maximum number of running operations: up to `max`, depending on the delay. */
  #maxRunning: number;
  /** Set while operations run. */
  #timer: Timer | undefined;
  /** Instant of the last measurement. */
  #measuredAt = 0;
  /** Number of operations that have been rejected since then. */
  #rejected = 0;

  /** @param max number of slots */
  constructor(max: number, policy: SharePolicy, clock: Clock) {
    this.#max = max;
    this.#clock = clock;
    // A running operation keeps its slot, so others need slots that one caller cannot take.
    this.slots = new Shares({ ...policy, total: max, reserve: policy.callerShare });
    this.#queue = new CallerQueue(policy.isAccepted);
    const newestOf = (caller: string): WaitingOperation | undefined => this.#queue.newestOf(caller);
    this.waiting = new Shares({ ...policy, total: max, newestOf });
    this.#maxRunning = max;
  }

  /** Whether an operation can be rejected. If not, nobody has to ask whose it is. */
  get isCrowded(): boolean {
    return this.slots.isCrowded || this.#tooManyWait;
  }

  /** Why the next operation of a caller must be rejected; it then counts as rejected. */
  refusalOf(caller: string): Refusal | undefined {
    const refusal = this.slots.refusalOf(caller) ?? this.#limitedWaiting.refusalOf(caller);
    if (refusal !== undefined) this.#rejected += 1;
    return refusal;
  }

  /** Takes a slot. @returns undefined if it was taken; `release` must follow once */
  take(caller: string): Refusal | undefined {
    return (this.isCrowded ? this.refusalOf(caller) : undefined) ?? this.slots.take(caller);
  }

  /** Frees a slot. */
  release(caller: string): void {
    this.slots.release(caller);
  }

  /**
   * Starts an operation that has a slot; `end` has to be called afterwards.
   * @returns 'runs' if it runs now, 'waits' until its `start` or its `giveWay` is called
   */
  start(operation: WaitingOperation): 'runs' | 'waits' | Refusal {
    if (this.#waits.size > 0 || this.#running >= this.#maxRunning) return this.#wait(operation);
    this.#running += 1;
    if (this.#timer === undefined) this.#startTimer();
    return 'runs';
  }

  /**
   * Ends an operation that has been running.
   * @param resultBytes length of its result
   */
  end(caller: string, resultBytes: number): void {
    this.#running -= 1;
    if (this.#waits.size === 0) return;
    this.#queue.charge(caller, resultBytes / bytesPerTurn);
    this.#startWaiting();
  }

  /** Ends the wait of an operation that nobody needs any more, or that has given way. */
  leave(operation: WaitingOperation): void {
    if (!this.#waits.delete(operation)) return;
    this.#queue.delete(operation);
    this.waiting.release(operation.caller);
  }

  get #tooManyWait(): boolean {
    if (this.#waits.size <= this.#maxRunning * waitingPerRunning) return false;
    const [oldest] = this.#waits.values();
    return this.#clock.now() - oldest! > burstMs;
  }

  /** What callers have of the operations that wait, with the limit of this moment. */
  get #limitedWaiting(): Shares {
    this.waiting.total = this.#tooManyWait ? this.#maxRunning * waitingPerRunning : this.#max;
    return this.waiting;
  }

  #wait(operation: WaitingOperation): 'waits' | Refusal {
    const refusal = this.#limitedWaiting.take(operation.caller);
    if (refusal !== undefined) return refusal;
    this.#waits.set(operation, this.#clock.now());
    this.#queue.add(operation);
    return 'waits';
  }

  #startWaiting(): void {
    while (this.#running < this.#maxRunning) {
      const operation = this.#queue.take();
      if (operation === undefined) return;
      this.#waits.delete(operation);
      this.waiting.release(operation.caller);
      this.#running += 1;
      operation.start();
    }
  }

  #startTimer(): void {
    this.#measuredAt = this.#clock.now();
    this.#rejected = 0;
    this.#timer = every(this.#clock, intervalMs, () => this.#measure());
  }

  /** Fewer operations run after a long turn, more after a short one. */
  #measure(): void {
    if (this.#running === 0) {
      this.#timer?.cancel();
      this.#timer = undefined;
      return;
    }
    const now = this.#clock.now();
    const delay = now - this.#measuredAt - intervalMs - this.#rejected * rejectionMs;
    this.#measuredAt = now;
    this.#rejected = 0;
    this.#maxRunning =
      delay > maxDelayMs
        ? Math.max(minRunning, Math.min(this.#maxRunning, this.#running) * 0.75)
        : Math.min(this.#max, this.#maxRunning * 1.1 + 1);
    this.#startWaiting();
  }
}

/** What all operations of a gateway share. */
interface PlaceLimits {
  readonly operations: OperationLimit;
  readonly subscriptions: Shares;
  /** Learns how long operations wait for their turns. */
  readonly waits?: WaitObserver | undefined;
}

/** The request of an operation: what learns how long it waits. */
interface WaitingRequest {
  readonly record: WaitObserver;
  readonly details: { readonly trace?: WaitObserver | undefined };
}

/**
 * The place of one operation among all operations of the gateway: first a slot, then its turn to
 * run. The turn ends with its result, and the slot with the response. A subscription exchanges both
 * for a place among the subscriptions, because it lasts long and runs only when an event is there.
 * Gives way to other callers while it waits for its turn, and as a subscription.
 */
export class OperationPlace implements WaitingOperation {
  readonly caller: string;
  older: WaitingOperation | undefined = undefined;
  newer: WaitingOperation | undefined = undefined;
  waiter: WaitingOperation['waiter'] = undefined;
  readonly #limits: PlaceLimits;
  #state: 'none' | 'slot' | 'waits' | 'runs' | 'subscribed' | 'ended' = 'none';
  /** Ends the wait of `begin`. */
  #resolve: ((refusal?: Refusal) => void) | undefined;
  /** Ends the subscription. */
  #end: ((error: GraphQLError) => void) | undefined;

  constructor(limits: PlaceLimits, caller: string) {
    this.#limits = limits;
    this.caller = caller;
  }

  /** Takes a slot, unless the operation has a place. @returns why there is none */
  take(): Refusal | undefined {
    if (this.#state !== 'none') return undefined;
    const refusal = this.#limits.operations.take(this.caller);
    if (refusal === undefined) this.#state = 'slot';
    return refusal;
  }

  /**
   * Lets the operation run, if it has a slot and does not run.
   * @returns undefined if it can run now, or why it cannot; a promise of the same if it has to
   * wait, which also resolves with undefined when the place is ended: the caller has to look
   * whether the client has left
   */
  begin({ record, details }: WaitingRequest): Promise<Refusal | undefined> | Refusal | undefined {
    if (this.#state !== 'slot') return undefined;
    const begun = this.#limits.operations.start(this);
    if (begun === 'share' || begun === 'total') return begun;
    this.#state = begun;
    if (begun === 'runs') return undefined;
    const begins = new Promise<Refusal | undefined>((resolve) => {
      this.#resolve = resolve;
    });
    return observed(begins, 'queue', this.#limits.waits, record, details.trace);
  }

  start(): void {
    this.#state = 'runs';
    this.#resolve!();
  }

  /**
   * Ends its turn, when its result is there: a client that does not read it holds nobody back.
   * @param resultBytes length of the result, or of its text
   */
  endTurn(resultBytes: number): void {
    if (this.#state !== 'runs') return;
    this.#state = 'slot';
    this.#limits.operations.end(this.caller, resultBytes);
  }

  /**
   * Exchanges slot and turn for a place among the subscriptions.
   * @param end called with an error if the subscription has to give way to others
   * @returns the error if there is no place
   */
  subscribe(end: (error: GraphQLError) => void): GraphQLError | undefined {
    if (this.#state === 'ended') return undefined;
    this.#release();
    const refusal = this.#limits.subscriptions.hold(this.caller, this);
    if (refusal !== undefined) return shareError('subscriptions', refusal, this.caller);
    this.#state = 'subscribed';
    this.#end = end;
    return undefined;
  }

  giveWay(): void {
    const isSubscription = this.#state === 'subscribed';
    if (isSubscription) this.#end!(shareError('subscriptions', 'share', this.caller));
    else this.#resolve!('share');
    this.end();
  }

  /**
   * Frees the place for ever: an operation whose client has left while something was waited for
   * takes none afterwards, because nobody would free it.
   */
  end(): void {
    this.#release();
    this.#state = 'ended';
  }

  #release(): void {
    const { operations, subscriptions } = this.#limits;
    const state = this.#state;
    this.#state = 'none';
    if (state === 'none' || state === 'ended') return;
    if (state === 'subscribed') return subscriptions.drop(this.caller, this);
    if (state === 'waits') {
      operations.leave(this);
      this.#resolve!();
    } else if (state === 'runs') operations.end(this.caller, 0);
    operations.release(this.caller);
  }
}

/** Decides whether an operation is executed. */
export interface Admission<Context> {
  /** @returns why the operation must not be executed; a promise only if a lookup is needed */
  readonly admit: (
    context: Context,
    prepared: ValidatedExecutionArgs,
  ) => Promise<GraphQLError | undefined> | GraphQLError | undefined;
  /** The operation as it is executed, after `admit`. Default: as it is. */
  readonly admitted?: <Prepared extends ValidatedExecutionArgs>(
    context: Context,
    prepared: Prepared,
  ) => Prepared;
  /** Maximum time in ms that the operation waits. It is added to the time of its deadline. */
  readonly waitMs?: (prepared: ValidatedExecutionArgs) => number;
  /** Called when an admitted execution has ended: returns the reserved and unspent units. */
  readonly settle: (context: Context) => void;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * Executes an operation if it is admitted.
 * @returns the result of `execute`, or a result with the error; a promise only where needed
 */
export function executeAdmitted<Context, Prepared extends ValidatedExecutionArgs, Result>(
  admission: Admission<Context> | undefined,
  context: Context,
  prepared: Prepared,
  execute: (prepared: Prepared) => MaybePromise<Result>,
): MaybePromise<Result | ExecutionResult> {
  if (admission === undefined) return execute(prepared);
  const proceed = (error: GraphQLError | undefined): MaybePromise<Result | ExecutionResult> => {
    if (error) return { errors: [toRequestError(error)] };
    let result: MaybePromise<Result>;
    try {
      result = execute(admission.admitted?.(context, prepared) ?? prepared);
    } catch (thrown) {
      admission.settle(context);
      throw thrown;
    }
    if (!(result instanceof Promise)) {
      admission.settle(context);
      return result;
    }
    // `finally` would make three more promises.
    return result.then(
      (value) => {
        admission.settle(context);
        return value;
      },
      (error: unknown) => {
        admission.settle(context);
        throw error;
      },
    );
  };
  const error = admission.admit(context, prepared);
  return error instanceof Promise ? error.then(proceed) : proceed(error);
}
