/** The main pages of a topic: the latest ones as batches, and the start of the next one. */
import { type FeedBatch, joinBatches, toBatch, weightOf } from '../batch.ts';
import type { TopicProgress } from './catch-up.ts';
import { encodeCursor } from '../cursor.ts';
import type { FeedLimits } from '../limits.ts';
import { PageFilter } from '../source/page-filter.ts';
import { isEnd } from '../source/round.ts';
import type { PageEntry, LogHistory } from '../shared/shared-log.ts';
import { type FeedPosition, type FeedSource, isBeginning } from '../source/source.ts';

interface Entry {
  readonly batch: FeedBatch;
  /** The cursor before the batch. */
  readonly start: string | null;
  /** Instant in ms at which it was read. */
  readonly at: number;
}

/**
 * A series of pages, each of which begins where the previous one ends. Those that subscribers get
 * are kept, bounded by age and by number of items.
 */
export class TopicPages {
  /** The start of the next page; null: the feed has ended. */
  position: FeedPosition | null;
  progress: TopicProgress = { newest: undefined, isUpToDate: false };
  readonly #source: FeedSource;
  readonly #limits: FeedLimits;
  readonly #entries: Entry[] = [];
  #items = 0;
  /** The cursor after the last entry. */
  #end: string | null;
  readonly #filter = new PageFilter();
  /** What the last new subscriber got, as long as somebody has not taken it. */
  #replay: Replay | undefined;

  /** @param start of the first page */
  constructor(source: FeedSource, limits: FeedLimits, start: FeedPosition) {
    this.#source = source;
    this.#limits = limits;
    this.position = start;
    this.#end = encodeCursor(source, start);
  }

  /** The pages that other replicas have read. @param now instant in ms */
  static of(
    source: FeedSource,
    limits: FeedLimits,
    { entries, next }: LogHistory,
    now: number,
  ): TopicPages {
    const pages = new TopicPages(source, limits, entries[0]?.start ?? next);
    for (const entry of entries) pages.add(entry);
    pages.position = next;
    const last = entries.at(-1);
    const intervalMs = Math.max(limits.minIntervalMs, last?.page.pollAfterMs ?? source.intervalMs);
    if (last && now - last.at > intervalMs) pages.markOutdated();
    return pages;
  }

  /** @returns the page as subscribers get it; undefined if they do not get it */
  add({ page, start, at }: Pick<PageEntry, 'page' | 'start' | 'at'>): FeedBatch | undefined {
    this.position = isEnd(page) ? null : page.next;
    const last = page.items.at(-1);
    this.progress = {
      newest: last === undefined ? this.progress.newest : this.#source.versionOf(last),
      isUpToDate: page.hasMore === false || this.position === null,
    };
    const shown = this.#filter.shown(page, start);
    if (!shown) return undefined;
    const batch = toBatch(this.#source, shown);
    this.#entries.push({ batch, start: this.#end, at });
    this.#items += weightOf(batch);
    this.#end = batch.cursor;
    this.#trim(at);
    this.#replay = undefined;
    // A copy: what its subscribers share, such as its result, goes when they have taken it.
    return { ...batch };
  }

  /** Items may have arrived since the last page was read. */
  markOutdated(): void {
    this.progress = { ...this.progress, isUpToDate: false };
  }

  /**
   * The batches after a position. Those of subscribers that begin at one time after the same cursor
   * are the same objects.
   * @param isPolled whether the poller runs
   * @returns undefined if these pages cannot continue after the position
   */
  after(start: FeedPosition, isPolled: boolean): readonly FeedBatch[] | undefined {
    const source = this.#source;
    const cursor = encodeCursor(source, start);
    // Pages without items move the position and leave no entry.
    const isCurrent = this.position !== null && cursor === encodeCursor(source, this.position);
    if (cursor === this.#end || isCurrent) return [];
    if (source.beginsNow && isBeginning(start)) {
      // A subscriber that begins now; undefined if the pages are behind.
      if (!isPolled || !this.progress.isUpToDate) return undefined;
      return [{ items: [], cursor: this.#end, hasMore: false }];
    }
    const replay = this.#replay;
    const known = replay?.cursor === cursor ? replay.batches.map((each) => each.deref()) : [];
    if (known.length > 0 && known.every((each) => each !== undefined)) return known;
    // A cursor that occurred twice leads to its later position.
    const index = this.#entries.findLastIndex((entry) => entry.start === cursor);
    if (index < 0) return undefined;
    const entries = this.#entries.slice(index);
    const batches = joinBatches(
      entries.map(({ batch }) => batch),
      source.maxItems,
    );
    this.#replay = { cursor, batches: batches.map((each) => new WeakRef(each)) };
    return batches;
  }

  /** Drops what is too old or too much, never the newest entry. @param now instant in ms */
  #trim(now: number): void {
    const { retentionMs, maxRetainedItems } = this.#limits;
    while (this.#entries.length > 1) {
      const { batch, at } = this.#entries[0]!;
      if (now - at <= retentionMs && this.#items <= maxRetainedItems) return;
      this.#entries.shift();
      this.#items -= weightOf(batch);
    }
  }
}

/** Batches for subscribers that begin after a cursor. */
interface Replay {
  readonly cursor: string;
  readonly batches: readonly WeakRef<FeedBatch>[];
}
