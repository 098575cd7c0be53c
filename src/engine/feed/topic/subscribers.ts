/** All subscribers of a topic, by the pages that they receive. */
import { Audience } from './audience.ts';
import type { FeedPosition, FeedSource } from '../source/source.ts';
import type { Subscriber } from './subscriber.ts';
import { CatchUp } from './catch-up.ts';
import { encodeCursor } from '../cursor.ts';

/** Catch-ups by the cursor that their subscribers came with. */
class CatchUpSet {
  readonly #source: FeedSource;
  readonly #catchUps = new Set<CatchUp>();

  constructor(source: FeedSource) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#catchUps.size === 0;
  }

  get subscriberCount(): number {
    let count = 0;
    for (const { audience } of this.#catchUps) count += audience.size;
    return count;
  }

  /** @returns the subscribers that start at the position and have received nothing yet */
  audienceAt(start: FeedPosition): Audience {
    const cursor = encodeCursor(this.#source, start);
    for (const each of this.#catchUps) if (each.startsAt(cursor)) return each.audience;
    const catchUp = new CatchUp(this.#source, start);
    this.#catchUps.add(catchUp);
    return catchUp.audience;
  }

  /** @returns the present catch-ups; later additions are not in the list */
  snapshot(): readonly CatchUp[] {
    return [...this.#catchUps];
  }

  delete(catchUp: CatchUp): void {
    this.#catchUps.delete(catchUp);
  }

  remove(subscriber: Subscriber): void {
    for (const { audience } of this.#catchUps) audience.remove(subscriber);
  }

  /** Ends every subscriber. @param failure thrown to each after its last batch */
  end(failure?: { readonly error: unknown }): void {
    for (const { audience } of this.#catchUps) audience.end(failure);
    this.#catchUps.clear();
  }
}

/** Each subscriber is in one of three groups. */
export class TopicSubscribers {
  /** Subscribers that receive the topic's main pages. */
  readonly main = new Audience();
  /** Subscribers that do not receive the topic's main pages yet. */
  readonly catchUps: CatchUpSet;
  /** Subscribers that join another group when the topic has the pages of other replicas. */
  readonly arrivals = new Map<Subscriber, FeedPosition>();

  constructor(source: FeedSource) {
    this.catchUps = new CatchUpSet(source);
  }

  get size(): number {
    return this.main.size + this.catchUps.subscriberCount + this.arrivals.size;
  }

  remove(subscriber: Subscriber): void {
    this.arrivals.delete(subscriber);
    this.main.remove(subscriber);
    this.catchUps.remove(subscriber);
  }

  /** Ends every subscriber. @param failure thrown to each after its last batch */
  end(failure?: { readonly error: unknown }): void {
    for (const arrival of this.arrivals.keys()) arrival.end(failure);
    this.arrivals.clear();
    this.main.end(failure);
    this.catchUps.end(failure);
  }
}
