/**
 * The pages of a topic that all replicas have in common: a linked list in the store. The head names
 * the newest entry, and each entry the one before. Whoever reads a page appends it; a page counts
 * only if the head has not changed meanwhile, so all replicas have the same pages in one order.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { encodeCursor } from './cursor.ts';
import type { FeedLimits } from './limits.ts';
import type { SharedStore } from './shared-store.ts';
import type { FeedPage, FeedPosition, FeedSource } from './source.ts';

/** Maximum size of an entry. Larger pages are read from the service by each replica itself. */
const maxEntryBytes = 1024 * 1024;

/** Maximum number of entries that a replica reads when it joins. */
const maxHistory = 300;

/** Time in ms that the head outlasts its newest entry. */
const headMarginMs = 30_000;

/** A page in the list. */
export interface PageEntry {
  readonly id: string;
  /** The id of the entry before; null: the first one. */
  readonly previous: string | null;
  /** Where the page begins. */
  readonly start: FeedPosition;
  readonly page: FeedPage;
  /** Instant in ms at which the page was read. */
  readonly at: number;
}

interface Head {
  readonly id: string;
  /** Where the next page begins; null: the feed has ended. */
  readonly next: FeedPosition | null;
  readonly at: number;
}

/** The list as a replica finds it. */
export interface LogHistory {
  /** The entries that are still there, oldest first. */
  readonly entries: readonly PageEntry[];
  /** Where the next page begins. */
  readonly next: FeedPosition;
}

/** This replica has left the list: it must join it again. */
export class LeftLogError extends Error {
  constructor() {
    super('the pages of this topic do not continue the shared ones');
    this.name = 'LeftLogError';
  }
}

/** The dependencies of a log. */
interface SharedLogParts {
  readonly store: SharedStore;
  /** Key of the topic. */
  readonly key: string;
  readonly source: FeedSource;
  readonly clock: Clock;
  readonly limits: Pick<FeedLimits, 'retentionMs' | 'maxRetainedItems' | 'recheckMs'>;
}

/** One topic's list, and the place of this replica in it. */
export class SharedLog {
  /** Whether this replica has read the newest page that it knows: the others let it go first. */
  isLeader = true;
  readonly #parts: SharedLogParts;
  /** Id of the last entry that this topic has; undefined: it has not joined, or has left. */
  #last: string | undefined;
  /** Whether the topic has pages that are not in the list. */
  #hasLeft = false;
  /** The head's value in the store when it was read last; undefined: there was none. */
  #head: string | undefined;
  /** Entries after the last one that have been read already. */
  #pending: PageEntry[] = [];
  #wake = new AbortController();

  constructor(parts: SharedLogParts) {
    this.#parts = parts;
  }

  /** Until the signal fires, calls `onNews` when another replica may have appended an entry. */
  watch(onNews: () => void, signal: AbortSignal): void {
    const { store } = this.#parts;
    const ignore = store.subscribe(this.#channel, (id) => {
      if (id === this.#last) return;
      this.#wake.abort();
      onNews();
    });
    signal.addEventListener('abort', ignore);
    if (signal.aborted) ignore();
    void this.#recheck(onNews, signal);
  }

