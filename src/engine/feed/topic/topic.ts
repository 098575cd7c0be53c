/**
 * One feed of one identity in this process: a single poller, however many subscribers. Each
 * iteration of the poller reads a round of the topic's main pages, which most subscribers get, and
 * then one for each cursor that these cannot continue (a catch-up). The topics of replicas that
 * share a store have the same main pages: one replica reads them, the others take them from the
 * store.
 */
import type { Api } from '../../api/api.ts';
import { Alarm } from '../alarm.ts';
import { Audience } from './audience.ts';
import { CatchUp } from './catch-up.ts';
import { encodeCursor } from '../cursor.ts';
import type { ReaderParts } from '../source/feed-stream.ts';
import { PacedReader } from '../source/paced-reader.ts';
import { readRound } from '../source/round.ts';
import { Schedule } from '../source/schedule.ts';
import { LeftLogError, type PageEntry, SharedLog } from '../shared/shared-log.ts';
import type { SharedStore } from '../shared/shared-store.ts';
import type { FeedPage, FeedPosition } from '../source/source.ts';
import { Subscriber } from './subscriber.ts';
import { isRejectedToken } from '../temporary-failure.ts';
import { TopicPages } from './pages.ts';
import { WatchRenewal, type WatchService } from '../watch/watch-renewal.ts';

interface TopicParts extends ReaderParts {
  readonly api: Api;
  /** Of the identity, the feed and its arguments. */
  readonly key: string;
  /** The store of the replicas; left out: this process keeps the topic alone. */
  readonly store?: SharedStore | undefined;
  /** Whether the feed is read by its stream, if it has one. */
  readonly usesStreams: boolean;
  /** Left out: the topic is polled, without a watch channel. */
  readonly watch?: WatchService | undefined;
  /** That of the topic before, whose waits still hold. Default: a new one. */
  readonly reader?: PacedReader | undefined;
  /** Whether a service may have accepted the token. */
  readonly isAccepted: () => boolean;
  /** Called when the topic is not kept any longer. */
  readonly onForget: () => void;
}

/** Subscribers, poller and log of one feed for one identity. */
export class Topic {
  readonly reader: PacedReader;
  /** Set when the feed has ended or failed: a new subscriber needs a new topic. */
  isClosed = false;
  /** Why it has failed. */
  failure: { readonly error: unknown } | undefined;
  readonly #parts: TopicParts;
  /** The main pages of all replicas; undefined: they are not shared. */
  readonly #log: SharedLog | undefined;
  #pages: TopicPages;
  /** Subscribers that receive the main pages. */
  readonly #main = new Audience();
  /** Subscribers that do not receive the main pages yet, by their cursors. */
  readonly #catchUps = new Set<CatchUp>();
  readonly #watch: WatchRenewal | undefined;
  /** Whether a round has succeeded: a feed that cannot be read has no watch channel. */
  #isReadable = false;
  /** Whether another replica may have read pages that this topic does not have. */
  #mayBeBehind = false;
  readonly #schedule: Schedule;
  /** Rings when a subscriber has taken its last batch. */
  readonly #drain: Alarm;
  /** Stops the poller; undefined while it does not run. */
  #run: AbortController | undefined;
  /** Ends the time for which the topic waits for a subscriber to come back. */
  #retention = new AbortController();

  /** @param start where the first subscriber wants to begin */
  constructor(parts: TopicParts, start: FeedPosition) {
    const { api, source, limits, clock, tasks, key, store, watch } = parts;
    const shared = store && { store, key, mayWrite: () => this.mayBeKept };
    this.#parts = parts;
    this.#log = shared && new SharedLog({ ...shared, api, source, clock, limits });
    this.reader = parts.reader ?? new PacedReader(parts, shared);
    this.#pages = new TopicPages(source, limits, start);
    this.#schedule = new Schedule(clock);
    this.#drain = new Alarm(clock);
    if (watch === undefined || source.watch === undefined) return;
    const onChange = (): void => this.#schedule.notify(limits.notificationDelayMs);
    const own = { calls: source.watch, tasks, clock, limits, onChange, key, shared };
    this.#watch = new WatchRenewal({ ...watch, ...own });
  }

  /**
   * Whether the topic may be kept for subscribers that come back. A process that has just started
   * does not know the callers, but other replicas may.
   */
  get mayBeKept(): boolean {
    return this.#parts.isAccepted() || this.#log?.exists === true;
  }

