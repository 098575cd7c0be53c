/** The watch channel of a topic, and the interval of its rounds, which depends on the channel. */
import type { FeedLimits } from '../limits.ts';
import type { FeedPage, FeedSource } from '../source/source.ts';
import type { WatchRenewal } from '../watch/watch-renewal.ts';

/** Opens the channel after the first round that succeeds: a feed that cannot be read has none. */
export class TopicWatch {
  readonly #source: FeedSource;
  readonly #limits: FeedLimits;
  readonly #renewal: WatchRenewal | undefined;
  /** Whether a round has succeeded. */
  #isReadable = false;

  /** @param renewal left out: the topic is polled only */
  constructor(source: FeedSource, limits: FeedLimits, renewal: WatchRenewal | undefined) {
    this.#source = source;
    this.#limits = limits;
    this.#renewal = renewal;
  }

  /** The poller starts. @param signal stops it */
  start(signal: AbortSignal): void {
    if (this.#isReadable) this.#renewal?.start(signal);
  }

  /** A round has succeeded. @param signal stops the poller */
  confirm(signal: AbortSignal): void {
    if (!this.#isReadable) this.#renewal?.start(signal);
    this.#isReadable = true;
  }

  /** Time in ms from the last page of a round to the next round. */
  intervalAfter({ hasMore, pollAfterMs }: FeedPage): number {
    const { minIntervalMs } = this.#limits;
    // Another replica is reading a backlog.
    if (hasMore) return minIntervalMs;
    const renewal = this.#renewal;
    const intervalMs = renewal?.isActive ? renewal.intervalMs : this.#source.intervalMs;
    return Math.max(minIntervalMs, pollAfterMs ?? intervalMs);
  }
}
