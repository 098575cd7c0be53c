/**
 * Runs the reads of one topic one after the other. A read waits for the interval that the last
 * answer states; after a temporary failure the wait grows.
 */
import { UpstreamError } from '../../upstream/error.ts';
import type { Execution } from '../execution.ts';
import type { Clock } from './clock.ts';
import { backoff, type FeedLimits } from './limits.ts';
import type { FeedPage, FeedSource, FeedPosition } from './source.ts';
import { isTemporary } from './temporary-failure.ts';

/** The dependencies of a reader. */
export interface PacedReaderParts {
  readonly source: FeedSource;
  /** Makes the execution of one read. */
  readonly execution: (signal: AbortSignal) => Execution;
  readonly clock: Clock;
  readonly limits: FeedLimits;
}

/** Reads pages of one feed for one identity, with the waits that the answers state. */
export class PacedReader {
  readonly #parts: PacedReaderParts;
  /** The wait that the last answer stated, in ms. */
  #intervalMs = 0;
  /** Instant before which nothing may be read. */
  #notBefore = 0;
  /** Consecutive answers that only said that the position was too old. */
  #resets = 0;

  constructor(parts: PacedReaderParts) {
    this.#parts = parts;
  }

  /**
   * Reads one page as soon as that is allowed.
   * @throws UpstreamError that is not temporary, that remains after `maxFailures` attempts, or that
   * asks for a longer wait than batches are kept; the signal's reason once it fires
   */
  async read(position: FeedPosition, signal: AbortSignal): Promise<FeedPage> {
    const { limits } = this.#parts;
    for (let failures = 1; ; failures += 1) {
      await this.#untilAllowed(signal);
      try {
        return await this.#attempt(position, signal);
      } catch (error) {
        signal.throwIfAborted();
        // All other failures close the subscribers.
        if (!(error instanceof UpstreamError) || !isTemporary(error)) throw error;
        const retryAfterMs = (error.failure.retryAfter ?? 0) * 1_000;
        this.#waitFor(Math.max(this.#intervalMs, retryAfterMs + backoff(failures, limits)));
        if (failures >= limits.maxFailures || retryAfterMs > limits.retentionMs) throw error;
      }
    }
  }

  async #attempt(position: FeedPosition, signal: AbortSignal): Promise<FeedPage> {
    const { source, execution, limits } = this.#parts;
    // If this attempt is cut off, the next caller of the reader has to wait, too.
    this.#waitFor(Math.max(this.#intervalMs, limits.backoffMs));
    const page = await readWithinQuota(source, execution(signal), position);
    signal.throwIfAborted();
    this.#intervalMs = intervalAfter(page, source, limits);
    this.#resets = page.reset ? this.#resets + 1 : this.#resets * Number(page.hasMore === true);
    this.#waitFor(page.reset ? backoff(this.#resets - 1, limits) : this.#intervalMs);
    return page;
  }

  async #untilAllowed(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    // A timer may fire a little early.
    while (clock.now() < this.#notBefore && !signal.aborted)
      await clock.sleep(this.#notBefore - clock.now(), signal);
    signal.throwIfAborted();
  }

  #waitFor(ms: number): void {
    this.#notBefore = this.#parts.clock.now() + ms;
  }
}

/**
 * The time in ms before the next read. Where the answer does not say whether more items are ready,
 * the pages of a subscriber that catches up have to wait for their time, too.
 */
function intervalAfter(
  { hasMore, pollAfterMs }: FeedPage,
  { intervalMs }: FeedSource,
  { minIntervalMs }: FeedLimits,
): number {
  if (hasMore !== undefined) return pollAfterMs ?? 0;
  return Math.max(minIntervalMs, pollAfterMs ?? intervalMs);
}

/** A read takes its quota units before it is sent, like a query. */
async function readWithinQuota(
  source: FeedSource,
  execution: Execution,
  position: FeedPosition,
): Promise<FeedPage> {
  await execution.quota.reserveCall(source.operation);
  try {
    return await source.read(execution, position);
  } finally {
    execution.quota.settle();
  }
}
