/**
 * Runs the reads of one topic one after the other, in all replicas. Three things delay a read:
 * - the interval that the last answer states; after a temporary failure the wait grows with the
 *   number of consecutive failures (`FailureCount`), and after `maxFailures` the reader gives up
 * - another replica that reads the topic: one at a time has the turn (`SharedTurn`)
 * - then the page may have been read by that replica: all replicas append their pages to one list
 *   (`SharedLog`), and a page that is in the list is not read again
 */
import { isOutdated, UpstreamError } from '../../api/error.ts';
import { sumOfCalls } from '../../read/usage.ts';
import type { SentCalls } from '../../trace/response-extensions.ts';
import { FailureCount } from '../failure-count.ts';
import { FeedStream, type ReaderParts } from './feed-stream.ts';
import { backoff, type FeedLimits } from '../limits.ts';
import type { PageEntry, SharedLog } from '../shared/shared-log.ts';
import type { SharedTopic } from '../shared/shared-store.ts';
import { SharedTurn } from '../shared/shared-turn.ts';
import { type FeedPage, type FeedSource, type FeedPosition, isBeginning } from './source.ts';
import { isRejectedToken, isTemporary } from '../temporary-failure.ts';

/**
 * Time in ms by which all replicas delay reads of the topic's main pages, so that reads for
 * subscribers that catch up come first. Without the delay, these might never get the turn.
 */
const yieldMs = 200;

/** How a read involves the other replicas that share the topic. */
interface PageSharing {
  /**
   * The list that the page is taken from or appended to. Left out: the page is for this replica
   * alone.
   */
  readonly log?: SharedLog | undefined;
  /** Called before the read, when no other replica can read until it has ended. */
  readonly onTurn?: (() => Promise<unknown>) | undefined;
  /**
   * Called when a stream has a further page. Left out: the page is read from the list, also where
   * the feed has a stream.
   */
  readonly onStreamed?: (() => void) | undefined;
}

/** Reads pages of one feed for one identity, with the waits that the answers state. */
export class PacedReader {
  readonly #parts: ReaderParts;
  /** undefined: no replica shares the topic. */
  readonly #turn: SharedTurn | undefined;
  readonly #failures: FailureCount;
  readonly #stream: FeedStream;
  /** The wait that the last answer stated, in ms. */
  #intervalMs = 0;
  /** What reads that are in no page yet have cost. */
  #spent: SentCalls | undefined;
  /** Instant before which nothing may be read. */
  #notBefore = 0;
  /** Consecutive answers that only said that the position was too old. */
  #resets = 0;

  /** @param topic that replicas share; left out: it is read by this process alone */
  constructor(parts: ReaderParts, topic?: SharedTopic) {
    const { clock, limits } = parts;
    this.#parts = parts;
    this.#stream = new FeedStream(parts);
    this.#failures = new FailureCount({ clock, limits, shared: topic });
    // Also for a caller whose token no service has accepted: replicas would read at the same time
    // for a caller who is new to all of them. The entry expires within seconds.
    if (topic) this.#turn = new SharedTurn(topic.store, ['feedPace', topic.key], clock);
  }

  /** Whether the next read has to wait. */
  get isWaiting(): boolean {
    return this.#waitMs > 0;
  }

