/**
 * Subscribers with a cursor that their topic does not know: an earlier process or the query form
 * returned it, or it is too old. They receive pages of their own until they have reached the
 * topic's position.
 */
import { Audience } from './audience.ts';
import { toBatch } from './batch.ts';
import { encodeCursor } from './cursor.ts';
import type { PacedReader } from './paced-reader.ts';
import { PageFilter } from './page-filter.ts';
import { isEnd, readRound } from './round.ts';
import type { FeedPage, FeedSource, FeedPosition } from './source.ts';

/** How far a topic has come with its last round. */
export interface TopicProgress {
  /** Version of the last item that the topic has delivered; undefined: it has delivered none. */
  readonly newest: string | undefined;
  /**
   * Whether the topic has delivered all items that the service had ready. False if the answer did
   * not say.
   */
  readonly isUpToDate: boolean;
}

/** Subscribers that came with the same cursor, and where their own pages continue. */
export class CatchUp {
  readonly audience = new Audience();
  readonly #source: FeedSource;
  readonly #filter = new PageFilter();
  #position: FeedPosition;
  #hasStarted = false;
  /** Versions of the items of the last page. */
  #lastVersions: ReadonlySet<string> = new Set();

  constructor(source: FeedSource, start: FeedPosition) {
    this.#source = source;
    this.#position = start;
  }

  /** Whether a subscriber with this cursor can still be added. */
  startsAt(cursor: string): boolean {
    return !this.#hasStarted && cursor === encodeCursor(this.#source, this.#position);
  }

  /**
   * Reads one round, directly after a round of the topic. The topic takes over once its subscribers
   * and these have the same items, except for some that are known: these leave those out when the
   * topic delivers them.
   * @param topic the topic's progress after its round
   * @param afterPage waits until subscribers have taken a page of a backlog
   * @returns whether the catch-up is over: the topic takes over, or the feed has ended
   */
  async read(
    reader: PacedReader,
    topic: TopicProgress,
    afterPage: (page: FeedPage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    this.#hasStarted = true;
    if (this.audience.size === 0) return true;
    const onPage = (page: FeedPage, position: FeedPosition): Promise<void> => {
      this.#deliver(page, position);
      return afterPage(page);
    };
    const round = { source: this.#source, reader, start: this.#position, onPage };
    const { pages, last } = await readRound(round, signal);
    const before = this.#lastVersions;
    const versions = new Set(last.items.map((item) => this.#source.versionOf(item)));
    this.#lastVersions = versions;
    if (isEnd(last)) {
      this.audience.end();
      return true;
    }
    // After a long round, the topic may have the next items already.
    if (pages > 1) return false;
    const repeated = repeatedVersions(topic, last, { before, versions });
    if (repeated === undefined) return false;
    this.audience.skip(repeated);
    return true;
  }

  #deliver(page: FeedPage, position: FeedPosition): void {
    if (page.next !== null) this.#position = page.next;
    if (this.#filter.isShown(page, position)) this.audience.push(toBatch(this.#source, page));
  }
}

/** Versions of the items of the last two pages of a catch-up. */
interface LastVersions {
  readonly before: ReadonlySet<string>;
  readonly versions: ReadonlySet<string>;
}

/**
 * The versions that the topic may still deliver although the last two pages had them.
 * @returns undefined if the topic may lack other items of the catch-up, or has others itself
 */
function repeatedVersions(
  { newest, isUpToDate }: TopicProgress,
  last: FeedPage,
  { before, versions }: LastVersions,
): ReadonlySet<string> | undefined {
  if (isUpToDate && last.hasMore === false) return versions;
  if (newest === undefined) return undefined;
  // The items after the topic's newest one are on the same page, or on that and the next one.
  if (versions.has(newest)) return versions;
  return before.has(newest) ? new Set([...before, ...versions]) : undefined;
}
