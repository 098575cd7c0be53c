/** The subscribers of a topic that receive the same pages. */
import type { Alarm } from './alarm.ts';
import type { FeedBatch } from './batch.ts';
import type { Clock } from '../clock.ts';
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

/** How long `untilDrained` waits. */
interface DrainLimit {
  readonly clock: Clock;
  /** Rings when a subscriber has taken its last batch, and when the poller stops. */
  readonly alarm: Alarm;
  /** The longest wait in ms. */
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

/** Waits until every subscriber has taken its batches, or the limit is reached. */
export async function untilDrained(
  audience: Audience,
  { clock, alarm, maxMs, signal }: DrainLimit,
): Promise<void> {
  const end = clock.now() + maxMs;
  while (audience.isBehind && clock.now() < end && !signal.aborted) await alarm.sleepUntil(end);
}