  get isPolling(): boolean {
    return this.#run !== undefined;
  }

  get subscriberCount(): number {
    return this.#audiences.reduce((sum, { size }) => sum + size, 0);
  }

  get #audiences(): readonly Audience[] {
    return [this.#main, ...[...this.#catchUps].map(({ audience }) => audience)];
  }

  /** Adds a subscriber and starts the poller if it does not run. */
  subscribe(start: FeedPosition): Subscriber {
    const { source, limits } = this.#parts;
    const subscriber = new Subscriber({
      maxBufferedItems: limits.maxBufferedItems,
      versionOf: source.versionOf,
      onDrain: () => this.#drain.ring(),
      onLeave: (leaving) => this.#leave(leaving),
    });
    const catchUp = this.#catchUpAt(start);
    catchUp.audience.add(subscriber);
    if (this.#log === undefined) this.#place(catchUp);
    else this.#checkPages();
    this.#schedule.ring();
    this.#start();
    return subscriber;
  }

  /** @returns the catch-up that begins at the position and has read nothing yet */
  #catchUpAt(start: FeedPosition): CatchUp {
    const { source } = this.#parts;
    const cursor = encodeCursor(source, start);
    for (const each of this.#catchUps)
      if (each.start && encodeCursor(source, each.start) === cursor) return each;
    const catchUp = new CatchUp(source, start);
    this.#catchUps.add(catchUp);
    return catchUp;
  }

  /** Needs no catch-up if the main pages can continue after its cursor. */
  #place(catchUp: CatchUp): void {
    const replay = catchUp.start && this.#pages.after(catchUp.start, this.isPolling);
    if (replay === undefined) return;
    catchUp.audience.moveTo(this.#main, replay);
    this.#catchUps.delete(catchUp);
  }

  /** Ends all subscribers and the poller, like `#close`, and is forgotten immediately. */
  dispose(failure?: { readonly error: unknown }): void {
    this.#close(failure);
    this.#retention.abort();
    this.#parts.onForget();
  }

  /** Ends all subscribers and the poller. @param failure thrown to the subscribers */
  #close(failure?: { readonly error: unknown }): void {
    this.isClosed = true;
    this.failure = failure;
    this.#stop(failure);
    void this.#forget(isRejectedToken(failure?.error));
  }

  #leave(subscriber: Subscriber): void {
    for (const audience of this.#audiences) audience.remove(subscriber);
    this.#stopIfUnused();
  }

