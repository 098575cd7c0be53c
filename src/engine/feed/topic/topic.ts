/**
 * One feed of one identity in this process: a single poller, however many subscribers. Each
 * iteration of the poller reads a round of the topic's main pages, which most subscribers get, and
 * then one for each cursor that these cannot continue (a catch-up). The topics of replicas that
 * share a store have the same main pages: one replica reads them, the others take them from the
 * store.
 */
import { Drain } from './audience.ts';
import type { CatchUp } from './catch-up.ts';
import type { PacedReader, PacedReaderParts, PageReader } from '../source/paced-reader.ts';
import { readRound } from '../source/round.ts';
import { Schedule } from '../source/schedule.ts';
import { LeftLogError, type PageEntry, type SharedLog } from '../shared/shared-log.ts';
import type { FeedPage, FeedPosition, FeedSource } from '../source/source.ts';
import { Subscriber } from './subscriber.ts';
import { isRejectedToken } from '../temporary-failure.ts';
import { TopicPages } from './pages.ts';
import { TopicSubscribers } from './subscribers.ts';
import type { WatchRenewal } from '../watch/watch-renewal.ts';
import type { Clock } from '../../caller/clock.ts';
import type { FeedLimits } from '../limits.ts';

/** The dependencies of a topic. */
export interface TopicParts extends PacedReaderParts {
  /** Creates the renewal that keeps a watch channel open while the topic is polled. */
  readonly watch?: ((onChange: () => void) => WatchRenewal) | undefined;
  /** Observes the waits that earlier answers stated, also answers to a topic that was closed. */
  readonly reader: PacedReader;
  /** The main pages of all replicas; left out: they are not shared. */
  readonly log?: SharedLog | undefined;
  /** Whether the topic may be kept for subscribers that come back. */
  readonly mayBeKept: () => boolean;
  /** Called when the topic is not kept any longer. */
  readonly onForget: () => void;
}

/** Subscribers, poller and log of one feed for one identity. */
export class Topic {
  readonly reader: PacedReader;
  /** Set when the feed has ended or failed: a new subscriber needs a new topic. */
  isClosed = false;
  readonly #parts: TopicParts;
  #pages: TopicPages;
  readonly subscribers: TopicSubscribers;
  readonly #watch: TopicWatch;
  /** Reads the topic's main pages. */
  readonly #mainReader: PageReader;
  /** Whether another replica may have read pages that this topic does not have. */
  #mayBeBehind = false;
  readonly #schedule: Schedule;
  readonly #drain: Drain;
  /** Stops the poller; undefined while it does not run. */
  #run: AbortController | undefined;
  /** Waits for a subscriber to come back. */
  readonly #retention: Retention;

  /** @param start where the first subscriber wants to begin */
  constructor(parts: TopicParts, start: FeedPosition) {
    const { source, limits, clock, log, reader } = parts;
    this.#parts = parts;
    this.reader = reader;
    this.#pages = new TopicPages(source, limits, start);
    this.subscribers = new TopicSubscribers(source);
    this.#schedule = new Schedule(clock);
    this.#drain = new Drain(clock, limits);
    this.#retention = new Retention(clock);
    const renewal = parts.watch?.(() => this.#schedule.notify(limits.notificationDelayMs));
    this.#watch = new TopicWatch(source, limits, renewal);
    this.#mainReader = { read: (position, signal) => reader.read(position, signal, { log }) };
  }

  get isPolling(): boolean {
    return this.#run !== undefined;
  }

  /** Adds a subscriber and starts the poller if it does not run. */
  subscribe(start: FeedPosition): Subscriber {
    const { source, limits, log } = this.#parts;
    const subscriber = new Subscriber({
      maxBufferedItems: limits.maxBufferedItems,
      versionOf: source.versionOf,
      onDrain: () => this.#drain.ring(),
      onLeave: (leaving) => this.#leave(leaving),
    });
    if (log === undefined) this.#place(subscriber, start);
    else {
      this.subscribers.arrivals.set(subscriber, start);
      this.#checkPages();
    }
    this.#schedule.ring();
    this.#start();
    return subscriber;
  }

  /** Adds a subscriber to the topic's main pages, or to those of a catch-up. */
  #place(subscriber: Subscriber, start: FeedPosition): void {
    const replay = this.#pages.after(start, this.isPolling);
    if (replay) subscriber.replay(replay);
    (replay ? this.subscribers.main : this.subscribers.catchUps.audienceAt(start)).add(subscriber);
  }

