/** The place of one operation among all that the gateway executes. */
import type { GraphQLError } from 'graphql';
import type { Refusal } from '../../engine/rest/share/shares.ts';
import { observed, type WaitObserver } from '../../engine/rest/share/wait-observer.ts';
import { type ServerShares, shareError } from './server-shares.ts';
import type { RequestRecord } from '../record/request-record.ts';
import type { OperationLimit, WaitingWork } from './operation-limit.ts';

/** What all operations of a gateway share. */
export interface PlaceLimits {
  /** Queries and mutations that run at the same time. */
  readonly operations: OperationLimit;
  readonly shares: Pick<ServerShares, 'subscriptions'>;
  /** Learns how long operations wait for their turns. */
  readonly waits?: WaitObserver | undefined;
}

/** The request of an operation: what learns how long it waits. */
interface WaitingRequest {
  readonly record: WaitObserver & Pick<RequestRecord, 'rejection'>;
  readonly details: { readonly trace?: WaitObserver | undefined };
}

/**
 * The place of one operation among all operations of the gateway: first a slot, then its turn to
 * run. The turn ends with its result, and the slot with the response. A subscription exchanges both
 * for a place among the subscriptions, because it lasts long and runs only when an event is there.
 * Gives way to other callers while it waits for its turn, and as a subscription.
 */
export class OperationPlace implements WaitingWork {
  readonly caller: string;
  older: WaitingWork | undefined = undefined;
  newer: WaitingWork | undefined = undefined;
  waiter: WaitingWork['waiter'] = undefined;
  era = 0;
  isAccepted = false;
  readonly #limits: PlaceLimits;
  #state: 'none' | 'slot' | 'waits' | 'runs' | 'subscribed' | 'ended' = 'none';
  /** Ends the wait of `begin`. */
  #resolve: ((refusal?: Refusal) => void) | undefined;
  /** Set while it lets others run. */
  #yielded: Promise<void> | undefined;
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
    const begun = this.#begin();
    if (!(begun instanceof Promise)) return begun;
    return observed(begun, 'queue', this.#limits.waits, record, details.trace);
  }

  #begin(): Promise<Refusal | undefined> | Refusal | undefined {
    if (this.#state !== 'slot') return undefined;
    const begun = this.#limits.operations.start(this);
    if (begun === 'share' || begun === 'total') return begun;
    this.#state = begun;
    if (begun === 'runs') return undefined;
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /**
   * Takes a slot, and waits for its turn.
   * @throws GraphQLError if too many operations run, which the record is told
   */
  async enter(request: WaitingRequest): Promise<void> {
    const refusal = this.take() ?? (await this.begin(request));
    if (refusal === undefined) return;
    request.record.rejection = 'concurrency';
    throw shareError('operations', refusal, this.caller);
  }

  start(): void {
    this.#state = 'runs';
    this.#resolve!();
  }

  /**
   * Lets others run, between two parts of long work: resolves when it runs again.
   * @throws GraphQLError if it has to give way, or its client has left
   */
  yieldTurn(): Promise<void> {
    this.#yielded ??= this.#yieldTurn().finally(() => (this.#yielded = undefined));
    return this.#yielded;
  }

  async #yieldTurn(): Promise<void> {
    this.endTurn();
    const begun = this.#begin();
    const refusal = begun instanceof Promise ? await begun : begun;
    if (refusal) throw shareError('operations', refusal, this.caller);
    if (this.#state !== 'runs') throw new Error('the client has left');
  }

  /**
   * Ends its turn, when its result is there: a client that does not read it holds nobody back.
   */
  endTurn(): void {
    if (this.#state !== 'runs') return;
    this.#state = 'slot';
    this.#limits.operations.end(this);
  }

  /**
   * Exchanges slot and turn for a place among the subscriptions.
   * @param end called with an error if the subscription has to give way to others
   * @returns the error if there is no place
   */
  subscribe(end: (error: GraphQLError) => void): GraphQLError | undefined {
    if (this.#state === 'ended') return undefined;
    this.#release();
    const refusal = this.#limits.shares.subscriptions.hold(this.caller, this);
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
    const { operations, shares } = this.#limits;
    const state = this.#state;
    this.#state = 'none';
    if (state === 'none' || state === 'ended') return;
    if (state === 'subscribed') return shares.subscriptions.drop(this.caller, this);
    if (state === 'waits') {
      operations.leave(this);
      this.#resolve!();
    } else if (state === 'runs') operations.end(this);
    operations.release(this.caller);
  }
}
