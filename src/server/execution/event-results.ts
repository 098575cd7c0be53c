/** The results of a subscription: one for each event of its source. */
import type { EventResult } from '../response/event-result.ts';

/** What a subscription consists of when it has started. */
interface StartedSubscription {
  readonly source: AsyncIterable<unknown>;
  /** Executes an event. */
  readonly resultOf: (event: unknown) => EventResult | Promise<EventResult>;
  /** Called once, when the subscription has ended or its client has left. */
  readonly onEnd: () => void;
}

const done = { value: undefined, done: true } as const;

/**
 * Executes each event when its result is asked for, until the source ends, the client leaves, or
 * `fail` is called. `return` of the source has to end a wait for an event.
 */
export class EventResults implements AsyncIterableIterator<EventResult, undefined> {
  #subscription: StartedSubscription | undefined;
  #source: AsyncIterator<unknown> | undefined;
  /** Thrown once. */
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;

  /** Has the results of a subscription; none if it has failed before. */
  begin(subscription: StartedSubscription): this {
    this.#subscription = subscription;
    this.#source = subscription.source[Symbol.asyncIterator]();
    if (this.#hasEnded) void this.#close();
    return this;
  }

  /** Ends the subscription: the client gets the error after the event that it is receiving. */
  fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#failure = { error };
    void this.return();
  }

  async next(): Promise<IteratorResult<EventResult, undefined>> {
    try {
      const event = this.#hasEnded ? done : await this.#source!.next();
      if (!event.done && !this.#hasEnded)
        return { value: await this.#subscription!.resultOf(event.value), done: false };
    } catch (error) {
      if (!this.#hasEnded) this.#failure = { error };
    }
    await this.return();
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
    return done;
  }

  async return(): Promise<IteratorResult<EventResult, undefined>> {
    if (this.#hasEnded) return done;
    this.#hasEnded = true;
    if (this.#subscription) await this.#close();
    return done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #close(): Promise<void> {
    this.#subscription!.onEnd();
    // The subscription has ended, whatever the source says about it.
    await this.#source!.return?.().catch(() => {});
  }
}