  /** Ends all subscribers and the poller, like `#close`, and is forgotten immediately. */
  dispose(failure?: { readonly error: unknown }): void {
    this.#close(failure);
    this.#retention.cancel();
    this.#parts.onForget();
  }

  /** Ends all subscribers and the poller. @param failure thrown to the subscribers */
  #close(failure?: { readonly error: unknown }): void {
    this.isClosed = true;
    this.#stop();
    this.subscribers.end(failure);
    this.#forget(isRejectedToken(failure?.error));
  }

  #leave(subscriber: Subscriber): void {
    this.subscribers.remove(subscriber);
    this.#stopIfUnused();
  }

  #stopIfUnused(): void {
    if (!this.isPolling || this.subscribers.size > 0) return;
    this.#stop();
    this.subscribers.end();
    this.#forget();
  }

  #forget(isAtOnce = false): void {
    const { limits, mayBeKept, onForget } = this.#parts;
    void this.#retention.start(isAtOnce || !mayBeKept() ? 0 : limits.retentionMs, onForget);
  }

  #start(): void {
    if (this.isPolling) return;
    this.#retention.cancel();
    this.#schedule.resume();
    const { signal } = (this.#run = new AbortController());
    void this.#poll(signal);
    this.#watch.start(signal);
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#schedule.ring();
    this.#drain.ring();
  }

  /** The poller. Never rejects. */
  async #poll(signal: AbortSignal): Promise<void> {
    const { catchUps } = this.subscribers;
    const isUrgent = (): boolean => !catchUps.isEmpty || this.#mayBeBehind;
    try {
      await this.#shareWith(signal);
      while (this.#hasWork) {
        await this.#schedule.untilDue(isUrgent, signal);
        if (this.#mayBeBehind) await this.#follow(signal);
        if (catchUps.isEmpty && !this.#schedule.isDue) continue;
        // Cursors that arrive during the round may be newer than it: they wait for the next one.
        const waiting = catchUps.snapshot();
        if (this.#pages.position !== null) await this.#readMainRound(this.#pages.position, signal);
        const isOwn = this.#parts.log?.readsFirst !== false;
        const following = waiting.filter((each) => each.canFollowRound(isOwn));
        for (const each of following) await this.#readCatchUp(each, signal);
      }
      this.#close();
    } catch (error) {
      if (!signal.aborted) this.#close({ error });
    }
  }

  get #hasWork(): boolean {
    const { catchUps, arrivals } = this.subscribers;
    return this.#pages.position !== null || !catchUps.isEmpty || arrivals.size > 0;
  }

  /** Begins with the pages that other replicas have read, and listens for further ones. */
  async #shareWith(signal: AbortSignal): Promise<void> {
    const { log } = this.#parts;
    if (log === undefined) return;
    log.watch(() => this.#checkPages(), signal);
    // Another replica may have polled since this topic did.
    this.#pages.markOutdated();
    await this.#join(signal);
  }

  #checkPages(): void {
    this.#mayBeBehind = true;
    this.#schedule.ring();
  }

  /**
   * Takes the main pages of the other replicas instead of those of this topic. Subscribers of the
   * old ones catch up from where they are.
   * @returns whether it is known when the next round is due
   */
  async #join(signal: AbortSignal): Promise<boolean> {
    const { log, source, clock, limits } = this.#parts;
    const history = await log?.join();
    signal.throwIfAborted();
    if (log === undefined || history === undefined) return false;
    const { position } = this.#pages;
    if (this.subscribers.main.size > 0 && position !== null)
      this.subscribers.main.moveTo(this.subscribers.catchUps.audienceAt(position));
    this.#pages = TopicPages.of(source, limits, history, clock.now());
    const last = history.entries.at(-1);
    if (last === undefined) return false;
    this.reader.observe(last);
    this.#watch.confirm(signal);
    const dueMs = last.at + this.#watch.intervalAfter(last.page) - clock.now();
    this.#schedule.follow(last.at, dueMs);
    // The replica that read the last page is gone, or has no subscribers any more.
    if (dueMs < -2 * limits.standbyMs) log.readsFirst = true;
    return true;
  }

  /**
   * Delivers the pages that other replicas have read, and assigns new subscribers to groups.
   * @returns whether the topic has moved on
   */
  async #follow(signal: AbortSignal): Promise<boolean> {
    const { position } = this.#pages;
    this.#mayBeBehind = false;
    let last: PageEntry | undefined;
    try {
      while (this.#pages.position !== null) {
        const entry = await this.#parts.log?.next(this.#pages.position);
        signal.throwIfAborted();
        if (entry === undefined) break;
        this.reader.observe(entry);
        this.#publish(entry);
        last = entry;
      }
    } catch (error) {
      if (!(error instanceof LeftLogError)) throw error;
      last = undefined;
      await this.#join(signal);
    }
    if (last) {
      this.#afterRound(last.page, signal);
      this.#schedule.follow(last.at, this.#watch.intervalAfter(last.page));
    }
    for (const [subscriber, start] of this.subscribers.arrivals) this.#place(subscriber, start);
    this.subscribers.arrivals.clear();
    return this.#pages.position !== position;
  }

  async #readMainRound(start: FeedPosition, signal: AbortSignal): Promise<void> {
    const { source, clock } = this.#parts;
    this.#schedule.beginRound();
    const onPage = (page: FeedPage, position: FeedPosition): Promise<void> => {
      this.#publish({ page, start: position, at: clock.now() });
      return this.#drain.untilTaken(this.subscribers.main, page, signal);
    };
    try {
      const round = { source, reader: this.#mainReader, start, onPage };
      const { last } = await readRound(round, signal);
      this.#afterRound(last, signal);
      this.#schedule.dueIn(this.#watch.intervalAfter(last));
    } catch (error) {
      if (!(error instanceof LeftLogError)) throw error;
      if (!(await this.#join(signal))) this.#schedule.dueIn(0);
    }
    this.#mayBeBehind = this.#parts.log !== undefined;
  }

  #afterRound(last: FeedPage, signal: AbortSignal): void {
    // If more items may be ready, the next page can still repeat some.
    if (last.hasMore === false) this.subscribers.main.skip(undefined);
    if (this.#pages.position !== null) this.#watch.confirm(signal);
  }

  #publish(entry: Pick<PageEntry, 'page' | 'start' | 'at'>): void {
    const batch = this.#pages.add(entry);
    if (batch) this.subscribers.main.push(batch);
  }

  async #readCatchUp(catchUp: CatchUp, signal: AbortSignal): Promise<void> {
    const { audience } = catchUp;
    const { log } = this.#parts;
    const afterPage = (page: FeedPage) => this.#drain.untilTaken(audience, page, signal);
    // The topic's next page must be read after that of the catch-up, by whatever replica.
    const onTurn = log && (() => this.#follow(signal));
    const progress = async () => ((await onTurn?.()) ? undefined : this.#pages.progress);
    const reader: PageReader = {
      read: (position) => this.reader.read(position, signal, { onTurn }),
    };
    try {
      if (!(await catchUp.read(reader, progress, afterPage, signal))) return;
      audience.moveTo(this.subscribers.main);
    } catch (error) {
      signal.throwIfAborted();
      audience.end({ error });
    }
    this.subscribers.catchUps.delete(catchUp);
    this.#stopIfUnused();
  }
}

/** The time for which something unused is kept: a delay that can be cancelled. */
class Retention {
  readonly #clock: Clock;
  #wait = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `onEnd` after `ms`, unless `cancel` or `start` is called before. */
  async start(ms: number, onEnd: () => void): Promise<void> {
    this.#wait.abort();
    const { signal } = (this.#wait = new AbortController());
    await this.#clock.sleep(ms, signal);
    if (!signal.aborted) onEnd();
  }

  cancel(): void {
    this.#wait.abort();
  }
}

/**
 * The watch channel of a topic, and the interval of its rounds, which depends on the channel. Opens
 * the channel after the first round that succeeds: a feed that cannot be read has none.
 */
class TopicWatch {
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
