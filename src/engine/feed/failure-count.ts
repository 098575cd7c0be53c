/**
 * The number of consecutive failures of a topic's reads. Replicas that share the topic count
 * together, so that a service that fails gets hardly more calls from many replicas than from one.
 */
import type { Clock } from '../caller/clock.ts';
import type { FeedLimits } from './limits.ts';
import type { SharedTopic } from './shared/shared-store.ts';

interface FailureCountParts {
  readonly clock: Clock;
  readonly limits: Pick<FeedLimits, 'maxBackoffMs'>;
  /** The topic that replicas share; left out: this process counts alone. */
  readonly shared?: SharedTopic | undefined;
}

/** The count begins again after a success, or if no attempt follows the wait after a failure. */
export class FailureCount {
  readonly #parts: FailureCountParts;
  #count = 0;
  /** Instant in ms of the last failure in this process. */
  #failedAt = 0;
  /** Instant in ms until which the count holds. */
  #end = 0;

  constructor(parts: FailureCountParts) {
    this.#parts = parts;
  }

  /**
   * A read has failed; no other replica reads now.
   * @param retryAfterMs the time in ms for which the service wants no further call
   * @returns the number of failures
   */
  async add(retryAfterMs: number): Promise<number> {
    const { clock, limits, shared } = this.#parts;
    const found = await shared?.store.attempt((store) => store.get('feedPace', keyOf(shared.key)));
    const now = clock.now();
    const count = 1 + Math.max(now < this.#end ? this.#count : 0, Number(found?.value ?? 0));
    // Longer than the wait that follows, and the next call.
    const ttlMs = retryAfterMs + 2 * limits.maxBackoffMs;
    this.#count = count;
    this.#failedAt = now;
    this.#end = now + ttlMs;
    if (shared?.mayWrite())
      await shared.store.attempt((store) =>
        store.set('feedPace', keyOf(shared.key), String(count), ttlMs),
      );
    return count;
  }

  /** A read has succeeded, in this process or in another one. @param at its instant in ms */
  async clear(at: number): Promise<void> {
    if (this.#count === 0 || at < this.#failedAt) return;
    this.#count = 0;
    const { shared } = this.#parts;
    await shared?.store.attempt((store) => store.delete('feedPace', keyOf(shared.key)));
  }
}

/** The key of the count beside that of the turn. */
const keyOf = (topic: string): string => `${topic} failures`;
