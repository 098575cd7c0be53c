/**
 * One feed of one identity in this process: a single poller, however many subscribers. Each turn of
 * the poller reads a round of the topic's own pages, and then one for each cursor from elsewhere.
 */
import { UpstreamError } from '../../upstream/error.ts';
import { Alarm } from './alarm.ts';
import { Audience, untilDrained } from './audience.ts';
import { type FeedBatch, joinBatches, toBatch } from './batch.ts';
import { BatchLog } from './batch-log.ts';
import type { CatchUp, TopicProgress } from './catch-up.ts';
import { CatchUpSet } from './catch-up-set.ts';
import { encodeCursor } from './cursor.ts';
import type { PacedReader, PacedReaderParts } from './paced-reader.ts';
import { PageFilter } from './page-filter.ts';
import { isEnd, readRound } from './round.ts';
import { Schedule } from './schedule.ts';
import { type FeedPage, type FeedPosition, isBeginning } from './source.ts';
import { Subscriber } from './subscriber.ts';
import type { WatchRenewal } from './watch-renewal.ts';

/** The dependencies of a topic. */
export interface TopicParts extends PacedReaderParts {
  /** Creates the renewal that keeps a watch channel open while the topic is polled. */
  readonly watch?: ((onChange: () => void) => WatchRenewal) | undefined;
  /** Keeps to the waits that earlier answers stated, also those of a topic that was closed. */
  readonly reader: PacedReader;
  /** Called when the topic had no subscriber for the retention time. */
  readonly onForget: () => void;
}

/** Subscribers, poller and log of one feed for one identity. */
export class Topic {
  readonly reader: PacedReader;
  /** Set when the feed has ended or failed: a new subscriber needs a new topic. */
  isClosed = false;
  readonly #parts: TopicParts;
  readonly #log: BatchLog;
  readonly #filter = new PageFilter();
  readonly #audience = new Audience();
  /** Subscribers that the topic's own pages do not reach yet. */
  readonly #catchUps: CatchUpSet;
  readonly #watch: WatchRenewal | undefined;
  /** Whether a round has succeeded: no channel is opened for a feed that cannot be read. */
  #isReadable = false;
  #progress: TopicProgress = { newest: undefined, isUpToDate: false };
  /** The start of the topic's next page; null: the topic has ended. */
  #position: FeedPosition | null;
  readonly #schedule: Schedule;
  /** Rings when a subscriber has taken its last batch. */
  readonly #drained: Alarm;
  /** Stops the poller; undefined while it does not run. */
  #run: AbortController | undefined;
  /** Ends the wait for a subscriber to come back. */
  #retention = new AbortController();

  /** @param start where the first subscriber wants to begin */
  constructor(parts: TopicParts, start: FeedPosition) {
    this.#parts = parts;
    this.reader = parts.reader;
    this.#position = start;
    this.#log = new BatchLog(encodeCursor(parts.source, start), parts.limits);
    this.#catchUps = new CatchUpSet(parts.source);
    this.#schedule = new Schedule(parts.clock);
    this.#drained = new Alarm(parts.clock);
    this.#watch = parts.watch?.(() => this.#schedule.dueIn(parts.limits.notificationDelayMs));
  }

  get isPolling(): boolean {
    return this.#run !== undefined;
  }

  get subscriberCount(): number {
    return this.#audience.size + this.#catchUps.subscriberCount;
  }

  /** Adds a subscriber and starts the poller if it does not run. */
  subscribe(start: FeedPosition): Subscriber {
    const { source, limits } = this.#parts;
    const replay = this.#replayAfter(start);
    const subscriber = new Subscriber({
      replay: replay ?? [],
      maxBufferedItems: limits.maxBufferedItems,
      versionOf: source.versionOf,
      onDrain: () => this.#drained.ring(),
      onLeave: (leaving) => this.#leave(leaving),
    });
    (replay ? this.#audience : this.#catchUps.audienceAt(start)).add(subscriber);
    this.#schedule.ring();
    this.#start();
    return subscriber;
  }

  /**
   * Ends all subscribers and the poller, and is forgotten immediately.
   * @param failure thrown to the subscribers
   */
  dispose(failure?: { readonly error: unknown }): void {
    this.#close(failure);
    this.#retention.abort();
    this.#parts.onForget();
  }

  /** Ends all subscribers and the poller. @param failure thrown to the subscribers */
  #close(failure?: { readonly error: unknown }): void {
    this.isClosed = true;
    this.#stop();
    this.#audience.end(failure);
    this.#catchUps.end(failure);
    if (isRejectedToken(failure?.error)) this.#parts.onForget();
    else void this.#forgetAfterRetention();
  }

