/** The events of one subscription, which can be ended with an error while its client waits. */

const done = { value: undefined, done: true } as const;

/** Passes on the events of a source until it ends, or `fail` is called. */
export class SubscriptionEvents<Event> implements AsyncIterableIterator<Event, undefined> {
  /** Undefined until `begin`. */
  #source: AsyncIterator<Event> | undefined;
  /** Of the `next` that waits. */
  #reject: ((error: unknown) => void) | undefined;
  /** Thrown once, by the next `next`. */
  #failure: { readonly error: unknown } | undefined;
  #isEnded = false;

  /** Passes on the events of the source; of none if the subscription has failed before. */
  begin(source: AsyncIterable<Event>): this {
    this.#source = source[Symbol.asyncIterator]();
    if (this.#isEnded) void this.#source.return?.();
    return this;
  }

  /** Ends the subscription: the client gets the error after the event that it is receiving. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#reject) this.#reject(error);
    else this.#failure = { error };
    void this.#source?.return?.();
  }

  next(): Promise<IteratorResult<Event, undefined>> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) return Promise.reject(failure.error);
    if (this.#isEnded) return Promise.resolve(done);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      const settle = (result: IteratorResult<Event>): void => {
        this.#reject = undefined;
        resolve(result);
      };
      this.#source!.next().then(settle, reject);
    });
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#isEnded = true;
    await this.#source?.return?.();
    return done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