  /**
   * Reads one page as soon as that is allowed.
   * @throws UpstreamError that is not temporary, that is the `maxFailures`th consecutive one or a
   * later one, or that asks for a longer wait than batches are kept; the signal's reason once it
   * fires; LeftLogError
   */
  async read(
    position: FeedPosition,
    signal: AbortSignal,
    sharing: PageSharing = {},
  ): Promise<FeedPage> {
    const { clock, limits } = this.#parts;
    const { log } = sharing;
    let notBefore = this.#firstInstant(log);
    /** Another replica has the turn until then. */
    let turnAt = 0;
    for (;;) {
      const known = await this.#pageOfOthers(position, signal, log);
      if (known) return known;
      // What a stream has sent is no call: it waits for the turn alone.
      const callAt = this.#isStreamed(position, sharing) ? 0 : Math.max(notBefore, this.#notBefore);
      const instant = Math.max(callAt, turnAt);
      // A timer may fire a little early.
      if (clock.now() < instant) {
        await (log ? log.sleepUntil(instant, signal) : clock.sleep(instant - clock.now(), signal));
        signal.throwIfAborted();
        continue;
      }
      const turnAfterMs =
        (await this.#turn?.take(Math.max(this.#intervalMs, limits.backoffMs))) ?? 0;
      if (turnAfterMs > 0) {
        turnAt = clock.now() + turnAfterMs;
        continue;
      }
      const page =
        (await this.#pageAtTurn(position, signal, log)) ??
        (await this.#readInTurn(position, signal, sharing));
      if (page) return page;
      notBefore = this.#firstInstant(log);
    }
  }

  /** Another replica has read a page: its waits hold here, too. */
  observe({ page, at }: PageEntry): void {
    const { source, limits, clock } = this.#parts;
    this.#stream.close();
    this.#intervalMs = intervalAfter(page, source, limits);
    const end = Math.min(at, clock.now()) + this.#intervalMs;
    this.#notBefore = Math.max(this.#notBefore, end);
    void this.#failures.clear(at);
  }

  #isStreamed(position: FeedPosition, { onStreamed }: PageSharing): boolean {
    return onStreamed !== undefined && this.#stream.continues(position);
  }

  /** @returns undefined if the list has to be read; `refused` if that has to wait */
  async #takeStreamed(
    position: FeedPosition,
    signal: AbortSignal,
    sharing: PageSharing,
  ): Promise<FeedPage | 'refused' | undefined> {
    const { source, clock, limits } = this.#parts;
    const { onStreamed } = sharing;
    if (onStreamed && !this.#isStreamed(position, sharing) && this.#stream.mayOpenAt(position)) {
      this.#waitFor(Math.max(this.#intervalMs, limits.backoffMs));
      const spent = await this.#stream.open(position, signal, onStreamed);
      this.#spent = sumOfCalls(this.#spent, spent);
      // A read of the list is the next call, and waits for its time.
      if (!this.#isStreamed(position, sharing)) return 'refused';
    }
    if (!this.#isStreamed(position, sharing)) {
      this.#stream.close();
      return undefined;
    }
    const page = this.#stream.take(position, this.#intervalMs);
    await this.#failures.clear(clock.now());
    this.#intervalMs = intervalAfter(page, source, limits);
    this.#waitFor(this.#intervalMs);
    const polling = this.#spent;
    this.#spent = undefined;
    return { ...page, polling };
  }

  async #attempt(position: FeedPosition, signal: AbortSignal): Promise<FeedPage> {
    const { source, tasks, clock, limits } = this.#parts;
    // If this attempt is cut off, the next caller of the reader has to wait, too.
    this.#waitFor(Math.max(this.#intervalMs, limits.backoffMs));
    const page = await tasks.run({
      kind: 'poll',
      work: async (execution) => {
        const turn = this.#turn;
        if (turn) execution.sendOnlyWhile(() => turn.mayRead);
        try {
          // A read takes its quota units before it is sent, like a query.
          return await execution.quota.withCall(source.operation, () =>
            source.read(execution, position),
          );
        } finally {
          this.#spent = sumOfCalls(this.#spent, execution.usage.sent);
        }
      },
      signal,
      itemsOf: ({ items }) => items.length,
    });
    const polling = this.#spent;
    this.#spent = undefined;
    if (reportsChanges(page, position, source)) await this.#parts.onChanges?.();
    signal.throwIfAborted();
    await this.#failures.clear(clock.now());
    this.#intervalMs = intervalAfter(page, source, limits);
    this.#resets = page.reset ? this.#resets + 1 : this.#resets * Number(page.hasMore === true);
    this.#waitFor(page.reset ? backoff(this.#resets - 1, limits) : this.#intervalMs);
    return { ...page, polling };
  }

  /** The instant before which this replica leaves the read to others. */
  #firstInstant(log: SharedLog | undefined): number {
    const { clock, limits } = this.#parts;
    const standbyMs = log === undefined || log.readsFirst ? 0 : limits.standbyMs;
    const instant = clock.now() + standbyMs * (1 + Math.random() / 2);
    return log && this.#intervalMs > 0 ? Math.max(instant, this.#notBefore + yieldMs) : instant;
  }