  #stopIfUnused(): void {
    if (!this.isPolling || this.subscriberCount > 0) return;
    this.#stop();
    void this.#forget();
  }

  /** Waits for a subscriber to come back, and is then forgotten. */
  async #forget(isAtOnce = false): Promise<void> {
    const { clock, limits, onForget } = this.#parts;
    this.#retention.abort();
    const { signal } = (this.#retention = new AbortController());
    await clock.sleep(isAtOnce || !this.mayBeKept ? 0 : limits.retentionMs, signal);
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

  /** @param failure thrown to the subscribers */
  #stop(failure?: { readonly error: unknown }): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#schedule.ring();
    this.#drain.ring();
    for (const audience of this.#audiences) audience.end(failure);
    this.#catchUps.clear();
  }

  /** The poller. Never rejects. */
  async #poll(signal: AbortSignal): Promise<void> {
    const isUrgent = (): boolean => this.#catchUps.size > 0 || this.#mayBeBehind;
    try {
      await this.#shareWith(signal);
      while (this.#pages.position !== null || this.#catchUps.size > 0) {
        await this.#schedule.untilDue(isUrgent, signal);
        if (this.#mayBeBehind) await this.#follow(signal);
        if (this.#catchUps.size === 0 && !this.#schedule.isDue) continue;
        // Cursors that arrive during the round may be newer than it: they wait for the next one.
        const waiting = [...this.#catchUps];
        if (this.#pages.position !== null) await this.#readMainRound(this.#pages.position, signal);
        const isOwn = this.#log?.readsFirst !== false;
        const following = waiting.filter((each) => each.canFollowRound(isOwn));
        for (const each of following) await this.#readCatchUp(each, signal);
      }
      this.#close();
    } catch (error) {
      if (!signal.aborted) this.#close({ error });
    }
  }

  /** Begins with the pages that other replicas have read, and listens for further ones. */
  async #shareWith(signal: AbortSignal): Promise<void> {
    const log = this.#log;
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
    const { source, clock, limits } = this.#parts;
    const log = this.#log;
    const history = await log?.join();
    signal.throwIfAborted();
    if (log === undefined || history === undefined) return false;
    const { position } = this.#pages;
    if (this.#main.size > 0 && position !== null)
      this.#main.moveTo(this.#catchUpAt(position).audience);
    this.#pages = TopicPages.of(source, limits, history, clock.now());
    const last = history.entries.at(-1);
    if (last === undefined) return false;
    this.reader.observe(last);
    this.#confirm(signal);
    const dueMs = last.at + this.#intervalAfter(last.page) - clock.now();
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
        const entry = await this.#log?.next(this.#pages.position);
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
      this.#schedule.follow(last.at, this.#intervalAfter(last.page));
    }
    for (const catchUp of this.#catchUps) this.#place(catchUp);
    return this.#pages.position !== position;
  }

  async #readMainRound(start: FeedPosition, signal: AbortSignal): Promise<void> {
    const { source, clock, limits, usesStreams } = this.#parts;
    const log = this.#log;
    // A stream can be behind the list. What catches up is compared with pages of the list alone.
    const isStreamed = usesStreams && this.#catchUps.size === 0;
    const onStreamed = isStreamed ? () => this.#schedule.dueIn(limits.streamDelayMs) : undefined;
    this.#schedule.beginRound();
    const onPage = (page: FeedPage, position: FeedPosition): Promise<void> => {
      this.#publish({ page, start: position, at: clock.now() });
      return this.#untilTaken(this.#main, page, signal);
    };
    try {
      const readPage = (position: FeedPosition): Promise<FeedPage> =>
        this.reader.read(position, signal, { log, onStreamed });
      const round = { source, readPage, start, onPage };
      const { last } = await readRound(round, signal);
      this.#afterRound(last, signal);
      this.#schedule.dueIn(this.#intervalAfter(last));
    } catch (error) {
      if (!(error instanceof LeftLogError)) throw error;
      if (!(await this.#join(signal))) this.#schedule.dueIn(0);
    }
    this.#mayBeBehind = log !== undefined;
  }

  #afterRound(last: FeedPage, signal: AbortSignal): void {
    // If more items may be ready, the next page can still repeat some.
    if (last.hasMore === false) this.#main.skip(undefined);
    if (this.#pages.position !== null) this.#confirm(signal);
  }

  #publish(entry: Pick<PageEntry, 'page' | 'start' | 'at'>): void {
    const batch = this.#pages.add(entry);
    if (batch) this.#main.push(batch);
  }

  async #readCatchUp(catchUp: CatchUp, signal: AbortSignal): Promise<void> {
    const { audience } = catchUp;
    const afterPage = (page: FeedPage) => this.#untilTaken(audience, page, signal);
    // The topic's next page must be read after that of the catch-up, by whatever replica.
    const onTurn = this.#log && (() => this.#follow(signal));
    const progress = async () => ((await onTurn?.()) ? undefined : this.#pages.progress);
    const readPage = (position: FeedPosition): Promise<FeedPage> =>
      this.reader.read(position, signal, { onTurn });
    try {
      if (!(await catchUp.read(readPage, progress, afterPage, signal))) return;
      audience.moveTo(this.#main);
    } catch (error) {
      signal.throwIfAborted();
      audience.end({ error });
    }
    this.#catchUps.delete(catchUp);
    this.#stopIfUnused();
  }

  /** Gives subscribers a short time to take a page, before the next one of a backlog. */
  async #untilTaken(audience: Audience, page: FeedPage, signal: AbortSignal): Promise<void> {
    const { clock, limits } = this.#parts;
    if (!page.hasMore) return;
    const end = clock.now() + limits.drainMs;
    while (audience.isBehind && clock.now() < end && !signal.aborted)
      await this.#drain.sleepUntil(end);
  }

  /** A round has succeeded: from now on a watch channel is kept open. */
  #confirm(signal: AbortSignal): void {
    if (!this.#isReadable) this.#watch?.start(signal);
    this.#isReadable = true;
  }

  /** Time in ms from the last page of a round to the next round. */
  #intervalAfter({ hasMore, pollAfterMs }: FeedPage): number {
    const { limits, source } = this.#parts;
    // Another replica is reading a backlog.
    if (hasMore) return limits.minIntervalMs;
    const { intervalMs } = this.#watch?.isActive ? this.#watch : source;
    return Math.max(limits.minIntervalMs, pollAfterMs ?? intervalMs);
  }
}
