/** The subscribers of a topic that receive the same pages. */
import { Alarm } from '../alarm.ts';
import type { FeedBatch } from '../batch.ts';
import type { Clock } from '../../caller/clock.ts';
import type { FeedLimits } from '../limits.ts';
import type { FeedPage } from '../source/source.ts';
import type { Subscriber } from './subscriber.ts';

/** A set of subscribers to push batches to. */
export class Audience {
  readonly #subscribers = new Set<Subscriber>();

  get size(): number {
    return this.#subscribers.size;
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

  /** Moves all subscribers to another audience. */
  moveTo(other: Audience): void {
    for (const subscriber of this.#subscribers) other.add(subscriber);
    this.#subscribers.clear();
  }

  /** Whether a subscriber has not taken all its batches yet. */
  get isBehind(): boolean {
    for (const { isDrained } of this.#subscribers) if (!isDrained) return true;
    return false;
  }
}

/** Gives subscribers a short time to take their batches, before the next page of a backlog. */
export class Drain {
  readonly #clock: Clock;
  readonly #maxMs: number;
  readonly #alarm: Alarm;

  constructor(clock: Clock, { drainMs }: Pick<FeedLimits, 'drainMs'>) {
    this.#clock = clock;
    this.#maxMs = drainMs;
    this.#alarm = new Alarm(clock);
  }

  /** A subscriber has taken its last batch, or the poller stops. */
  ring(): void {
    this.#alarm.ring();
  }

  /** Waits until every subscriber has taken its batches, or the time is over. */
  async untilTaken(audience: Audience, page: FeedPage, signal: AbortSignal): Promise<void> {
    if (!page.hasMore) return;
    const end = this.#clock.now() + this.#maxMs;
    while (audience.isBehind && this.#clock.now() < end && !signal.aborted)
      await this.#alarm.sleepUntil(end);
  }
}
