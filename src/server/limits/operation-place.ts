/**
 * The place of one operation among all operations of the gateway: first a slot, then its turn to
 * run. A subscription exchanges them for a place among the subscriptions, because it lasts long and
 * runs only when an event is there.
 */
import type { GraphQLError } from 'graphql';
import type { Refusal, Shares } from '../../upstream/shares.ts';
import { observed, type WaitObserver } from '../../upstream/wait-observer.ts';
import type { OperationLimit, WaitingOperation } from './operation-limit.ts';
import { shareError } from './share-error.ts';

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

/** Gives way to other callers while it waits for its turn, and as a subscription. */
export class OperationPlace implements WaitingOperation {
  readonly caller: string;
  older: WaitingOperation | undefined = undefined;
  newer: WaitingOperation | undefined = undefined;
  waiter: WaitingOperation['waiter'] = undefined;
  readonly #limits: PlaceLimits;
  #state: 'none' | 'slot' | 'waits' | 'runs' | 'subscribed' = 'none';
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
   * wait, which also resolves when the place is freed
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
   * Exchanges slot and turn for a place among the subscriptions.
   * @param end called with an error if the subscription has to give way to others
   * @returns the error if there is no place
   */
  subscribe(end: (error: GraphQLError) => void): GraphQLError | undefined {
    this.free();
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
    this.free();
  }

  /** Frees the place; without effect if it is free. */
  free(): void {
    const { operations, subscriptions } = this.#limits;
    const state = this.#state;
    this.#state = 'none';
    if (state === 'none') return;
    if (state === 'subscribed') return subscriptions.drop(this.caller, this);
    if (state === 'waits') {
      operations.leave(this);
      this.#resolve!();
    } else if (state === 'runs') operations.end();
    operations.release(this.caller);
  }
}