  /** @returns the batches after a position; undefined if the topic cannot continue after it */
  #replayAfter(start: FeedPosition): readonly FeedBatch[] | undefined {
    const { source } = this.#parts;
    const cursor = encodeCursor(source, start);
    if (source.beginsNow && isBeginning(start) && this.#log.end !== cursor) return this.#present();
    const replay = this.#log.after(cursor);
    if (replay) return joinBatches(replay, source.maxItems);
    // Pages without items move the position and leave no entry in the log.
    const isCurrent = this.#position !== null && cursor === encodeCursor(source, this.#position);
    return isCurrent ? [] : undefined;
  }

  /** @returns the first batch of a subscriber that begins now; undefined if the topic is behind */
  #present(): readonly FeedBatch[] | undefined {
    if (!this.isPolling || !this.#progress.isUpToDate) return undefined;
    return [{ items: [], cursor: this.#log.end, hasMore: false }];
  }

  #leave(subscriber: Subscriber): void {
    this.#audience.remove(subscriber);
    this.#catchUps.remove(subscriber);
    this.#stopIfUnused();
  }

  #stopIfUnused(): void {
    if (!this.isPolling || this.subscriberCount > 0) return;
    this.#stop();
    this.#catchUps.end();
    void this.#forgetAfterRetention();
  }

  async #forgetAfterRetention(): Promise<void> {
    const { clock, limits, onForget } = this.#parts;
    this.#retention.abort();
    const { signal } = (this.#retention = new AbortController());
    await clock.sleep(limits.retentionMs, signal);
    if (!signal.aborted) onForget();
  }

  #start(): void {
    if (this.isPolling) return;
    this.#retention.abort();
    this.#schedule.resume();
    const { signal } = (this.#run = new AbortController());
    void this.#poll(signal);
    if (this.#isReadable) this.#watch?.start(signal);
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#schedule.ring();
    this.#drained.ring();
  }

  /** The poller. Never rejects. */
  async #poll(signal: AbortSignal): Promise<void> {
    try {
      while (this.#position !== null || !this.#catchUps.isEmpty) {
        await this.#schedule.untilDue(() => !this.#catchUps.isEmpty, signal);
        if (this.#position !== null) await this.#readOwnRound(this.#position, signal);
        // Cursors that arrive during this may be newer than the round: they wait for the next one.
        for (const each of this.#catchUps.snapshot()) await this.#readCatchUp(each, signal);
      }
      this.#close();
    } catch (error) {
      if (!signal.aborted) this.#close({ error });
    }
  }

  async #readOwnRound(start: FeedPosition, signal: AbortSignal): Promise<void> {
    const { source, limits } = this.#parts;
    this.#schedule.beginRound();
    const onPage = (page: FeedPage, position: FeedPosition): Promise<void> => {
      this.#publish(page, position);
      return this.#untilDrained(this.#audience, page, signal);
    };
    const { last } = await readRound({ source, reader: this.reader, start, onPage }, signal);
    // If more items may be ready, the next page can still repeat some.
    if (last.hasMore !== undefined) this.#audience.skip(undefined);
    if (!this.#isReadable && this.#position !== null) this.#watch?.start(signal);
    this.#isReadable = true;
    const intervalMs = this.#watch?.isActive ? this.#watch.intervalMs : source.intervalMs;
    this.#schedule.dueIn(Math.max(limits.minIntervalMs, last.pollAfterMs ?? intervalMs));
  }

  #publish(page: FeedPage, position: FeedPosition): void {
    this.#position = isEnd(page) ? null : page.next;
    const last = page.items.at(-1);
    this.#progress = {
      newest: last === undefined ? this.#progress.newest : this.#parts.source.versionOf(last),
      isUpToDate: page.hasMore === false || this.#position === null,
    };
    if (!this.#filter.isShown(page, position)) return;
    const batch = toBatch(this.#parts.source, page);
    this.#log.append(batch, this.#parts.clock.now());
    this.#audience.push(batch);
  }

  async #readCatchUp(catchUp: CatchUp, signal: AbortSignal): Promise<void> {
    const { audience } = catchUp;
    const afterPage = (page: FeedPage) => this.#untilDrained(audience, page, signal);
    try {
      if (!(await catchUp.read(this.reader, this.#progress, afterPage, signal))) return;
      audience.moveTo(this.#audience);
    } catch (error) {
      signal.throwIfAborted();
      audience.end({ error });
    }
    this.#catchUps.delete(catchUp);
    this.#stopIfUnused();
  }

  /** Before the next page of a backlog, subscribers get a short time to take the last one. */
  async #untilDrained(audience: Audience, page: FeedPage, signal: AbortSignal): Promise<void> {
    if (!page.hasMore) return;
    const { clock, limits } = this.#parts;
    await untilDrained(audience, { clock, alarm: this.#drained, maxMs: limits.drainMs, signal });
  }
}

/** Invented tokens must not take memory for the retention time: any number of them can be sent. */
const isRejectedToken = (error: unknown): boolean =>
  error instanceof UpstreamError && error.code === 'UNAUTHENTICATED';
