/** The subscribers of a topic that receive the same pages. */
import type { FeedBatch } from '../batch.ts';
import type { Subscriber } from './subscriber.ts';

/** A set of subscribers to push batches to. */
export class Audience {
  readonly #subscribers = new Set<Subscriber>();

  get size(): number {
    return this.#subscribers.size;
  }

  /** Whether a subscriber has not taken all its batches yet. */
  get isBehind(): boolean {
    for (const { isDrained } of this.#subscribers) if (!isDrained) return true;
    return false;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  push(batch: FeedBatch): void {
    for (const subscriber of this.#subscribers) subscriber.push(batch);
  }

  /** See `Subscriber.skip`. */
  skip(versions: ReadonlySet<string> | undefined): void {
    for (const subscriber of this.#subscribers) subscriber.skip(versions);
  }

  /** Ends every subscriber. @param failure thrown to each after its last batch */
  end(failure?: { readonly error: unknown }): void {
    for (const subscriber of this.#subscribers) subscriber.end(failure);
    this.#subscribers.clear();
  }

  /** Moves all subscribers to another audience. @param replay what they receive first */
  moveTo(other: Audience, replay: readonly FeedBatch[] = []): void {
    for (const subscriber of this.#subscribers) {
      if (replay.length > 0) subscriber.replay(replay);
      other.add(subscriber);
    }
    this.#subscribers.clear();
  }
}
