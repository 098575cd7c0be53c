/**
 * The pages of a topic that all replicas have in common: a list in the store. The head names the
 * entries in their order. The replica that reads a page appends it. The page counts only if the
 * head has not changed since the read began, so all replicas have the same pages in one order.
 */
import type { Api } from '../../api/api.ts';
import { randomBytes } from 'node:crypto';
import { type Clock, every } from '../../caller/clock.ts';
import { encodeCursor } from '../cursor.ts';
import type { FeedLimits } from '../limits.ts';
import type { SharedStore } from './shared-store.ts';
import type { FeedPage, FeedPosition, FeedSource } from '../source/source.ts';

/** Maximum size of an entry. Larger pages are read from the service by each replica itself. */
const maxEntryBytes = 1024 * 1024;

/** Maximum number of entries of a list. */
const maxEntries = 300;

/** Time in ms that the head outlasts its newest entry. */
const headMarginMs = 30_000;

export interface PageEntry {
  readonly id: string;
  readonly start: FeedPosition;
  readonly page: FeedPage;
  /** Instant in ms at which the page was read. */
  readonly at: number;
}

interface ListedEntry extends Pick<PageEntry, 'id' | 'at'> {
  readonly items: number;
}

interface Head {
  /** Oldest first; at least one. */
  readonly entries: readonly ListedEntry[];
  /** Where the next page begins; null: the feed has ended. */
  readonly next: FeedPosition | null;
}

export interface LogHistory {
  /** The entries that are still there, oldest first. */
  readonly entries: readonly PageEntry[];
  /** Where the next page begins. */
  readonly next: FeedPosition;
}

/** The pages of this replica are not those of the list: the replica must join the list again. */
export class LeftLogError extends Error {
  constructor() {
    super('the pages of this topic do not continue the shared ones');
    this.name = 'LeftLogError';
  }
}

interface SharedLogParts {
  readonly api: Api;
  readonly store: SharedStore;
  /** Key of the topic. */
  readonly key: string;
  readonly source: FeedSource;
  readonly clock: Clock;
  readonly limits: Pick<FeedLimits, 'retentionMs' | 'maxRetainedItems' | 'recheckMs'>;
}

/** One topic's list, and the position of this replica in it. */
export class SharedLog {
  /**
   * Whether this replica reads the next page without the wait of `standbyMs`: it has read the
   * newest one, or knows no other replica that has.
   */
  readsFirst = true;
  readonly #parts: SharedLogParts;
  /** Id of the last entry that this topic has; undefined: it has not joined, or has left. */
  #last: string | undefined;
  /** Whether the topic has pages that are not in the list. */
  #hasLeft = false;
  /** The head when it was read last, and its value in the store; undefined: there was none. */
  #head: { readonly value: string; readonly listed: readonly ListedEntry[] } | undefined;
  /** Entries after the last one that have been read already. */
  #pending: PageEntry[] = [];
  #wake = new AbortController();

  constructor(parts: SharedLogParts) {
    this.#parts = parts;
  }

  /** Whether the list existed when it was read last: then a service has accepted the token. */
  get exists(): boolean {
    return this.#head !== undefined;
  }

