/** All subscribers of a topic, by the pages that they receive. */
import { Audience } from './audience.ts';
import { CatchUpSet } from './catch-up-set.ts';
import type { FeedPosition, FeedSource } from '../source/source.ts';
import type { Subscriber } from './subscriber.ts';

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