  /** @returns the page, if another replica has read it */
  async #pageOfOthers(
    position: FeedPosition,
    signal: AbortSignal,
    log: SharedLog | undefined,
  ): Promise<FeedPage | undefined> {
    const entry = await log?.next(position);
    signal.throwIfAborted();
    if (entry) this.observe(entry);
    return entry?.page;
  }

  /** The replica that had the turn before may have read the page: then the turn ends. */
  async #pageAtTurn(
    position: FeedPosition,
    signal: AbortSignal,
    log: SharedLog | undefined,
  ): Promise<FeedPage | undefined> {
    if (!this.#turn) return undefined;
    let keepsTurn = false;
    try {
      const page = await this.#pageOfOthers(position, signal, log);
      keepsTurn = page === undefined;
      return page;
    } finally {
      if (!keepsTurn) await this.#turn.end(0);
    }
  }

  /**
   * Reads the page, and ends the turn.
   * @returns undefined if the read is to be tried again: it has failed for a time, or it came after
   * one of another replica
   */
  async #readInTurn(
    position: FeedPosition,
    signal: AbortSignal,
    sharing: PageSharing,
  ): Promise<FeedPage | undefined> {
    const { log, onTurn } = sharing;
    let streamed: FeedPage | undefined;
    try {
      await onTurn?.();
      const taken = await this.#takeStreamed(position, signal, sharing);
      if (taken === 'refused') return undefined;
      streamed = taken;
      const page = streamed ?? (await this.#attempt(position, signal));
      return log === undefined || (await log.append(page, position)) ? page : undefined;
    } catch (error) {
      if (isRejectedToken(error)) this.#waitFor(0);
      signal.throwIfAborted();
      // Another replica may have read the page meanwhile.
      if (isOutdated(error)) this.#waitFor(0);
      else await this.#waitAfter(error);
      return undefined;
    } finally {
      // The wait before the next call does not hold for what the stream has.
      await this.#turn?.end(streamed ? 0 : this.#waitMs);
    }
  }

  /** Waits after a temporary failure. @throws the error of any other, or of one too many */
  async #waitAfter(error: unknown): Promise<void> {
    const { limits } = this.#parts;
    // All other failures close the subscribers.
    if (!(error instanceof UpstreamError) || !isTemporary(error)) throw error;
    const retryAfterMs = (error.failure.retryAfter ?? 0) * 1_000;
    const failures = await this.#failures.add(retryAfterMs);
    this.#waitFor(Math.max(this.#intervalMs, retryAfterMs + backoff(failures, limits)));
    if (failures >= limits.maxFailures || retryAfterMs > limits.retentionMs) throw error;
  }

  /** Time in ms until the next read is allowed. */
  get #waitMs(): number {
    return this.#notBefore - this.#parts.clock.now();
  }

  #waitFor(ms: number): void {
    this.#notBefore = this.#parts.clock.now() + ms;
  }
}

/** Whether a page says that something has changed. The first one can have what has not. */
const reportsChanges = (
  { items, reset, next }: FeedPage,
  position: FeedPosition,
  source: FeedSource,
): boolean =>
  source.reportsChanges === true &&
  !isBeginning(position) &&
  (items.length > 0 || reset === true || next === null);

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