  /** Until the signal fires, calls `onAppend` when another replica may have appended an entry. */
  watch(onAppend: () => void, signal: AbortSignal): void {
    const { store, clock, limits } = this.#parts;
    const unsubscribe = store.subscribe(this.#channel, (id) => {
      if (id === this.#last) return;
      this.#wake.abort();
      onAppend();
    });
    // Messages can be lost.
    const rechecks = every(clock, limits.recheckMs, onAppend);
    const end = (): void => {
      unsubscribe();
      rechecks.cancel();
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  }

  /** Sleeps until an instant, the signal or the next entry of another replica. */
  async sleepUntil(instant: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    await clock.sleep(instant - clock.now(), AbortSignal.any([signal, this.#wake.signal]));
  }

  /**
   * Moves to the position after the newest entry.
   * @returns undefined if there is no list that can be continued, or the store fails
   */
  async join(): Promise<LogHistory | undefined> {
    this.#leave();
    const head = await this.#readHead();
    // The topic begins a list, or meets another one that begins at the same position.
    if (head === null || head?.next === null) this.#hasLeft = false;
    if (!head || head.next === null) return undefined;
    const found = await this.#readEntries(head.entries);
    const entries = found.slice(found.lastIndexOf(undefined) + 1) as PageEntry[];
    this.#joinAt(idOf(head));
    this.readsFirst = false;
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
    this.readsFirst = false;
    return entry;
  }

  /**
   * Appends a page that this replica has read. Without the store the topic leaves the list.
   * @returns false if another replica has appended a page first: that page counts
   */
  async append(page: FeedPage, start: FeedPosition): Promise<boolean> {
    const { store, key, clock, limits } = this.#parts;
    const id = randomBytes(12).toString('base64url');
    const at = clock.now();
    const { listed, dropped } = this.#trim([...this.#before, { id, at, items: page.items.length }]);
    const text = store.encode({ id, start, page, at } satisfies PageEntry);
    const value = store.encode({ entries: listed, next: page.next } satisfies Head);
    const ttlMs = Math.max(limits.retentionMs, page.pollAfterMs ?? 0) + headMarginMs;
    const appended = await store.attempt(async (entries) => {
      if (text.length <= maxEntryBytes)
        await entries.set('feedPage', this.#keyOf(id), text, limits.retentionMs);
      const change = { expected: this.#head?.value, value, ttlMs };
      if (!(await entries.replace('feedPage', key, change))) return false;
      await Promise.all(dropped.map((each) => entries.delete('feedPage', this.#keyOf(each.id))));
      return true;
    });
    if (appended?.value === false) return false;
    if (appended === undefined) {
      this.#leave();
      return true;
    }
    this.#joinAt(id);
    this.#head = { value, listed };
    this.readsFirst = true;
    store.publish(this.#channel, id);
    return true;
  }

  /** The entries that precede the next one. If the head has expired, only the last one. */
  get #before(): readonly ListedEntry[] {
    const id = this.#last;
    return id === undefined ? [] : (this.#head?.listed ?? [{ id, at: 0, items: 0 }]);
  }

  /**
   * Leaves out entries that are too old, which the store no longer has, and drops the oldest ones
   * if there are too many. The last two are always listed: replicas that have the last but one see
   * that the last one follows.
   */
  #trim(entries: readonly ListedEntry[]): {
    readonly listed: readonly ListedEntry[];
    readonly dropped: readonly ListedEntry[];
  } {
    const { retentionMs, maxRetainedItems } = this.#parts.limits;
    const oldest = this.#parts.clock.now() - retentionMs;
    const listed = entries.filter(({ at }, index) => at > oldest || index >= entries.length - 2);
    let items = listed.reduce((sum, each) => sum + each.items, 0);
    const dropped: ListedEntry[] = [];
    while (listed.length > 2 && (items > maxRetainedItems || listed.length > maxEntries)) {
      const first = listed.shift()!;
      items -= first.items;
      dropped.push(first);
    }
    return { listed, dropped };
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
    this.readsFirst = true;
  }

  /** Reads the entries between the last one and the head. */
  async #readPending(position: FeedPosition): Promise<void> {
    const { source } = this.#parts;
    // An entry that is announced from here on ends the next sleep.
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
    const head = await this.#readHead();
    if (head === undefined) return this.#leave();
    if (head === null || idOf(head) === this.#last) return;
    if (this.#last !== undefined) {
      const index = head.entries.findIndex(({ id }) => id === this.#last);
      const following = index < 0 ? [undefined] : head.entries.slice(index + 1);
      this.#pending = await this.#readAll(following);
      return;
    }
    // Of a feed that has ended, a new list begins.
    if (head.next === null) return;
    const cursor = encodeCursor(source, position);
    if (encodeCursor(source, head.next) === cursor) return this.#joinAt(idOf(head));
    if (this.#hasLeft) throw new LeftLogError();
    const all = await this.#readEntries(head.entries);
    const index = all.findLastIndex((each) => each && encodeCursor(source, each.start) === cursor);
    if (index < 0 || all.includes(undefined, index)) throw new LeftLogError();
    this.#pending = all.slice(index) as PageEntry[];
  }

  /** @throws LeftLogError if one of them is no longer there */
  async #readAll(listed: readonly (ListedEntry | undefined)[]): Promise<PageEntry[]> {
    const known = listed.filter((each) => each !== undefined);
    const entries = (await this.#readEntries(known)).filter((each) => each !== undefined);
    if (entries.length < listed.length) throw new LeftLogError();
    return entries;
  }

  /** @returns null if there is none; undefined if the store fails */
  async #readHead(): Promise<Head | null | undefined> {
    const { store, key } = this.#parts;
    const read = await store.attempt((entries) => entries.get('feedPage', key));
    if (read === undefined) return undefined;
    const { value } = read;
    this.#head = undefined;
    if (value === undefined) return null;
    const head = store.decode<Head>(value);
    this.#head = { value, listed: head?.entries ?? [] };
    return head;
  }

  /** @returns undefined for those that are not there */
  #readEntries(listed: readonly ListedEntry[]): Promise<(PageEntry | undefined)[]> {
    return Promise.all(listed.map(({ id }) => this.#readEntry(id)));
  }

  /** @returns undefined if it has expired, was too large, or the store fails */
  async #readEntry(id: string): Promise<PageEntry | undefined> {
    const { api, store, source } = this.#parts;
    const read = await store.attempt((entries) => entries.get('feedPage', this.#keyOf(id)));
    const entry = read?.value === undefined ? undefined : store.decode<PageEntry>(read.value);
    if (entry === undefined || source.restore === undefined) return entry;
    return { ...entry, page: { ...entry.page, items: source.restore(entry.page.items, api) } };
  }
}

const idOf = ({ entries }: Head): string => entries.at(-1)!.id;