  /** Sleeps until an instant, the signal or the next entry of another replica. */
  async sleepUntil(instant: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    await clock.sleep(instant - clock.now(), AbortSignal.any([signal, this.#wake.signal]));
  }

  /**
   * Takes the place behind the newest entry.
   * @returns undefined if there is no list that can be continued, or the store fails
   */
  async join(): Promise<LogHistory | undefined> {
    this.#leave();
    const head = await this.#readHead();
    // The topic begins a list, or meets another one that begins at the same position.
    if (head === null || head?.next === null) this.#hasLeft = false;
    if (!head || head.next === null) return undefined;
    const { maxRetainedItems } = this.#parts.limits;
    const entries: PageEntry[] = [];
    let items = 0;
    for (let id: string | null = head.id; id !== null && entries.length < maxHistory; ) {
      const entry: PageEntry | undefined = await this.#readEntry(id);
      items += entry?.page.items.length ?? 0;
      if (entry === undefined || (entries.length > 0 && items > maxRetainedItems)) break;
      entries.unshift(entry);
      id = entry.previous;
    }
    this.#joinAt(head.id);
    this.isLeader = false;
    return { entries, next: head.next };
  }

  /**
   * The next entry, if another replica has appended one.
   * @param position of this topic's next page
   * @throws LeftLogError if the list does not continue the pages of this topic
   */
  async next(position: FeedPosition): Promise<PageEntry | undefined> {
    if (this.#pending.length === 0) await this.#readPending(position);
    const entry = this.#pending.shift();
    if (entry === undefined) return undefined;
    this.#joinAt(entry.id);
    this.isLeader = false;
    return entry;
  }

  /**
   * Appends a page that this replica has read. Without the store the topic leaves the list.
   * @returns false if another replica has appended one meanwhile: that one counts
   */
  async append(page: FeedPage, start: FeedPosition): Promise<boolean> {
    const { store, clock, limits } = this.#parts;
    const id = randomBytes(12).toString('base64url');
    const at = clock.now();
    const entry: PageEntry = { id, previous: this.#last ?? null, start, page, at };
    const head: Head = { id, next: page.next, at };
    const text = store.encode(entry);
    const headMs = Math.max(limits.retentionMs, page.pollAfterMs ?? 0) + headMarginMs;
    const appended = await store.attempt(async (shared) => {
      if (text.length <= maxEntryBytes)
        await shared.set('feedPage', this.#keyOf(id), text, limits.retentionMs);
      const change = { expected: this.#head, value: store.encode(head), ttlMs: headMs };
      return (await shared.replace('feedPage', this.#parts.key, change)) && change.value;
    });
    if (appended?.value === false) return false;
    if (appended === undefined) {
      this.#leave();
      return true;
    }
    this.#joinAt(id);
    this.#head = appended.value;
    this.isLeader = true;
    store.publish(this.#channel, id);
    return true;
  }

  /** Messages can be lost. */
  async #recheck(onNews: () => void, signal: AbortSignal): Promise<void> {
    const { clock, limits } = this.#parts;
    for (;;) {
      await clock.sleep(limits.recheckMs, signal);
      if (signal.aborted) return;
      onNews();
    }
  }

  get #channel(): string {
    return `feed ${this.#parts.key}`;
  }

  #keyOf(id: string): string {
    return `${this.#parts.key} ${id}`;
  }

  #joinAt(id: string): void {
    this.#last = id;
    this.#hasLeft = false;
  }

  #leave(): void {
    this.#last = undefined;
    this.#hasLeft = true;
    this.#pending = [];
    this.isLeader = true;
  }

  /** Reads the entries between the last one and the head. */
  async #readPending(position: FeedPosition): Promise<void> {
    const { source } = this.#parts;
    // An entry that is announced from here on ends the next sleep.
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
    const head = await this.#readHead();
    if (head === undefined) return this.#leave();
    if (head === null || head.id === this.#last) return;
    const cursor = encodeCursor(source, position);
    if (this.#last === undefined) {
      // Of a feed that has ended, a new list begins.
      if (head.next === null) return;
      if (encodeCursor(source, head.next) === cursor) return this.#joinAt(head.id);
      if (this.#hasLeft) throw new LeftLogError();
    }
    const found: PageEntry[] = [];
    const isNext = ({ previous, start }: PageEntry): boolean =>
      this.#last === undefined ? encodeCursor(source, start) === cursor : previous === this.#last;
    for (let id: string | null = head.id; ; id = found[0]!.previous) {
      const entry: PageEntry | undefined = id === null ? undefined : await this.#readEntry(id);
      if (entry === undefined) throw new LeftLogError();
      found.unshift(entry);
      if (isNext(entry)) break;
    }
    this.#pending = found;
  }

  /** @returns null if there is none; undefined if the store fails */
  async #readHead(): Promise<Head | null | undefined> {
    const { store, key } = this.#parts;
    const read = await store.attempt((shared) => shared.get('feedPage', key));
    if (read === undefined) return undefined;
    this.#head = read.value;
    return read.value === undefined ? null : store.decode<Head>(read.value);
  }

  /** @returns undefined if it has expired, was too large, or the store fails */
  async #readEntry(id: string): Promise<PageEntry | undefined> {
    const { store, source } = this.#parts;
    const read = await store.attempt((shared) => shared.get('feedPage', this.#keyOf(id)));
    const entry = read?.value === undefined ? undefined : store.decode<PageEntry>(read.value);
    if (entry === undefined || source.restore === undefined) return entry;
    return { ...entry, page: { ...entry.page, items: entry.page.items.map(source.restore) } };
  }
}
